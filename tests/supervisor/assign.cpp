#include <gmock/gmock.h>

#include <set>

#include "supervisor/supervisor_fixture.hpp"

namespace baton::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

NewTask task_of_priority(std::uint32_t priority, std::string_view kind = "work") {
  NewTask made = task(kind);
  made.priority = priority;
  return made;
}

SUPERVISOR_TEST(Assign, gives_fifty_tasks_to_fifty_agents_in_one_pass) {
  const auto names = agents(50);
  submitted_many(50);
  const auto one = watchman();
  EXPECT_EQ(one->deaf_pass().assigned, 50U);
  EXPECT_EQ(running(), 50U);
  for (const auto& name : names) EXPECT_EQ(agent_of(name).state, AgentState::assigned);
}

SUPERVISOR_TEST(Assign, gives_what_the_log_tells_of_without_looking_at_the_store_again) {
  const auto one = watchman();
  one->pass();
  agents(20);
  submitted_many(20);
  EXPECT_EQ(one->pass().assigned, 20U);
  EXPECT_EQ(one->counts().rebuilds, 1U);
  EXPECT_EQ(one->counts().nothing, 0U);
  EXPECT_EQ(one->counts().conflicts, 0U);
}

SUPERVISOR_TEST(Assign, gives_each_lane_to_those_who_serve_it_the_most_urgent_first) {
  must(agent("writer", {"write"}));
  must(agent("reader", {"read"}));
  const TaskId later = submitted(task_of_priority(700, "write"));
  const TaskId urgent = submitted(task_of_priority(1, "write"));
  const TaskId other = submitted(task_of_priority(0, "paint"));
  EXPECT_EQ(watchman()->deaf_pass().assigned, 1U);
  EXPECT_EQ(agent_of("writer").current_task, urgent);
  EXPECT_EQ(agent_of("reader").state, AgentState::idle);
  EXPECT_EQ(status_of(later), TaskStatus::pending);
  EXPECT_EQ(status_of(other), TaskStatus::pending);
}

SUPERVISOR_TEST(Assign, leaves_no_lane_out_whoever_serves_several) {
  must(agent("both", {"read", "write"}));
  must(agent("reader", {"read"}));
  must(agent("anything"));
  submitted(task("read"));
  submitted(task_of_priority(1, "write"));
  submitted(task_of_priority(0, "paint"));
  EXPECT_EQ(watchman()->deaf_pass().assigned, 3U);
  EXPECT_EQ(running(), 3U);
}

SUPERVISOR_TEST(Assign, goes_on_beside_claims_of_the_agents_themselves) {
  agents(10);
  const auto tasks = submitted_many(10);
  const auto one = watchman();
  one->pass();  // knows them all, and gives
  const auto more = submitted_many(5);
  agents(10, "puller");
  for (int i = 0; i < 3; ++i) granted("puller-" + std::to_string(i));
  EXPECT_EQ(one->pass().assigned, 2U);
  EXPECT_EQ(running(), 15U);
  EXPECT_EQ(one->counts().backoffs, 0U);
  // Of what was thought to wait there is nothing left; the next pass asks nobody.
  const auto asked = one->counts().nothing;
  one->pass();
  EXPECT_EQ(one->counts().nothing, asked);
}

SUPERVISOR_TEST(Assign, lets_the_agent_learn_of_its_task_by_its_beat_and_by_its_claim) {
  must(agent("ada"));
  const TaskId id = submitted(task());
  watchman()->deaf_pass();
  const Orders orders = must(beat("ada"));
  ASSERT_TRUE(orders.grant);
  EXPECT_EQ(orders.grant->task, id);
  const Grant grant = granted("ada");
  EXPECT_EQ(grant.fence, *orders.grant);
  EXPECT_EQ(agent_of("ada").state, AgentState::working);
  EXPECT_EQ(must(complete(grant)).status, TaskStatus::completed);
}

