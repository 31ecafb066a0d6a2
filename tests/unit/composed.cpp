#include "store/composed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "baton/blocking.hpp"
#include "baton/open.hpp"
#include "core/refusals.hpp"
#include "unit/switch.hpp"

namespace baton::composed_test {
namespace {

using namespace std::chrono_literals;
using test::Switch;

bool is_nothing(const Result<std::optional<Json>>& found) { return found.has_value() && !found->has_value(); }

/// A composed store, its halves, and what it told.
struct Both {
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>();
  std::shared_ptr<Switch> durable = std::make_shared<Switch>(open_store("memory:", {.clock = clock})->port());
  std::shared_ptr<Switch> ephemeral = std::make_shared<Switch>(open_store("memory:", {.clock = clock})->port());
  std::vector<std::string> lost;
  std::shared_ptr<ComposedPort> port = std::make_shared<ComposedPort>(
      durable, ephemeral,
      ComposedOptions{.on_lost_result = [this](const Error& error) { lost.push_back(error.detail); }, .pause = 1us});
  BlockingStore store{Store(port)};
  TaskId task = TaskId::make();

  /// Something before, in and behind the results.
  void fill() { fill(store); }
  void fill(BlockingStore& into) {
    ASSERT_TRUE(into.call(PutThread{.thread = ThreadId::of("t")}).has_value());
    ASSERT_TRUE(into.call(set("x")).has_value());
    SetResult second = set("y");
    second.attempt = {2};
    ASSERT_TRUE(into.call(second).has_value());
    ASSERT_TRUE(into.call(PutRecord{.kind = RecordKind::of("k"), .key = RecordKey::of("r")}).has_value());
  }
  static std::vector<std::string> rows_of(BlockingStore& from, std::uint32_t limit) {
    std::vector<std::string> rows;
    Export request{.limit = limit};
    do {
      const auto page = from.call(request);
      if (!page) throw std::runtime_error(page.error().detail);
      rows.insert(rows.end(), page->rows.begin(), page->rows.end());
      request.after = page->next;
    } while (!request.after.empty());
    return rows;
  }

