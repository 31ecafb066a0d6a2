#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum AgentState;
using enum EventType;

STORE_TEST(Transitions, compare_and_set_succeeds_in_the_expected_state) {
  must(agent("a1"));
  const Position before = last_position();
  const Agent changed = must(transition("a1", idle, AgentEvent::drain));
  EXPECT_EQ(changed.state, draining);
  EXPECT_EQ(agent_of("a1"), changed);
  const auto log = events(before);
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0].type, agent_changed);
  EXPECT_EQ(log[0].agent, agent_id("a1"));
}

STORE_TEST(Transitions, compare_and_set_conflicts_with_expected_and_actual) {
  must(agent("a1"));
  submitted(task());
  granted("a1");
  const auto before = events();
  const Error error = refusal(transition("a1", idle, AgentEvent::drain));
  EXPECT_EQ(error.code, Errc::conflict);
  EXPECT_EQ(error.expected, "idle");
  EXPECT_EQ(error.actual, "working");
  EXPECT_FALSE(is_retryable(error));
  EXPECT_EQ(agent_of("a1").state, working);
  EXPECT_EQ(events(), before);
}

STORE_TEST(Transitions, compare_and_set_of_an_unknown_agent_is_not_found) {
  EXPECT_REFUSED(not_found, transition("nobody", idle, AgentEvent::drain));
  EXPECT_TRUE(events().empty());
  EXPECT_TRUE(must(ListAgents{}).items.empty());
}

STORE_TEST(Transitions, compare_and_set_has_exactly_one_winner_among_10_threads) {
  must(agent("a1"));
  const auto answers = race(10, [&](int) -> std::optional<Error> {
    auto answer = call(transition("a1", idle, AgentEvent::drain));
    return answer ? std::nullopt : std::optional(answer.error());
  });
  EXPECT_EQ(std::ranges::count_if(answers, [](const auto& error) { return !error; }), 1);
  for (const auto& error : answers) {
    if (!error) continue;
    EXPECT_EQ(error->code, Errc::conflict);
    EXPECT_EQ(error->expected, "idle");
    EXPECT_EQ(error->actual, "draining");
  }
  EXPECT_EQ(count_of(agent_changed), 1U);
}

STORE_TEST(Transitions, a_repeat_finds_the_state_it_made) {
  must(agent("a1"));
  must(transition("a1", idle, AgentEvent::drain));
  const Error error = refusal(transition("a1", idle, AgentEvent::drain));
  EXPECT_EQ(error.code, Errc::conflict);
  EXPECT_EQ(error.expected, "idle");
  EXPECT_EQ(error.actual, "draining");
}

STORE_TEST(Transitions, an_arrow_that_does_not_exist_is_invalid) {
  must(agent("a1"));
  EXPECT_REFUSED(invalid, transition("a1", idle, AgentEvent::output_ready));
  EXPECT_REFUSED(invalid, transition("a1", idle, AgentEvent::resume));
  EXPECT_REFUSED(invalid, transition("a1", crashed, AgentEvent::agent_failed));
  EXPECT_REFUSED(invalid, transition("a1", draining, AgentEvent::drain));
  EXPECT_EQ(agent_of("a1").state, idle);
}

STORE_TEST(Transitions, arrows_of_other_verbs_are_invalid_here) {
  must(agent("a1"));
  EXPECT_REFUSED(invalid, transition("a1", idle, AgentEvent::registered));
  EXPECT_REFUSED(invalid, transition("a1", idle, AgentEvent::task_assigned));
  EXPECT_REFUSED(invalid, transition("a1", idle, AgentEvent::task_claimed));
  EXPECT_REFUSED(invalid, transition("a1", working, AgentEvent::task_settled));
  EXPECT_REFUSED(invalid, transition("a1", idle, AgentEvent::deadline_passed));
  EXPECT_EQ(types(), std::vector{agent_registered});
}

STORE_TEST(Transitions, a_given_incarnation_must_be_the_current_one) {
  must(agent("a1"));
  must(again("a1"));
  Transition request = transition("a1", idle, AgentEvent::drain);
  request.incarnation = incarnation("a1");
  EXPECT_REFUSED(stale_fence, request);
  EXPECT_EQ(agent_of("a1").state, idle);
  request.incarnation = incarnation("a1", 2);
  EXPECT_EQ(must(request).state, draining);
}

STORE_TEST(Transitions, a_task_goes_from_assigned_over_working_to_reporting) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  granted(push("a1"));
  const Position before = last_position();
  EXPECT_EQ(must(transition("a1", assigned, AgentEvent::work_started)).state, working);
  const Agent reports = must(transition("a1", working, AgentEvent::output_ready));
  EXPECT_EQ(reports.state, reporting);
  EXPECT_EQ(reports.current_task, id);
  EXPECT_EQ(types(before), (std::vector{agent_changed, agent_changed}));
  EXPECT_EQ(status_of(id), TaskStatus::running);
}

STORE_TEST(Transitions, draining_keeps_the_task_until_it_is_settled) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  const Agent drained = must(transition("a1", working, AgentEvent::drain));
  EXPECT_EQ(drained.state, draining);
  EXPECT_EQ(drained.current_task, id);
  EXPECT_TRUE(must(complete(grant)).counted);
  EXPECT_EQ(agent_of("a1").state, draining);
  EXPECT_FALSE(agent_of("a1").current_task);
}

