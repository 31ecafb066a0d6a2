#include "store/composed.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "baton/blocking.hpp"
#include "baton/open.hpp"

namespace baton {
namespace {

using namespace std::chrono_literals;

/// A port that answers every call with one error while it is told to, and counts what it is asked.
class Switch final : public Port {
 public:
  explicit Switch(std::shared_ptr<Port> inner) : inner_(std::move(inner)) {}

  awaitable<Answer> execute(Verb verb) override {
    ++calls;
    if (down) co_return Answer{.outcome = baton::fail(with, "switched off"), .stamp = {}};
    co_return co_await inner_->execute(std::move(verb));
  }
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    ++waits;
    if (down) co_return baton::fail(with, "switched off");
    co_return co_await inner_->wait(condition, at_most);
  }
  void close() override { inner_->close(); }

  std::atomic<bool> down{false};
  std::atomic<Errc> with{Errc::unavailable};
  std::atomic<int> calls{0};
  std::atomic<int> waits{0};

 private:
  std::shared_ptr<Port> inner_;
};

bool is_nothing(const Result<std::optional<Json>>& found) { return found.has_value() && !found->has_value(); }

struct Composed : testing::Test {
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>();
  std::shared_ptr<Switch> durable = std::make_shared<Switch>(open_store("memory:", {.clock = clock})->port());
  std::shared_ptr<Switch> ephemeral = std::make_shared<Switch>(open_store("memory:", {.clock = clock})->port());
  std::vector<std::string> lost;
  std::shared_ptr<ComposedPort> port = std::make_shared<ComposedPort>(
      durable, ephemeral,
      ComposedOptions{.on_lost_result = [this](const Error& error) { lost.push_back(error.detail); }, .pause = 1us});
  BlockingStore store{Store(port)};
  TaskId task = TaskId::make();

  SetResult set(std::string_view value) { return {.task = task, .attempt = {1}, .value = Json::string(value)}; }
};

TEST_F(Composed, keeps_results_in_the_ephemeral_store_alone) {
  ASSERT_TRUE(store.call(set("x")).has_value());
  EXPECT_EQ(store.call(GetResult{task, {1}}), Json::string("x"));
  EXPECT_EQ(durable->calls, 0);
  EXPECT_TRUE(is_nothing(BlockingStore(Store(durable)).call(GetResult{task, {1}})));
}

TEST_F(Composed, keeps_everything_else_in_the_durable_store_alone) {
  ASSERT_TRUE(store.call(PutThread{.thread = ThreadId::of("t")}).has_value());
  ASSERT_TRUE(store.call(GetThread{ThreadId::of("t")}).has_value());
  EXPECT_EQ(ephemeral->calls, 0);
  EXPECT_EQ(durable->calls, 2);
}

TEST_F(Composed, reading_a_result_says_not_yet_while_the_ephemeral_store_is_down) {
  ASSERT_TRUE(store.call(set("x")).has_value());
  ephemeral->down = true;
  EXPECT_TRUE(is_nothing(store.call(GetResult{task, {1}})));
  ephemeral->down = false;
  EXPECT_EQ(store.call(GetResult{task, {1}}), Json::string("x"));
}

TEST_F(Composed, a_result_that_cannot_be_written_is_counted_and_reported) {
  ephemeral->down = true;
  EXPECT_TRUE(store.call(set("x")).has_value());
  EXPECT_TRUE(store.call(set("x")).has_value());
  EXPECT_EQ(port->lost_results(), 2u);
  EXPECT_THAT(lost, testing::ElementsAre("switched off", "switched off"));
}

TEST_F(Composed, other_errors_of_the_ephemeral_store_pass_through) {
  ASSERT_TRUE(store.call(set("x")).has_value());
  EXPECT_EQ(store.call(set("y")).error().code, Errc::conflict);
  ephemeral->with = Errc::corrupt;
  ephemeral->down = true;
  EXPECT_EQ(store.call(set("x")).error().code, Errc::corrupt);
  EXPECT_EQ(store.call(GetResult{task, {1}}).error().code, Errc::corrupt);
  EXPECT_EQ(store.await_result({task, {1}}, 1h).error().code, Errc::corrupt);
  EXPECT_EQ(port->lost_results(), 0u);
}

TEST_F(Composed, is_loud_when_the_durable_store_is_down) {
  durable->down = true;
  EXPECT_EQ(store.call(PutThread{.thread = ThreadId::of("t")}).error().code, Errc::unavailable);
  EXPECT_EQ(store.call(Health{}).error().code, Errc::unavailable);
  EXPECT_EQ(store.call(Sweep{}).error().code, Errc::unavailable);
}

TEST_F(Composed, health_is_good_when_both_are) {
  const auto health = store.call(Health{});
  ASSERT_TRUE(health.has_value());
  EXPECT_FALSE(health->degraded);
}

TEST_F(Composed, health_is_degraded_while_the_ephemeral_store_is_down) {
  ephemeral->down = true;
  const auto health = store.call(Health{});
  ASSERT_TRUE(health.has_value());
  EXPECT_TRUE(health->degraded);
  EXPECT_THAT(health->notes, testing::Contains("the ephemeral store is down: switched off"));
}

TEST_F(Composed, health_tells_of_lost_results_until_one_is_written_again) {
  ephemeral->down = true;
  ASSERT_TRUE(store.call(set("x")).has_value());
  ephemeral->down = false;
  const std::string note = "1 results could not be written to the ephemeral store";
  auto health = store.call(Health{});
  EXPECT_TRUE(health->degraded);
  EXPECT_THAT(health->notes, testing::Contains(note));
  ASSERT_TRUE(store.call(set("x")).has_value());
  health = store.call(Health{});
  EXPECT_FALSE(health->degraded);
  EXPECT_THAT(health->notes, testing::Contains(note));
}

TEST_F(Composed, waiting_for_a_result_goes_on_while_the_ephemeral_store_is_down) {
  ephemeral->down = true;
  std::jthread healer([this] {
    while (ephemeral->waits < 3) std::this_thread::yield();
    ephemeral->down = false;
    ASSERT_TRUE(store.call(set("x")).has_value());
  });
  EXPECT_EQ(store.await_result({task, {1}}, 1h), Json::string("x"));
}

TEST_F(Composed, waiting_for_a_result_ends_with_its_time_while_the_ephemeral_store_is_down) {
  ephemeral->down = true;
  EXPECT_TRUE(is_nothing(store.await_result({task, {1}}, 1ms)));
}

TEST_F(Composed, waiting_for_the_log_asks_the_durable_store) {
  ASSERT_TRUE(store.call(PutThread{.thread = ThreadId::of("t")}).has_value());
  EXPECT_EQ(store.wait(Position{0}, 1h), true);
  EXPECT_EQ(ephemeral->waits, 0);
}

TEST_F(Composed, sweeps_both_stores) {
  ASSERT_TRUE(store.call(set("x")).has_value());
  clock->advance(2h);
  const auto report = store.call(Sweep{});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->results_expired, 1u);
}

