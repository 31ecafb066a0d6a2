#include "engine/attention_rules.hpp"

#include <gmock/gmock.h>

#include <set>

#include "engine/phrases.hpp"

namespace baton::attention_rules_test {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Time now{std::chrono::days{20'000}};

/// A store that nobody has to look at.
Situation healthy() {
  Situation situation;
  situation.health = {.now = now, .backend = "test", .durable = true, .durability = "full"};
  situation.agents = Census(now);
  return situation;
}

TaskId task_number(std::uint8_t number) {
  std::array<std::uint8_t, 16> bytes{};
  bytes[15] = number;
  return TaskId(bytes);
}

std::vector<AttentionRule> rules_of(const Situation& situation, const AttentionOptions& options = {}) {
  std::vector<AttentionRule> rules;
  for (const AttentionItem& item : judge(situation, options)) rules.push_back(item.rule);
  return rules;
}

Agent agent_of(std::string_view id, AgentState state, std::vector<Lane> lanes) {
  Agent agent;
  agent.id = AgentId::of(id);
  agent.state = state;
  agent.deadline = now + 30s;
  agent.lanes = std::move(lanes);
  return agent;
}

TEST(AttentionRules, have_names_of_their_own_and_stand_in_order_of_severity) {
  std::set<std::string_view> names;
  for (const AttentionRuleEntry& entry : attention_table()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_EQ(to_text(entry.rule), entry.name);
    EXPECT_FALSE(entry.meaning.empty());
  }
}

TEST(AttentionRules, find_nothing_in_a_store_that_is_well) { EXPECT_THAT(judge(healthy(), {}), ElementsAre()); }

TEST(AttentionRules, give_the_most_severe_first) {
  Situation situation = healthy();
  situation.health.notes = {"the disk is nearly full"};
  situation.health.durable = false;
  situation.health.frozen = true;
  situation.health.degraded = true;
  EXPECT_THAT(rules_of(situation), ElementsAre(AttentionRule::store_frozen, AttentionRule::durability_relaxed,
                                               AttentionRule::store_degraded, AttentionRule::store_note));
}

TEST(AttentionRules, do_not_call_a_lane_unserved_in_a_fleet_that_was_not_counted_whole) {
  Situation situation = healthy();
  situation.queue.lanes[Lane::of("work")] = {.depth = 1, .oldest = now};
  EXPECT_THAT(rules_of(situation), ElementsAre(AttentionRule::lane_unserved));
  situation.agents.complete = false;
  EXPECT_THAT(rules_of(situation), ElementsAre());
  EXPECT_FALSE(situation.complete());
}

TEST(AttentionRules, judge_a_task_by_the_time_it_waits_and_not_by_its_age) {
  Situation situation = healthy();
  situation.tasks.waiting.items = {{.id = task_number(1), .lane = Lane::of("a"), .since = now - 15min},
                                   {.id = task_number(2), .lane = Lane::of("a"), .since = now - 15min + 1us}};
  const auto items = judge(situation, {});
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items[0].count, 1U);
  EXPECT_EQ(items[0].subject, Subject(task_number(1)));
}

TEST(AttentionRules, leave_out_blocked_tasks_whose_reason_was_not_looked_at) {
  Situation situation = healthy();
  situation.tasks.blocked.items = {{.id = task_number(1), .lane = Lane::of("a"), .since = now - 2h}};
  EXPECT_THAT(rules_of(situation), ElementsAre());
}

TEST(Census, counts_who_serves_a_lane_by_what_they_can_do) {
  const Lane work = Lane::of("work");
  Census census(now, {work});
  census.add(agent_of("a", AgentState::idle, {work}));
  census.add(agent_of("b", AgentState::reporting, {work, Lane::of("other")}));
  census.add(agent_of("c", AgentState::draining, {Lane::of("*")}));
  census.add(agent_of("d", AgentState::crashed, {work}));
  Agent silent = agent_of("e", AgentState::working, {work});
  silent.deadline = now;
  census.add(silent);
  Agent suspect = agent_of("f", AgentState::idle, {work});
  suspect.claims_from = now + 10s;
  census.add(suspect);
  Agent released = agent_of("g", AgentState::idle, {work});
  released.claims_from = now;
  census.add(released);
  const Servers servers = census.serving(work);
  EXPECT_EQ(servers[Standing::idle], 2U);
  EXPECT_EQ(servers[Standing::busy], 1U);
  EXPECT_EQ(servers[Standing::draining], 1U);
  EXPECT_EQ(servers[Standing::crashed], 1U);
  EXPECT_EQ(servers[Standing::stale], 1U);
  EXPECT_EQ(servers[Standing::quarantined], 1U);
  EXPECT_EQ(servers.first_release, now + 10s);
  EXPECT_EQ(census.serving(Lane::of("other")).live(), 0U) << "only lanes that were asked for are counted";
  EXPECT_EQ(census.in(AgentState::idle), 3U);
  EXPECT_EQ(census.quarantined().count, 1U);
}

TEST(Commands, quote_what_a_shell_would_take_apart) {
  EXPECT_EQ(to_text(Command::queue_resume, "work"), "baton queue resume work");
  EXPECT_EQ(to_text(Command::queue_resume, "two words"), "baton queue resume 'two words'");
  EXPECT_EQ(to_text(Command::queue_resume, "$(reboot)"), "baton queue resume '$(reboot)'");
  EXPECT_EQ(to_text(Command::queue_resume, "it's"), R"(baton queue resume 'it'\''s')");
  EXPECT_EQ(to_text(Command::queue_resume, "--all"), "baton queue resume -- --all");
  EXPECT_EQ(to_text(Command::queue_resume), "baton queue resume LANE");
  EXPECT_EQ(to_text(Command::agent_list, "work"), "baton agent list");
  EXPECT_EQ(to_text(Command::store_thaw), "baton store thaw STORE");
}

TEST(Phrases, say_lengths_of_time_as_people_do) {
  EXPECT_EQ(phrase::span(42s), "42 s");
  EXPECT_EQ(phrase::span(119s), "119 s");
  EXPECT_EQ(phrase::span(2min + 59s), "2 min");
  EXPECT_EQ(phrase::span(47h), "47 h");
  EXPECT_EQ(phrase::span(24h * 91), "91 days");
}

TEST(Phrases, cut_a_long_text_between_characters) {
  EXPECT_EQ(phrase::excerpt("short"), "short");
  const std::string cut = phrase::excerpt(std::string(199, 'x') + "äöü");
  EXPECT_EQ(cut, std::string(199, 'x') + "…");
}

}  // namespace
}  // namespace baton::attention_rules_test
