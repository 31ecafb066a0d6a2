#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum TaskStatus;

NextClaim next_claim() { return {.claim_id = ClaimId::of(new_text("next"))}; }

STORE_TEST(Settling, a_hold_on_a_forgotten_task_does_not_count_when_its_id_comes_back) {
  must(agent("old"));
  must(agent("new"));
  const NewTask again = task("work");
  must(submit(again));
  const Grant stale = must(claim("old")).value();
  must(Cancel{.task = again.id});
  must(Sweep{.forget_tasks_after = Duration::zero()});
  must(submit(again));
  const Grant fresh = must(claim("new")).value();
  EXPECT_EQ(fresh.fence.attempt, stale.fence.attempt);
  EXPECT_FALSE(must(complete(stale, R"("old")")).counted);
  EXPECT_TRUE(must(complete(fresh, R"("new")")).counted);
  EXPECT_EQ(must(GetTask{.task = again.id}).result, json(R"("new")"));
}

STORE_TEST(Settling, completing_keeps_the_result_for_ever) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  clock.advance(2s);
  const Position before = last_position();
  const Settled settled = must(complete(grant, R"({"answer":42})"));
  EXPECT_EQ(settled.status, completed);
  EXPECT_TRUE(settled.counted);
  EXPECT_FALSE(settled.next);
  const Task done = task_of(id);
  EXPECT_EQ(done.status, completed);
  EXPECT_EQ(done.result, json(R"({"answer":42})"));
  EXPECT_EQ(done.ended_at, clock.now());
  EXPECT_FALSE(done.holder);
  const auto log = events(before);
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0].type, EventType::task_completed);
  EXPECT_EQ(log[0].task, id);
  EXPECT_EQ(log[0].agent, agent_id("a1"));
}

STORE_TEST(Settling, failing_schedules_the_next_attempt_and_keeps_the_error) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Settled settled = must(fail_it(granted("a1"), R"({"why":"network"})"));
  EXPECT_EQ(settled.status, scheduled);
  EXPECT_TRUE(settled.counted);
  const Task again = task_of(id);
  EXPECT_EQ(again.status, scheduled);
  EXPECT_EQ(again.failures, 1U);
  EXPECT_EQ(again.crashes, 0U);
  EXPECT_EQ(again.error, json(R"({"why":"network"})"));
  ASSERT_TRUE(again.run_at);
  EXPECT_GT(*again.run_at, clock.now());
  EXPECT_LE(*again.run_at, clock.now() + 1s);
  EXPECT_FALSE(again.ended_at);
  EXPECT_EQ(events().back().type, EventType::task_retrying);
  EXPECT_FALSE(must(claim("a1")));
}

STORE_TEST(Settling, a_failed_task_returns_to_its_old_place_when_it_is_due) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const TaskId younger = submitted(task());
  must(fail_it(granted("a1")));
  clock.set(*task_of(id).run_at);
  EXPECT_EQ(sweep().tasks_due, 1U);
  EXPECT_TRUE(has_reason(events_of(id).back(), "due"));
  const Grant grant = granted("a1");
  EXPECT_EQ(grant.task.id, id);
  EXPECT_EQ(grant.fence.attempt, Attempt{2});
  must(complete(grant));
  EXPECT_EQ(granted("a1").task.id, younger);
}

STORE_TEST(Settling, the_back_off_grows_from_a_second_to_ten_minutes) {
  Register patient = agent("a1");
  patient.ttl = 24h;
  must(patient);
  NewTask stubborn = task();
  stubborn.max_attempts = 20;
  const TaskId id = submitted(stubborn);
  Duration shortest = 500ms;
  for (int failure = 1; failure < 15; ++failure) {
    must(fail_it(granted("a1")));
    const Duration wait = *task_of(id).run_at - clock.now();
    EXPECT_GE(wait, shortest) << failure;
    EXPECT_LE(wait, 10min) << failure;
    shortest = std::min<Duration>(shortest * 2, 5min);
    clock.advance(wait);
    sweep_all();
  }
}

STORE_TEST(Settling, failing_ends_the_task_when_attempts_are_used_up) {
  must(agent("a1"));
  NewTask twice = task();
  twice.max_attempts = 2;
  const TaskId id = submitted(twice);
  must(fail_it(granted("a1")));
  clock.set(*task_of(id).run_at);
  sweep_all();
  EXPECT_EQ(must(fail_it(granted("a1"), R"("again")")).status, failed);
  const Task ended = task_of(id);
  EXPECT_EQ(ended.status, failed);
  EXPECT_EQ(ended.failures, 2U);
  EXPECT_EQ(ended.error, json(R"("again")"));
  EXPECT_EQ(ended.ended_at, clock.now());
  EXPECT_EQ(events().back().type, EventType::task_failed);
}