TEST_F(Composed, a_sweep_names_the_earlier_due_time_of_both) {
  ASSERT_TRUE(store.call(set("x")).has_value());
  EXPECT_EQ(store.call(Sweep{})->next_due, clock->now() + 1h);
  const TryLock lock{.name = LockName::of("l"), .owner = LockOwner::of("o"), .ttl = 1min};
  ASSERT_TRUE(store.call(lock).has_value());
  EXPECT_EQ(store.call(Sweep{})->next_due, clock->now() + 1min);
}

TEST_F(Composed, checks_the_fence_of_a_result_where_the_locks_are) {
  const auto won = store.call(TryLock{.name = LockName::of("l"), .owner = LockOwner::of("o")});
  ASSERT_TRUE(won.has_value());
  SetResult fenced = set("x");
  fenced.fence = LockFence{LockName::of("l"), won->lock.token.next()};
  EXPECT_EQ(store.call(fenced).error().code, Errc::stale_fence);
  fenced.fence->token = won->lock.token;
  EXPECT_TRUE(store.call(fenced).has_value());
  clock->advance(1h);
  EXPECT_EQ(store.call(fenced).error().code, Errc::stale_fence);
}

TEST_F(Composed, closes_both) {
  port->close();
  EXPECT_EQ(store.call(GetThread{ThreadId::of("t")}).error().code, Errc::unavailable);
  EXPECT_EQ(BlockingStore(Store(ephemeral)).call(Health{}).error().code, Errc::unavailable);
}

TEST(Compose, makes_one_store_out_of_two) {
  BlockingStore store(compose(*open_store("memory:"), *open_store("memory:")));
  const TaskId task = TaskId::make();
  ASSERT_TRUE(store.call(SetResult{.task = task, .attempt = {1}, .value = Json()}).has_value());
  EXPECT_EQ(store.call(GetResult{task, {1}}), Json());
}

}  // namespace
}  // namespace baton