SUPERVISOR_TEST(Assign, leaves_paused_lanes_alone_until_they_go_on) {
  agents(4);
  const auto one = watchman();
  one->pass();
  must(SetPaused{.lane = Lane::of("work"), .paused = true});
  submitted_many(2);
  submitted(task("other"));
  EXPECT_EQ(one->pass().assigned, 1U);
  must(SetPaused{.lane = Lane::of("work"), .paused = false});
  EXPECT_EQ(one->pass().assigned, 2U);
  must(SetPaused{.paused = true});
  submitted(task());
  EXPECT_EQ(one->pass().assigned, 0U);
  must(SetPaused{.paused = false});
  EXPECT_EQ(one->pass().assigned, 1U);
}

SUPERVISOR_TEST(Assign, forgets_no_task_of_a_lane_that_was_paused_behind_its_back) {
  agents(2);
  const auto one = watchman();
  one->pass();
  submitted(task());
  must(SetPaused{.lane = Lane::of("work"), .paused = true});
  one->miss_events();
  must(SetPaused{.lane = Lane::of("work"), .paused = false});
  EXPECT_EQ(one->pass().assigned, 1U);
}

SUPERVISOR_TEST(Assign, gives_nothing_to_who_drains_and_again_to_who_resumes) {
  must(agent("ada"));
  const auto one = watchman();
  one->pass();
  must(transition("ada", AgentState::idle, AgentEvent::drain));
  submitted(task());
  EXPECT_EQ(one->pass().assigned, 0U);
  EXPECT_EQ(one->counts().conflicts, 0U);
  must(transition("ada", AgentState::draining, AgentEvent::resume));
  EXPECT_EQ(one->pass().assigned, 1U);
}

SUPERVISOR_TEST(Assign, gives_the_next_task_to_whoever_is_done) {
  must(agent("ada"));
  submitted_many(3);
  const auto one = watchman();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(one->pass().assigned, 1U);
    must(complete(granted("ada")));
  }
  EXPECT_EQ(one->pass().assigned, 0U);
  EXPECT_EQ(one->counts().rebuilds, 1U);
}

SUPERVISOR_TEST(Assign, does_not_press_a_task_on_who_declined_it_while_another_may_have_it) {
  must(agent("ada"));
  const TaskId id = submitted(task());
  const auto one = watchman();
  one->pass();
  must(decline(granted("ada")));
  EXPECT_EQ(one->pass().assigned, 0U);
  must(agent("bob"));
  EXPECT_EQ(one->pass().assigned, 1U);
  EXPECT_EQ(task_of(id).holder, agent_id("bob"));
}

SUPERVISOR_TEST(Assign, notices_who_was_freed_of_a_cancelled_task_without_an_event) {
  must(agent("ada"));
  const TaskId id = submitted(task());
  const auto one = watchman();
  one->pass();
  const Grant grant = granted("ada");
  one->pass();
  must(Cancel{.task = id});
  must(release(grant));
  submitted(task());
  one->pass();
  clock.advance(1s);
  one->pass();
  EXPECT_EQ(running(), 1U);
  EXPECT_EQ(one->counts().rebuilds, 1U);
}

SUPERVISOR_TEST(Assign, is_left_to_the_agents_if_so_told) {
  agents(3);
  submitted_many(3);
  const auto one = watchman({.assign = false});
  EXPECT_EQ(one->pass().assigned, 0U);
  EXPECT_EQ(running(), 0U);
  EXPECT_EQ(one->counts().sweeps, 1U);
}

SUPERVISOR_TEST(Assign, by_three_supervisors_gives_each_task_once) {
  agents(30);
  const auto tasks = submitted_many(30);
  const auto assigned = race(3, [this](int) { return watchman()->deaf_pass().assigned; });
  EXPECT_EQ(assigned[0] + assigned[1] + assigned[2], 30U);
  std::set<AgentId> holders;
  for (const TaskId& id : tasks) {
    const Task one = task_of(id);
    EXPECT_EQ(one.attempt, Attempt{1});
    holders.insert(*one.holder);
  }
  EXPECT_EQ(holders.size(), 30U);
}

}  // namespace
}  // namespace baton::test
