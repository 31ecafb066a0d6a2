#include "baton/blocking.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "baton/open.hpp"

namespace baton::blocking_test {
namespace {

using namespace std::chrono_literals;

BlockingStore open_memory() { return BlockingStore(*open_store("memory:")); }

Json json(std::string_view text) { return *Json::parse(text); }

bool is_nothing(const Result<std::optional<Json>>& found) { return found.has_value() && !found->has_value(); }

TEST(BlockingStore, answers_a_caller_without_an_event_loop) {
  BlockingStore store = open_memory();
  const auto put = store.call(PutThread{.thread = ThreadId::of("t")});
  ASSERT_TRUE(put.has_value()) << put.error().detail;
  EXPECT_EQ(store.call(GetThread{ThreadId::of("t")}), *put);
}

TEST(BlockingStore, refuses_what_is_not_valid_before_the_backend_sees_it) {
  BlockingStore store = open_memory();
  const auto peeked = store.call(Peek{.lane = Lane::of("l"), .limit = 0});
  ASSERT_FALSE(peeked.has_value());
  EXPECT_EQ(peeked.error().code, Errc::invalid);
}

TEST(BlockingStore, serves_many_threads_at_once) {
  BlockingStore store = open_memory();
  ASSERT_TRUE(store.call(PutThread{.thread = ThreadId::of("t")}).has_value());
  {
    std::vector<std::jthread> threads;
    threads.reserve(8);
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&store] {
        for (int n = 0; n < 50; ++n) {
          Append message{.thread = ThreadId::of("t"),
                         .id = MessageId::of(make_unique_text()),
                         .role = MessageRole::of("user"),
                         .body = Json()};
          ASSERT_TRUE(store.call(std::move(message)).has_value());
        }
      });
    }
  }
  EXPECT_EQ(store.call(GetThread{ThreadId::of("t")})->messages, 400u);
}

TEST(AwaitResult, answers_at_once_when_the_result_is_there) {
  BlockingStore store = open_memory();
  const TaskId task = TaskId::make();
  ASSERT_TRUE(store.call(SetResult{.task = task, .attempt = {1}, .value = json("[1]")}).has_value());
  EXPECT_EQ(store.await_result({task, {1}}, 1h), json("[1]"));
}

TEST(AwaitResult, answers_nothing_once_the_time_is_over) {
  BlockingStore store = open_memory();
  EXPECT_TRUE(is_nothing(store.await_result({TaskId::make(), {1}}, 0s)));
  EXPECT_TRUE(is_nothing(store.await_result({TaskId::make(), {1}}, -5s)));
  EXPECT_TRUE(is_nothing(store.await_result({TaskId::make(), {1}}, 1ms)));
}

TEST(AwaitResult, wakes_when_the_result_comes) {
  BlockingStore store = open_memory();
  const TaskId task = TaskId::make();
  std::jthread writer(
      [&] { ASSERT_TRUE(store.call(SetResult{.task = task, .attempt = {2}, .value = json("7")}).has_value()); });
  EXPECT_EQ(store.await_result({task, {2}}, 1h), json("7"));
}

TEST(AwaitResult, takes_the_longest_wait_there_is) {
  BlockingStore store = open_memory();
  const TaskId task = TaskId::make();
  ASSERT_TRUE(store.call(SetResult{.task = task, .attempt = {1}, .value = Json()}).has_value());
  EXPECT_EQ(store.await_result({task, {1}}, Duration::max()), Json());
}

TEST(AwaitResult, refuses_what_names_no_task) {
  BlockingStore store = open_memory();
  const auto result = store.await_result({}, 1s);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Errc::invalid);
}

}  // namespace
}  // namespace baton::blocking_test