STORE_TEST(Transitions, resuming_with_a_task_in_hand_is_a_conflict) {
  must(agent("a1"));
  submitted(task());
  const Grant grant = granted("a1");
  must(transition("a1", working, AgentEvent::drain));
  EXPECT_REFUSED(conflict, transition("a1", draining, AgentEvent::resume));
  must(complete(grant));
  EXPECT_EQ(must(transition("a1", draining, AgentEvent::resume)).state, idle);
}

STORE_TEST(Transitions, failing_an_agent_requeues_its_task_and_frees_its_locks_in_one_step) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  granted("a1");
  TryLock bound = want_lock("repo", "a1");
  bound.agent = agent_id("a1");
  locked(bound);
  TryLock free_standing = want_lock("other", "a1");
  locked(free_standing);
  const Position before = last_position();
  const Agent failed = must(transition("a1", working, AgentEvent::agent_failed));
  EXPECT_EQ(failed.state, crashed);
  EXPECT_FALSE(failed.current_task);
  EXPECT_EQ(failed.attempt, Attempt{});
  EXPECT_EQ(failed.crashes, std::vector{clock.now()});
  EXPECT_EQ(task_of(id).status, TaskStatus::pending);
  EXPECT_EQ(task_of(id).crashes, 1U);
  EXPECT_FALSE(must(InspectLock{.name = LockName::of("repo")}));
  EXPECT_TRUE(must(InspectLock{.name = LockName::of("other")}));
  EXPECT_EQ(count_of(agent_changed, before), 1U);
  EXPECT_EQ(count_of(task_requeued, before), 1U);
  EXPECT_EQ(count_of(lock_released, before) + count_of(lock_expired, before), 1U);
}

STORE_TEST(Transitions, failing_an_agent_twice_counts_once) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  granted("a1");
  must(transition("a1", working, AgentEvent::agent_failed));
  const Error error = refusal(transition("a1", working, AgentEvent::agent_failed));
  EXPECT_EQ(error.code, Errc::conflict);
  EXPECT_EQ(error.actual, "crashed");
  EXPECT_EQ(task_of(id).crashes, 1U);
}

STORE_TEST(Transitions, settling_clears_the_current_task_together_with_the_state) {
  must(agent("a1"));
  submitted(task());
  const Grant grant = granted("a1");
  must(complete(grant));
  const Agent freed = agent_of("a1");
  EXPECT_EQ(freed.state, idle);
  EXPECT_FALSE(freed.current_task);
  EXPECT_EQ(freed.attempt, Attempt{});
}

STORE_TEST(Transitions, an_agent_removed_meanwhile_is_not_found_and_does_not_come_back) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  must(Deregister{.agent = agent_id("a1")});
  EXPECT_REFUSED(stale_fence, release(grant));
  EXPECT_REFUSED(not_found, transition("a1", working, AgentEvent::agent_failed));
  EXPECT_REFUSED(not_found, beat(grant));
  EXPECT_REFUSED(not_found, claim("a1"));
  EXPECT_REFUSED(not_found, GetAgent{.agent = agent_id("a1")});
  EXPECT_EQ(status_of(id), TaskStatus::pending);
}

STORE_TEST(Transitions, five_crashes_in_a_minute_do_not_quarantine) {
  submitted(task());
  for (int start = 1; start <= 5; ++start) {
    must(again("a1", start));
    crash("a1");
    clock.advance(1s);
  }
  must(again("a1", 6));
  EXPECT_EQ(agent_of("a1").crashes.size(), 5U);
  EXPECT_FALSE(agent_of("a1").claims_from);
  EXPECT_TRUE(must(claim("a1", 6)));
}

STORE_TEST(Transitions, six_crashes_in_a_minute_quarantine_for_a_minute) {
  submitted(task());
  for (int start = 1; start <= 6; ++start) {
    must(again("a1", start));
    clock.advance(1s);
    crash("a1");
  }
  const Time until = clock.now() + limits::quarantine;
  Register patient = again("a1", 7);
  patient.ttl = 10min;
  const Agent back = must(patient);
  EXPECT_EQ(back.state, idle);
  EXPECT_EQ(back.crashes.size(), 6U);
  EXPECT_EQ(back.claims_from, until);
  EXPECT_FALSE(must(claim("a1", 7)));
  must(agent("a2"));
  EXPECT_TRUE(must(claim("a2"))) << "others are not held back";
  must(Deregister{.agent = agent_id("a2")});
  clock.advance(limits::quarantine - 1us);
  EXPECT_FALSE(must(claim("a1", 7)));
  clock.advance(1us);
  EXPECT_TRUE(must(claim("a1", 7)));
}

STORE_TEST(Transitions, crashes_older_than_a_minute_are_forgotten) {
  for (int start = 1; start <= 8; ++start) {
    must(again("a1", start));
    crash("a1");
    clock.advance(13s);
  }
  must(again("a1", 9));
  EXPECT_FALSE(agent_of("a1").claims_from);
  EXPECT_LE(agent_of("a1").crashes.size(), 5U);
}

}  // namespace
}  // namespace baton::test
