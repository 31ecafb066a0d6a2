#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "baton/blocking.hpp"
#include "store/composed.hpp"
#include "support/postgres_process.hpp"
#include "support/proxy.hpp"
#include "support/redis_process.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;

/// PostgreSQL for what must last and Redis for results, and callers that must not notice when Redis goes.
class ComposedBreaks : public ::testing::Test {
 protected:
  ~ComposedBreaks() override {
    if (store_) store_->store().port()->close();
  }

  static PostgresProcess& postgres() {
    static PostgresProcess one;
    return one;
  }

  Result<Store> open(const std::string& ephemeral) {
    static int spaces = 0;
    return open_composed(postgres().url(), ephemeral, {.name_space = "n" + std::to_string(++spaces)},
                         {.on_lost_result = [this](const Error&) { ++lost_; },
                          .on_down = [this](const Error&) { ++downs_; },
                          .on_back = [this] { ++backs_; }});
  }
  BlockingStore& use(const std::string& ephemeral) {
    auto store = open(ephemeral);
    if (!store) throw std::runtime_error(store.error().detail);
    store_ = std::make_unique<BlockingStore>(*std::move(store));
    return *store_;
  }
  std::string url(const Proxy& proxy) { return "redis://127.0.0.1:" + std::to_string(proxy.port()); }

  bool degraded() { return store_->call(Health{}).value().degraded; }
  /// Writes results until health is good again: it is degraded as long as the last one was lost.
  void recover() {
    while (degraded()) hand_over();
  }
  TaskId hand_over() {
    const TaskId task = TaskId::make();
    EXPECT_TRUE(store_->call(SetResult{.task = task, .attempt = {1}, .value = Json::string("x")}).has_value());
    return task;
  }
  Result<std::optional<Json>> read(const TaskId& task) { return store_->call(GetResult{task, {1}}); }
  void expect_kept() { EXPECT_EQ(read(hand_over()), Json::string("x")); }
  void expect_lost() {
    const auto before = lost_.load();
    const auto found = read(hand_over());
    ASSERT_TRUE(found.has_value()) << found.error().detail;
    EXPECT_EQ(*found, std::nullopt);
    EXPECT_EQ(lost_, before + 1);
  }
  void expect_serving() {
    const auto submitted = store_->call(Submit{.tasks = {{.id = TaskId::make(), .kind = KindName::of("work")}}});
    EXPECT_TRUE(submitted.has_value()) << submitted.error().detail;
  }

  std::atomic<std::uint64_t> lost_{0};
  std::atomic<int> downs_{0};
  std::atomic<int> backs_{0};
  std::unique_ptr<BlockingStore> store_;
};

TEST_F(ComposedBreaks, a_redis_that_dies_under_load_spoils_nothing_but_results) {
  RedisProcess redis;
  use(redis.url());
  const TaskId before = hand_over();
  std::atomic<bool> stop{false};
  std::vector<std::jthread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&] {
      while (!stop) {
        const auto found = read(hand_over());
        EXPECT_TRUE(found.has_value()) << found.error().detail;
        expect_serving();
      }
    });
  }
  for (int round = 0; round < 3; ++round) {
    redis.kill();
    while (downs_ <= round) expect_serving();
    EXPECT_TRUE(degraded());
    redis.start();
    recover();
  }
  stop = true;
  callers.clear();
  EXPECT_GT(lost_, 0U);
  EXPECT_GE(backs_, 3);
  EXPECT_EQ(read(before), Json::string("x")) << "Redis kept it";
  expect_kept();
}

TEST_F(ComposedBreaks, starts_without_redis_and_is_whole_when_it_comes) {
  RedisProcess redis({.started = false});
  use(redis.url());
  EXPECT_TRUE(degraded());
  expect_lost();
  expect_serving();
  EXPECT_TRUE(store_->call(Sweep{}).has_value());
  redis.start();
  recover();
  EXPECT_EQ(downs_, 1);
  EXPECT_EQ(backs_, 1);
  expect_kept();
}

TEST_F(ComposedBreaks, does_not_start_where_redis_refuses_it) {
  RedisProcess redis({.password = "right"});
  const auto refused = open("redis://:wrong@" + redis.address());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Errc::unauthorized);
  EXPECT_FALSE(refused.error().detail.contains("wrong")) << refused.error().detail;
  EXPECT_EQ(open("radish://x").error().code, Errc::invalid);
}

TEST_F(ComposedBreaks, goes_on_while_redis_cannot_be_reached_or_does_not_answer) {
  RedisProcess redis;
  Proxy proxy("127.0.0.1", redis.port());
  use(url(proxy));
  const auto spoilt = [&] {
    while (!degraded()) hand_over();
    expect_lost();
    expect_serving();
  };
  proxy.refuse(true);
  spoilt();
  proxy.refuse(false);
  recover();
  proxy.half_open(true);
  spoilt();
  proxy.half_open(false);
  recover();
  proxy.cut();
  expect_kept();
}

TEST_F(ComposedBreaks, a_redis_that_has_no_memory_left_is_still_read) {
  RedisProcess redis;
  use(redis.url());
  const TaskId before = hand_over();
  redis.ask({"CONFIG", "SET", "maxmemory", "1"});
  const TaskId refused = hand_over();
  EXPECT_EQ(lost_, 1U);
  while (backs_ == 0) expect_serving();
  EXPECT_EQ(read(before), Json::string("x"));
  EXPECT_EQ(read(refused).value(), std::nullopt);
  EXPECT_TRUE(degraded()) << "the last result was lost";
  redis.ask({"CONFIG", "SET", "maxmemory", "0"});
  recover();
}

TEST_F(ComposedBreaks, who_waits_for_a_result_gets_it_when_redis_is_back) {
  RedisProcess redis;
  use(redis.url());
  const TaskId task = TaskId::make();
  auto waiting = std::async(std::launch::async, [&] { return store_->await_result({task, {1}}, 1h); });
  redis.kill();
  while (!degraded()) expect_serving();
  redis.start();
  recover();
  EXPECT_TRUE(store_->call(SetResult{.task = task, .attempt = {1}, .value = Json::string("x")}).has_value());
  EXPECT_EQ(waiting.get(), Json::string("x"));
}

TEST_F(ComposedBreaks, is_frozen_and_exported_whole_or_not_at_all) {
  RedisProcess redis;
  use(redis.url());
  redis.kill();
  while (!degraded()) expect_serving();
  EXPECT_EQ(store_->call(Freeze{}).error().code, Errc::unavailable);
  EXPECT_EQ(store_->call(Export{}).error().code, Errc::unavailable);
  expect_serving();
}

TEST_F(ComposedBreaks, is_loud_when_postgres_is_down) {
  RedisProcess redis;
  PostgresProcess own;
  auto store = open_composed(own.url(), redis.url(), {}, {});
  ASSERT_TRUE(store.has_value());
  store_ = std::make_unique<BlockingStore>(*std::move(store));
  own.kill();
  EXPECT_EQ(store_->call(Health{}).error().code, Errc::unavailable);
  EXPECT_EQ(store_->call(PutThread{.thread = ThreadId::of("t")}).error().code, Errc::unavailable);
  expect_kept();
  own.start();
  expect_serving();
}

}  // namespace
}  // namespace baton::test
