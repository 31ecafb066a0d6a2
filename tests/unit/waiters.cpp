#include "backend/shared/waiters.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <thread>

namespace baton::shared {
namespace {

TEST(Waiters, wake_nobody_whose_time_is_over_and_whose_loop_is_gone) {
  Waiters waiters(Position{0});
  std::atomic<std::uint64_t> last{0};
  std::atomic<bool> over{false};
  std::thread announcer([&] {
    while (!over) {
      waiters.announce(Position{last + 1}, {});
      ++last;
    }
  });
  for (int i = 0; i < 5'000; ++i) {
    boost::asio::io_context loop;
    // Not yet announced when it is asked for, and about to be when its time is over.
    auto woken = boost::asio::co_spawn(loop, waiters.past(Position{last + 40}, Duration{20}), boost::asio::use_future);
    loop.run();
    woken.get();
  }
  over = true;
  announcer.join();
  waiters.close();
}

TEST(Waiters, tell_whether_it_came_or_the_time_was_over) {
  Waiters waiters(Position{3});
  const auto past = [&waiters](std::uint64_t after) {
    boost::asio::io_context loop;
    auto woken = boost::asio::co_spawn(loop, waiters.past(Position{after}, Duration{100}), boost::asio::use_future);
    loop.run();
    return woken.get();
  };
  EXPECT_TRUE(past(2));
  EXPECT_FALSE(past(3));
  waiters.announce(Position{4}, {});
  EXPECT_TRUE(past(3));
  EXPECT_FALSE(past(4));
  waiters.close();
  EXPECT_TRUE(past(4));
}

}  // namespace
}  // namespace baton::shared
