#include "backend/shared/doorway.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <thread>
#include <vector>

namespace baton::shared {
namespace {

TEST(Doorway, is_empty_at_once_if_nobody_is_inside) {
  Doorway doorway;
  doorway.wait_until_empty();
  {
    const auto inside = doorway.enter();
  }
  doorway.wait_until_empty();
}

TEST(Doorway, lets_many_in_at_a_time_and_is_empty_when_the_last_has_left) {
  constexpr int many = 3;
  Doorway doorway;
  std::latch all_inside(many);
  std::promise<void> told;
  const std::shared_future<void> may_leave = told.get_future().share();
  std::atomic<int> left{0};
  std::vector<std::jthread> callers;
  for (int i = 0; i < many; ++i) {
    callers.emplace_back([&] {
      const auto inside = doorway.enter();
      all_inside.count_down();
      may_leave.wait();
      ++left;
    });
  }
  all_inside.wait();
  const std::jthread teller([&told] { told.set_value(); });
  doorway.wait_until_empty();
  EXPECT_EQ(left, many);
}

}  // namespace
}  // namespace baton::shared