STORE_TEST(Settling, failing_without_retry_ends_the_task_at_once) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  Settle hopeless = fail_it(granted("a1"));
  hopeless.retry = false;
  EXPECT_EQ(must(hopeless).status, failed);
  EXPECT_EQ(status_of(id), failed);
}

STORE_TEST(Settling, releasing_and_declining_put_the_task_back_at_its_old_place) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  submitted(task());
  EXPECT_EQ(must(release(granted("a1"))).status, pending);
  EXPECT_TRUE(has_reason(events_of(id).back(), "released"));
  const Grant second = granted("a1");
  EXPECT_EQ(second.task.id, id);
  EXPECT_EQ(must(decline(second, R"("too big")")).status, pending);
  const Event declined = events_of(id).back();
  EXPECT_EQ(declined.type, EventType::task_requeued);
  EXPECT_TRUE(has_reason(declined, "declined"));
  EXPECT_NE(declined.payload.text().find("too big"), std::string::npos);
  const Task back = task_of(id);
  EXPECT_EQ(back.failures, 0U);
  EXPECT_EQ(back.crashes, 0U);
  EXPECT_EQ(back.place, back.seq);
  EXPECT_FALSE(back.holder);
  EXPECT_EQ(granted("a1").task.id, id);
}

STORE_TEST(Settling, may_claim_the_next_task_in_the_same_step) {
  must(agent("a1"));
  const auto ids = submitted_many(2);
  Settle done = complete(granted("a1"));
  done.next = NextClaim{.claim_id = ClaimId::of("next-1"), .lease = 100s};
  const Position before = last_position();
  const Settled settled = must(done);
  ASSERT_TRUE(settled.next);
  EXPECT_EQ(settled.next->task.id, ids[1]);
  EXPECT_EQ(settled.next->deadline, clock.now() + 100s);
  EXPECT_EQ(settled.next->task, task_of(ids[1]));
  EXPECT_EQ(agent_of("a1").state, AgentState::working);
  EXPECT_EQ(agent_of("a1").current_task, ids[1]);
  EXPECT_EQ(types(before), (std::vector{EventType::task_completed, EventType::task_assigned}));
}

STORE_TEST(Settling, finds_no_next_task_and_frees_the_agent) {
  must(agent("a1"));
  submitted(task());
  Settle done = complete(granted("a1"));
  done.next = next_claim();
  EXPECT_FALSE(must(done).next);
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
}

STORE_TEST(Settling, a_draining_agent_gets_no_next_task) {
  must(agent("a1"));
  submitted_many(2);
  Settle done = complete(granted("a1"));
  must(transition("a1", AgentState::working, AgentEvent::drain));
  done.next = next_claim();
  const Settled settled = must(done);
  EXPECT_TRUE(settled.counted);
  EXPECT_FALSE(settled.next);
  EXPECT_EQ(agent_of("a1").state, AgentState::draining);
}

STORE_TEST(Settling, the_same_settle_repeated_answers_as_the_first_did) {
  must(agent("a1"));
  const auto ids = submitted_many(3);
  Settle done = complete(granted("a1"));
  done.next = next_claim();
  const Settled first = must(done);
  const auto before = events();
  const Settled repeat = must(done);
  EXPECT_EQ(repeat, first);
  EXPECT_EQ(events(), before);
  EXPECT_EQ(status_of(ids[2]), pending);
}

STORE_TEST(Settling, a_repeat_names_the_next_grant_only_while_it_is_held) {
  must(agent("a1"));
  submitted_many(3);
  Settle done = complete(granted("a1"));
  done.next = next_claim();
  const Settled first = must(done);
  must(complete(*first.next));
  const Settled repeat = must(done);
  EXPECT_TRUE(repeat.counted);
  EXPECT_EQ(repeat.status, completed);
  EXPECT_FALSE(repeat.next);
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
}

STORE_TEST(Settling, a_paused_lane_gives_no_next_task) {
  must(agent("a1"));
  submitted_many(2);
  Settle done = complete(granted("a1"));
  must(SetPaused{.lane = Lane::of("work")});
  done.next = next_claim();
  EXPECT_FALSE(must(done).next);
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
}

