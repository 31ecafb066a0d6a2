#include <gmock/gmock.h>

#include "attention/looking.hpp"

namespace baton::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

STORE_TEST_WITH(AttentionTest, AttentionAgents, a_healthy_fleet_needs_nobody) {
  join("a1");
  submitted(task());
  granted("a1");
  for (const AttentionItem& item : look().items) {
    EXPECT_TRUE(item.rule == durability_relaxed || item.rule == store_note) << item.sentence;
  }
  EXPECT_TRUE(look().complete);
  EXPECT_EQ(look().now, clock.now());
}

STORE_TEST_WITH(AttentionTest, AttentionAgents, an_agent_past_its_deadline_is_stale_until_a_sweep_takes_notice) {
  must(agent("a1"));
  const Time deadline = agent_of("a1").deadline;
  clock.set(deadline - 1us);
  EXPECT_FALSE(item(agent_stale));
  clock.advance(12s);
  const AttentionItem stale = shown(agent_stale);
  EXPECT_EQ(stale.subject, Subject(agent_id("a1")));
  EXPECT_EQ(stale.since, deadline);
  EXPECT_EQ(stale.severity, Severity::warning);
  EXPECT_EQ(stale.command, "baton agent show a1");
  EXPECT_THAT(stale.sentence, HasSubstr("Agent a1 has not been heard of"));
  EXPECT_FALSE(item(agent_crashed));
  sweep_all();
  EXPECT_FALSE(item(agent_stale));
  const AttentionItem crashed = shown(agent_crashed);
  EXPECT_EQ(crashed.subject, Subject(agent_id("a1")));
  EXPECT_EQ(crashed.since, clock.now());
  EXPECT_EQ(crashed.command, "baton agent remove a1");
  must(Deregister{.agent = agent_id("a1")});
  EXPECT_FALSE(item(agent_crashed));
}

STORE_TEST_WITH(AttentionTest, AttentionAgents, many_of_a_kind_are_one_item_with_the_first_few) {
  for (int i = 10; i < 22; ++i) must(agent("a" + std::to_string(i)));
  clock.advance(30s);
  const AttentionItem stale = shown(agent_stale);
  EXPECT_EQ(stale.count, 12U);
  EXPECT_FALSE(stale.at_least);
  EXPECT_THAT(stale.examples,
              ElementsAre(agent_id("a10"), agent_id("a11"), agent_id("a12"), agent_id("a13"), agent_id("a14")));
  EXPECT_THAT(stale.sentence, HasSubstr("12 agents have not been heard of"));
}

STORE_TEST_WITH(AttentionTest, AttentionAgents, six_crashes_in_a_minute_quarantine_an_agent_for_a_minute) {
  crash_again_and_again("a1", 5);
  EXPECT_FALSE(item(agent_quarantined));
  must(again("a1", 6));
  crash("a1");
  const AttentionItem quarantined = shown(agent_quarantined);
  EXPECT_EQ(quarantined.subject, Subject(agent_id("a1")));
  EXPECT_EQ(quarantined.since, clock.now());
  EXPECT_THAT(quarantined.sentence, HasSubstr(to_text(clock.now() + 60s)));
  must(again("a1", 7));
  EXPECT_TRUE(item(agent_quarantined)) << "coming back does not end it";
  submitted(task());
  EXPECT_THAT(shown(lane_unserved).sentence, HasSubstr("1 quarantined"));
  clock.advance(60s);
  must(again("a1", 8));
  EXPECT_FALSE(item(agent_quarantined)) << "it is on probation";
  EXPECT_FALSE(item(lane_unserved));
}

STORE_TEST_WITH(AttentionTest, AttentionAgents, a_lane_that_no_live_agent_serves_is_named_with_the_reason) {
  join("other", {"elsewhere"});
  submitted_many(3, "here");
  const AttentionItem nobody = shown(lane_unserved);
  EXPECT_EQ(nobody.subject, Subject(Lane::of("here")));
  EXPECT_EQ(nobody.count, 3U);
  EXPECT_EQ(nobody.since, clock.now());
  EXPECT_EQ(nobody.severity, Severity::critical);
  EXPECT_THAT(nobody.sentence, HasSubstr("no agent serves it"));
  must(agent("a1", {"here"}));
  EXPECT_FALSE(item(lane_unserved));
  must(transition("a1", AgentState::idle, AgentEvent::drain));
  EXPECT_THAT(shown(lane_unserved).sentence, HasSubstr("1 draining"));
  must(transition("a1", AgentState::draining, AgentEvent::resume));
  clock.advance(30s);
  EXPECT_THAT(shown(lane_unserved).sentence, HasSubstr("1 stale"));
  sweep_all();
  EXPECT_THAT(shown(lane_unserved).sentence, HasSubstr("1 crashed"));
  join("general");
  EXPECT_FALSE(item(lane_unserved));
  granted("general");
  EXPECT_FALSE(item(lane_unserved)) << "who is busy will be free";
}

STORE_TEST_WITH(AttentionTest, AttentionAgents, beyond_a_bound_lanes_share_an_item) {
  for (int i = 100; i < 130; ++i) submitted(task("lane " + std::to_string(i)));
  const AttentionReport report = look();
  EXPECT_EQ(std::ranges::count(report.items, lane_unserved, &AttentionItem::rule), 20);
  const auto rest =
      std::ranges::find_if(report.items, [](const AttentionItem& item) { return !item.examples.empty(); });
  ASSERT_NE(rest, report.items.end());
  EXPECT_EQ(rest->count, 11U);
  EXPECT_EQ(rest->sentence, "11 lanes more of the same");
  EXPECT_EQ(rest->examples.front(), Subject(Lane::of("lane 119")));
}

}  // namespace
}  // namespace baton::test