  SetResult set(std::string_view value) { return {.task = task, .attempt = {1}, .value = Json::string(value)}; }
};

struct Composed : testing::Test, Both {};

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

TEST_F(Composed, a_sweep_keeps_its_bound_over_both) {
  ASSERT_TRUE(store.call(set("x")).has_value());
  ASSERT_TRUE(store.call(PutRecord{.kind = RecordKind::of("k"), .key = RecordKey::of("r"), .ttl = 1h}).has_value());
  clock->advance(2h);
  const auto first = store.call(Sweep{.limit = 1});
  EXPECT_EQ(first->records_expired, 1u);
  EXPECT_EQ(first->results_expired, 0u);
  EXPECT_EQ(first->next_due, clock->now());
  EXPECT_EQ(store.call(Sweep{.limit = 1})->results_expired, 1u);
}

TEST_F(Composed, is_swept_while_the_ephemeral_store_is_down) {
  ASSERT_TRUE(store.call(PutRecord{.kind = RecordKind::of("k"), .key = RecordKey::of("r"), .ttl = 1h}).has_value());
  clock->advance(2h);
  ephemeral->down = true;
  EXPECT_EQ(store.call(Sweep{})->records_expired, 1u);
}

TEST_F(Composed, frozen_refuses_results_and_counts_none_of_them) {
  ASSERT_TRUE(store.call(Freeze{}).has_value());
  EXPECT_EQ(store.call(set("x")).error(), refuse::frozen().error());
  SetResult fenced = set("x");
  fenced.fence = LockFence{LockName::of("l"), LockToken{1}};
  EXPECT_EQ(store.call(fenced).error(), refuse::frozen().error());
  EXPECT_EQ(port->lost_results(), 0u);
  ASSERT_TRUE(store.call(Freeze{.frozen = false}).has_value());
  EXPECT_TRUE(store.call(set("x")).has_value());
}

TEST_F(Composed, is_not_frozen_by_half) {
  ephemeral->down = true;
  const auto refused = store.call(Freeze{});
  EXPECT_EQ(refused.error().code, Errc::unavailable);
  EXPECT_EQ(refused.error().detail, "the ephemeral store is down: switched off");
  EXPECT_FALSE(store.call(Health{})->frozen);
}

TEST_F(Composed, is_thawed_as_far_as_it_can_be) {
  ASSERT_TRUE(store.call(Freeze{}).has_value());
  ephemeral->down = true;
  EXPECT_EQ(store.call(Freeze{.frozen = false}).error().code, Errc::unavailable);
  ephemeral->down = false;
  const auto health = store.call(Health{});
  EXPECT_FALSE(health->frozen);
  EXPECT_THAT(health->notes, testing::Contains("results are frozen; thaw the store"));
  ASSERT_TRUE(store.call(Freeze{.frozen = false}).has_value());
  EXPECT_TRUE(store.call(set("x")).has_value());
}

TEST_F(Composed, health_tells_of_results_that_can_be_written_though_the_store_is_frozen) {
  ASSERT_TRUE(store.call(Freeze{}).has_value());
  ASSERT_TRUE(BlockingStore(Store(ephemeral)).call(Freeze{.frozen = false}).has_value());
  EXPECT_THAT(store.call(Health{})->notes, testing::Contains("results are not frozen; freeze the store again"));
}

TEST_F(Composed, exports_the_results_in_their_place_on_pages_of_any_size) {
  fill();
  BlockingStore single(*open_store("memory:", {.clock = clock}));
  fill(single);
  const auto rows = rows_of(single, 1000);
  EXPECT_THAT(rows, testing::Contains(testing::StartsWith(R"({"table":"results")")).Times(2));
  for (const std::uint32_t limit : {1u, 2u, 3u, 1000u}) EXPECT_EQ(rows_of(store, limit), rows) << limit;
}

TEST_F(Composed, does_not_export_results_that_it_cannot_read) {
  ASSERT_TRUE(BlockingStore(Store(durable)).call(set("of a time before")).has_value());
  for (const std::string& row : rows_of(store, 1000)) EXPECT_THAT(row, testing::Not(testing::HasSubstr("results")));
}

TEST_F(Composed, exports_nothing_rather_than_all_but_the_results) {
  fill();
  ephemeral->down = true;
  EXPECT_EQ(store.call(Export{}).error().code, Errc::unavailable);
  ephemeral->down = false;
  EXPECT_TRUE(store.call(Export{}).has_value());
}

TEST_F(Composed, imports_each_row_where_it_belongs) {
  fill();
  const auto rows = rows_of(store, 1000);
  Both other;
  ASSERT_TRUE(other.store.call(Freeze{}).has_value());
  EXPECT_EQ(other.store.call(Import{rows}), rows.size());
  EXPECT_EQ(rows_of(other.store, 1000), rows);
  EXPECT_EQ(BlockingStore(Store(other.ephemeral)).call(GetResult{task, {1}}), Json::string("x"));
}

TEST_F(Composed, imports_nothing_of_a_call_with_a_row_that_no_export_made) {
  fill();
  auto rows = rows_of(store, 1000);
  rows.emplace_back(R"({"table":"results","row":1})");
  Both other;
  EXPECT_EQ(other.store.call(Import{rows}).error().code, Errc::conflict);
  ASSERT_TRUE(other.store.call(Freeze{}).has_value());
  const auto empty = rows_of(other.store, 1000);
  EXPECT_EQ(other.store.call(Import{rows}).error().code, Errc::invalid);
  rows.pop_back();
  rows.emplace_back(R"({"table":"threads","row":1})");
  EXPECT_EQ(other.store.call(Import{rows}).error().code, Errc::invalid);
  EXPECT_EQ(rows_of(other.store, 1000), empty);
}

TEST_F(Composed, an_import_without_the_ephemeral_store_can_be_repeated) {
  fill();
  const auto rows = rows_of(store, 1000);
  Both other;
  ASSERT_TRUE(other.store.call(Freeze{}).has_value());
  other.ephemeral->down = true;
  EXPECT_EQ(other.store.call(Import{rows}).error().code, Errc::unavailable);
  other.ephemeral->down = false;
  EXPECT_EQ(other.store.call(Import{rows}), rows.size());
  EXPECT_EQ(rows_of(other.store, 1000), rows);
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
}  // namespace baton::composed_test