STORE_TEST(Settling, a_crash_of_its_holder_leaves_a_cancelled_task_cancelled) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  granted("a1");
  must(Cancel{.task = id});
  crash("a1");
  EXPECT_EQ(status_of(id), cancelled);
  EXPECT_EQ(task_of(id).crashes, 0U);
  must(agent("a2"));
  EXPECT_FALSE(must(claim("a2")));
}

STORE_TEST(Settling, every_kind_of_settle_can_be_repeated) {
  must(agent("a1"));
  for (const SettleKind kind : {SettleKind::complete, SettleKind::fail, SettleKind::release, SettleKind::decline}) {
    NewTask wanted = task();
    const TaskId id = submitted(wanted);
    const Settle request = settle(granted("a1"), kind, R"("body")");
    const Settled first = must(request);
    const auto before = events();
    EXPECT_EQ(must(request), first) << to_text(kind);
    EXPECT_EQ(events(), before) << to_text(kind);
    EXPECT_EQ(agent_of("a1").state, AgentState::idle);
    if (!has_ended(status_of(id))) must(Cancel{.task = id});
  }
}

STORE_TEST(Settling, another_settle_with_a_used_fence_is_stale) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  must(complete(grant, "1"));
  EXPECT_REFUSED(stale_fence, fail_it(grant));
  EXPECT_REFUSED(stale_fence, complete(grant, "2"));
  EXPECT_EQ(status_of(id), completed);
  EXPECT_EQ(task_of(id).result, json("1"));
}

STORE_TEST(Settling, all_four_parts_of_the_fence_must_be_current) {
  must(agent("a1"));
  must(agent("a2"));
  const auto ids = submitted_many(2);
  const Grant grant = granted("a1");
  granted("a2");
  Settle wrong = fail_it(grant);
  wrong.fence.agent = agent_id("a2");
  EXPECT_REFUSED(stale_fence, wrong);
  wrong = fail_it(grant);
  wrong.fence.incarnation = incarnation("a1", 2);
  EXPECT_REFUSED(stale_fence, wrong);
  wrong = fail_it(grant);
  wrong.fence.attempt = Attempt{2};
  EXPECT_REFUSED(stale_fence, wrong);
  wrong = fail_it(grant);
  wrong.fence.task = ids[1];
  EXPECT_REFUSED(stale_fence, wrong);
  EXPECT_EQ(status_of(ids[0]), running);
  EXPECT_EQ(status_of(ids[1]), running);
}

STORE_TEST(Settling, an_unknown_task_is_not_found) {
  must(agent("a1"));
  submitted(task());
  Settle lost = complete(granted("a1"));
  lost.fence.task = new_task_id();
  EXPECT_REFUSED(not_found, lost);
}

STORE_TEST(Settling, a_late_complete_leaves_its_result_in_the_log_once_an_attempt) {
  must(agent("a1"));
  must(agent("a2"));
  const TaskId id = submitted(task());
  const Grant zombie = granted("a1");
  crash("a1");
  const Grant current = granted("a2");
  EXPECT_REFUSED(stale_fence, complete(zombie, R"({"late":"value"})"));
  EXPECT_REFUSED(stale_fence, complete(zombie, R"({"late":"value"})"));
  EXPECT_EQ(count_of(EventType::task_late_result), 1U);
  const Event late = events_of(id).back();
  EXPECT_EQ(late.type, EventType::task_late_result);
  EXPECT_NE(late.payload.text().find(R"({"late":"value"})"), std::string::npos);
  EXPECT_EQ(status_of(id), running);
  must(complete(current, "2"));
  EXPECT_EQ(task_of(id).result, json("2"));
}

STORE_TEST(Settling, only_a_complete_leaves_a_late_result) {
  must(agent("a1"));
  submitted(task());
  const Grant zombie = granted("a1");
  crash("a1");
  EXPECT_REFUSED(stale_fence, fail_it(zombie));
  EXPECT_REFUSED(stale_fence, release(zombie));
  EXPECT_EQ(count_of(EventType::task_late_result), 0U);
}

STORE_TEST(Settling, two_zombies_of_two_attempts_leave_two_late_results) {
  for (const auto* id : {"a1", "a2", "a3"}) must(agent(id));
  submitted(task());
  const Grant first = granted("a1");
  crash("a1");
  const Grant second = granted("a2");
  crash("a2");
  granted("a3");
  EXPECT_REFUSED(stale_fence, complete(second));
  EXPECT_REFUSED(stale_fence, complete(first));
  EXPECT_REFUSED(stale_fence, complete(second));
  EXPECT_REFUSED(stale_fence, complete(first));
  EXPECT_EQ(count_of(EventType::task_late_result), 2U);
}

