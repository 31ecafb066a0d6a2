#include "backend/shared/caller.hpp"

#include <gtest/gtest.h>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <memory>

namespace baton::shared {
namespace {

/// An executor of which one can tell how many copies there are.
class Counted {
 public:
  Counted(boost::asio::io_context& loop, std::shared_ptr<int> copies) : loop_(&loop), copies_(std::move(copies)) {}

  template <class Function>
  void execute(Function function) const {
    boost::asio::post(*loop_, std::move(function));
  }
  boost::asio::io_context& query(boost::asio::execution::context_t) const noexcept { return *loop_; }
  Counted require(boost::asio::execution::blocking_t::never_t) const noexcept { return *this; }
  bool operator==(const Counted&) const noexcept = default;

 private:
  boost::asio::io_context* loop_;
  std::shared_ptr<int> copies_;
};

TEST(Caller, leaves_nothing_of_the_executor_behind_once_it_is_told) {
  boost::asio::io_context loop;
  const auto copies = std::make_shared<int>(0);
  int told = 0;
  Caller caller(boost::asio::bind_executor(Counted(loop, copies), [&told](int answer) { told = answer; }));
  EXPECT_GT(copies.use_count(), 1);
  caller.tell(7);
  loop.run();
  EXPECT_EQ(told, 7);
  EXPECT_EQ(copies.use_count(), 1) << "a copy would outlive the loop";
}

TEST(Caller, keeps_the_loop_of_its_strand_running_until_it_is_told) {
  boost::asio::io_context loop;
  int told = 0;
  Caller caller(boost::asio::bind_executor(boost::asio::any_io_executor(boost::asio::make_strand(loop)),
                                           [&told](int answer) { told = answer; }));
  loop.poll();
  EXPECT_FALSE(loop.stopped());
  caller.tell(7);
  loop.run();
  EXPECT_TRUE(loop.stopped());
  EXPECT_EQ(told, 7);
}

}  // namespace
}  // namespace baton::shared
