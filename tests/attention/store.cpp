#include <gmock/gmock.h>

#include <fstream>

#include "attention/looking.hpp"
#include "store/composed.hpp"
#include "support/redis_process.hpp"

namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

STORE_TEST_WITH(AttentionTest, AttentionStore, a_paused_lane_is_named_with_what_waits_in_it) {
  join("a1");
  submitted_many(2, "it's urgent");
  const Lane lane = Lane::of("it's urgent");
  must(SetPaused{.lane = lane});
  const AttentionItem paused = shown(lane_paused);
  EXPECT_EQ(paused.subject, Subject(lane));
  EXPECT_EQ(paused.count, 2U);
  EXPECT_EQ(paused.command, R"(baton queue resume 'it'\''s urgent')") << "fit for a shell";
  EXPECT_FALSE(item(all_paused));
  must(SetPaused{.lane = lane, .paused = false});
  EXPECT_FALSE(item(lane_paused));
}

STORE_TEST_WITH(AttentionTest, AttentionStore, a_pause_of_all_lanes_is_the_stores) {
  join("a1");
  submitted_many(2);
  must(SetPaused{});
  const AttentionItem paused = shown(all_paused);
  EXPECT_EQ(paused.subject, Subject(WholeStore{}));
  EXPECT_EQ(paused.count, 2U);
  EXPECT_EQ(paused.severity, Severity::critical);
  EXPECT_EQ(paused.command, "baton queue resume --all");
  must(SetPaused{.paused = false});
  EXPECT_FALSE(item(all_paused));
}

STORE_TEST_WITH(AttentionTest, AttentionStore, a_group_lags_by_events_or_by_their_age) {
  must(group("g"));
  submitted_many(30);
  EXPECT_FALSE(item(group_lagging));
  const AttentionItem far = shown(group_lagging, {.lag_events = 29});
  EXPECT_EQ(far.subject, Subject(GroupName::of("g")));
  EXPECT_EQ(far.count, 30U);
  EXPECT_EQ(far.command, "baton group show g");
  must(read_group("g", 10));
  const Time begun = clock.now();
  clock.advance(5min);
  const AttentionItem late = shown(group_lagging);
  EXPECT_EQ(late.count, 20U);
  EXPECT_EQ(late.since, begun);
  EXPECT_EQ(late.sentence, "Group g is 20 events behind, the first of them 5 min old");
  must(read_group("g", 1000));
  EXPECT_FALSE(item(group_lagging));
}

STORE_TEST_WITH(AttentionTest, AttentionStore, dead_letters_are_told_until_they_are_redriven) {
  submitted_many(3);
  PutGroup hasty = group("g");
  hasty.max_deliveries = 1;
  must(hasty);
  must(read_group("g"));
  clock.advance(61s);
  EXPECT_FALSE(item(group_dead_letters));
  sweep_all();
  const AttentionItem dead = shown(group_dead_letters);
  EXPECT_EQ(dead.count, 3U);
  EXPECT_EQ(dead.command, "baton group redrive g");
  must(Redrive{.group = GroupName::of("g")});
  EXPECT_FALSE(item(group_dead_letters));
}

STORE_TEST_WITH(AttentionTest, AttentionStore, events_that_a_group_lost_to_the_hard_cap_are_critical) {
  submitted_many(100);
  must(group("g"));
  EXPECT_FALSE(item(group_dropped));
  must(Sweep{.keep_events = 10, .max_events = 60});
  const AttentionItem dropped = shown(group_dropped);
  EXPECT_EQ(dropped.count, 40U);
  EXPECT_EQ(dropped.severity, Severity::critical);
  EXPECT_EQ(dropped.subject, Subject(GroupName::of("g")));
}

STORE_TEST_WITH(AttentionTest, AttentionStore, a_frozen_store_is_told_while_reads_go_on) {
  must(Freeze{});
  const AttentionItem frozen = shown(store_frozen);
  EXPECT_EQ(frozen.subject, Subject(WholeStore{}));
  EXPECT_EQ(frozen.command, "baton store thaw STORE");
  must(Freeze{.frozen = false});
  EXPECT_FALSE(item(store_frozen));
}

STORE_TEST_WITH(AttentionTest, AttentionStore, durability_is_an_item_exactly_where_the_store_does_not_promise_it) {
  const HealthReport health = must(Health{});
  const auto relaxed = item(durability_relaxed);
  EXPECT_EQ(relaxed.has_value(), !health.durable);
  if (relaxed) {
    EXPECT_THAT(relaxed->sentence, HasSubstr(health.durability));
  }
}

TEST(AttentionDurability, a_redis_that_syncs_every_second_is_relaxed) {
  const RedisProcess redis({.config = {"appendfsync everysec"}});
  BlockingStore store(open_store(redis.url()).value());
  const auto relaxed = item_of(look_at(store.store()), AttentionRule::durability_relaxed);
  store.store().port()->close();
  ASSERT_TRUE(relaxed);
  EXPECT_EQ(relaxed->subject, Subject(WholeStore{}));
  EXPECT_EQ(relaxed->severity, Severity::warning);
  EXPECT_THAT(relaxed->sentence, AllOf(HasSubstr("relaxed"), HasSubstr("appendfsync")));
}

TEST(AttentionNotes, what_a_damaged_file_lost_is_noted) {
  const TemporaryDirectory folder;
  const auto path = folder.path() / "state.db";
  open_store("sqlite:" + path.string()).value().port()->close();
  std::fstream(path) << "this is no header";
  BlockingStore store(open_store("sqlite:" + path.string()).value());
  const auto note = item_of(look_at(store.store()), AttentionRule::store_note);
  store.store().port()->close();
  ASSERT_TRUE(note);
  EXPECT_EQ(note->severity, Severity::notice);
  EXPECT_THAT(note->sentence, HasSubstr("damaged"));
}

TEST(AttentionDegraded, a_store_without_its_ephemeral_half_is_degraded) {
  const TemporaryDirectory folder;
  const RedisProcess redis({.started = false});
  auto opened = open_composed("sqlite:" + (folder.path() / "state.db").string(), redis.url(), {}, {});
  ASSERT_TRUE(opened) << opened.error().detail;
  BlockingStore store(*std::move(opened));
  const auto degraded = item_of(look_at(store.store()), AttentionRule::store_degraded);
  store.store().port()->close();
  ASSERT_TRUE(degraded);
  EXPECT_EQ(degraded->severity, Severity::warning);
}

}  // namespace
}  // namespace baton::test