STORE_TEST(Settling, an_attempt_that_was_never_issued_leaves_no_late_result) {
  must(agent("a1"));
  submitted(task());
  Settle forged = complete(granted("a1"));
  forged.fence.attempt = Attempt{99};
  EXPECT_REFUSED(stale_fence, forged);
  EXPECT_EQ(count_of(EventType::task_late_result), 0U);
}

STORE_TEST(Settling, a_cancelled_task_only_frees_its_agent_and_keeps_a_late_result) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const TaskId other = submitted(task());
  const Grant grant = granted("a1");
  must(Cancel{.task = id});
  Settle done = complete(grant, "7");
  done.next = next_claim();
  const Settled settled = must(done);
  EXPECT_FALSE(settled.counted);
  EXPECT_EQ(settled.status, cancelled);
  ASSERT_TRUE(settled.next) << "the freed agent may still take its next task";
  EXPECT_EQ(settled.next->task.id, other);
  EXPECT_EQ(count_of(EventType::task_late_result), 1U);
  EXPECT_FALSE(task_of(id).result);
}

STORE_TEST(Settling, the_log_tells_that_an_agent_is_free_whose_settle_did_not_count) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Settle given_back = release(granted("a1"));
  must(Cancel{.task = id});
  EXPECT_FALSE(must(given_back).counted);
  ASSERT_EQ(count_of(EventType::agent_changed), 1U);
  const Event changed = events().back();
  EXPECT_EQ(changed.type, EventType::agent_changed);
  EXPECT_EQ(changed.agent, AgentId::of("a1"));
  EXPECT_EQ(changed.payload, json(R"({"from":"working","to":"idle","event":"task_settled"})"));
  must(given_back);
  EXPECT_EQ(count_of(EventType::agent_changed), 1U) << "a repeat changes nothing";
}

STORE_TEST(Settling, a_settle_that_did_not_count_is_repeated_with_the_same_answer) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Settle done = complete(granted("a1"), "7");
  must(Cancel{.task = id});
  const Settled first = must(done);
  EXPECT_FALSE(first.counted);
  EXPECT_EQ(must(done), first);
  EXPECT_EQ(count_of(EventType::task_late_result), 1U);
}

STORE_TEST(Settling, ten_threads_settling_one_hold_in_two_ways_count_once) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  const auto answers = race(10, [&](int i) -> int {
    const auto answer = call(i % 2 == 0 ? complete(grant) : fail_it(grant));
    return answer ? 1 : 0;
  });
  const int won = static_cast<int>(std::ranges::count(answers, 1));
  EXPECT_EQ(won, 5) << "the repeats of the winner's kind, and none of the other";
  EXPECT_EQ(count_of(EventType::task_completed) + count_of(EventType::task_retrying), 1U);
  EXPECT_NE(status_of(id), running);
}

STORE_TEST(Settling, a_reporting_agent_settles_to_idle) {
  must(agent("a1"));
  submitted(task());
  const Grant grant = granted("a1");
  must(transition("a1", AgentState::working, AgentEvent::output_ready));
  EXPECT_TRUE(must(complete(grant)).counted);
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
}

STORE_TEST(Settling, progress_keeps_the_latest_and_is_no_event) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  const auto before = events();
  clock.advance(5s);
  const Heard heard = must(progress(grant, "1"));
  EXPECT_FALSE(heard.cancel);
  EXPECT_EQ(heard.deadline, grant.deadline) << "progress renews nothing";
  must(progress(grant, R"({"step":2})"));
  must(progress(grant, R"({"step":2})"));
  EXPECT_EQ(task_of(id).progress, json(R"({"step":2})"));
  EXPECT_EQ(agent_of("a1").deadline, grant.deadline);
  EXPECT_EQ(events(), before);
}

STORE_TEST(Settling, progress_on_a_cancelled_task_is_not_kept_and_says_so) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  must(progress(grant, "1"));
  must(Cancel{.task = id});
  EXPECT_TRUE(must(progress(grant, "2")).cancel);
  EXPECT_EQ(task_of(id).progress, json("1"));
}

STORE_TEST(Settling, progress_without_the_current_fence_is_stale) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  Progress wrong = progress(grant);
  wrong.fence.attempt = Attempt{2};
  EXPECT_REFUSED(stale_fence, wrong);
  must(release(grant));
  EXPECT_REFUSED(stale_fence, progress(grant));
  EXPECT_FALSE(task_of(id).progress);
}

}  // namespace
}  // namespace baton::test
