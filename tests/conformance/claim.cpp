#include <map>
#include <set>

#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum TaskStatus;

STORE_TEST(Claim, changes_queue_task_agent_lease_and_log_together) {
  must(agent("a1"));
  NewTask wanted = task();
  wanted.payload = json(R"({"x":[1]})");
  const TaskId id = submitted(wanted);
  clock.advance(5s);
  const Position before = last_position();
  Claim request = claim("a1");
  request.lease = 90s;
  const Grant grant = granted(request);
  EXPECT_EQ(grant.fence.agent, agent_id("a1"));
  EXPECT_EQ(grant.fence.incarnation, incarnation("a1"));
  EXPECT_EQ(grant.fence.task, id);
  EXPECT_EQ(grant.fence.attempt, Attempt{1});
  EXPECT_EQ(grant.deadline, clock.now() + 90s);
  EXPECT_EQ(grant.task, task_of(id));
  EXPECT_EQ(grant.task.status, running);
  EXPECT_EQ(grant.task.payload, wanted.payload);
  EXPECT_EQ(grant.task.holder, agent_id("a1"));
  EXPECT_EQ(grant.task.started_at, clock.now());
  const Agent holder = agent_of("a1");
  EXPECT_EQ(holder.state, AgentState::working);
  EXPECT_EQ(holder.current_task, id);
  EXPECT_EQ(holder.attempt, Attempt{1});
  EXPECT_EQ(holder.deadline, clock.now() + 90s);
  EXPECT_EQ(holder.last_claim, request.claim_id);
  EXPECT_TRUE(must(Peek{.lane = Lane::of("work")}).empty());
  const auto log = events(before);
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0].type, EventType::task_assigned);
  EXPECT_EQ(log[0].task, id);
  EXPECT_EQ(log[0].agent, agent_id("a1"));
}

STORE_TEST(Claim, gives_nothing_when_there_is_nothing) {
  must(agent("a1"));
  const auto before = events();
  EXPECT_FALSE(must(claim("a1")));
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
  EXPECT_EQ(events(), before);
}

STORE_TEST(Claim, never_shortens_the_agents_deadline) {
  Register patient = agent("a1");
  patient.ttl = 10min;
  must(patient);
  submitted(task());
  EXPECT_EQ(granted("a1").deadline, clock.now() + 10min);
}

STORE_TEST(Claim, gives_one_task_to_one_agent_however_many_ask) {
  const TaskId id = submitted(task());
  for (int i = 0; i < 16; ++i) must(agent("a" + std::to_string(i)));
  const auto answers = race(16, [&](int i) { return call(claim("a" + std::to_string(i))).value(); });
  EXPECT_EQ(std::ranges::count_if(answers, [](const auto& grant) { return grant.has_value(); }), 1);
  EXPECT_EQ(task_of(id).attempt, Attempt{1});
  EXPECT_EQ(count_of(EventType::task_assigned), 1U);
}

STORE_TEST(Claim, gives_every_task_once_to_agents_that_claim_and_settle_at_once) {
  const auto ids = submitted_many(200);
  for (int i = 0; i < 8; ++i) must(agent("a" + std::to_string(i)));
  const auto taken = race(8, [&](int i) {
    std::vector<TaskId> mine;
    while (auto grant = call(claim("a" + std::to_string(i))).value()) {
      mine.push_back(grant->task.id);
      call(complete(*grant)).value();
    }
    return mine;
  });
  std::multiset<TaskId> all;
  for (const auto& some : taken) all.insert(some.begin(), some.end());
  EXPECT_EQ(all.size(), ids.size());
  EXPECT_EQ(std::set<TaskId>(all.begin(), all.end()), std::set<TaskId>(ids.begin(), ids.end()));
  EXPECT_EQ(count_of(EventType::task_completed), ids.size());
}

STORE_TEST(Claim, gives_one_agent_one_task_however_often_it_asks_at_once) {
  submitted_many(10);
  must(agent("a1"));
  const auto answers = race(10, [&](int) -> std::optional<Errc> {
    auto grant = call(claim("a1"));
    return grant ? std::nullopt : std::optional(grant.error().code);
  });
  EXPECT_EQ(std::ranges::count_if(answers, [](const auto& code) { return !code; }), 1);
  EXPECT_EQ(std::ranges::count(answers, std::optional(Errc::conflict)), 9);
  EXPECT_EQ(must(ListTasks{.status = running}).items.size(), 1U);
}

STORE_TEST(Claim, takes_the_most_urgent_first_and_equals_in_the_order_of_submission) {
  const std::vector<std::uint32_t> priorities{500, 0, 1023, 500, 0, 7, 500, 1023, 1};
  std::multimap<std::uint32_t, TaskId> expected;
  for (const std::uint32_t priority : priorities) {
    NewTask wanted = task();
    wanted.priority = priority;
    expected.emplace(priority, submitted(wanted));
  }
  must(agent("a1"));
  for (const auto& [priority, id] : expected) {
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.task.id, id);
    EXPECT_EQ(grant.task.priority, priority);
    must(complete(grant));
  }
}

STORE_TEST(Claim, lets_no_age_overtake_urgency) {
  NewTask old = task();
  old.priority = 501;
  must(submit(old));
  clock.advance(24h * 365);
  const TaskId urgent = submitted(task());
  must(agent("a1"));
  EXPECT_EQ(granted("a1").task.id, urgent);
}

STORE_TEST(Claim, orders_over_all_lanes_served) {
  NewTask slow = task("b");
  const TaskId first = submitted(task("a"));
  must(submit(slow));
  NewTask urgent = task("c");
  urgent.priority = 1;
  must(submit(urgent));
  submitted(task("unserved"));
  must(agent("a1", {"c", "b", "a"}));
  for (const TaskId& id : {urgent.id, first, slow.id}) {
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.task.id, id);
    must(complete(grant));
  }
  EXPECT_FALSE(must(claim("a1")));
}

STORE_TEST(Claim, the_star_serves_every_lane_in_exact_order) {
  const auto ids = many(20, [&](int i) { return submitted(task("lane " + std::to_string((i * 7) % 20))); });
  must(agent("a1"));
  for (const TaskId& id : ids) {
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.task.id, id);
    must(complete(grant));
  }
}

STORE_TEST(Claim, serves_64_lanes) {
  Register request = agent("a1", {});
  std::vector<TaskId> ids;
  for (int i = 0; i < 64; ++i) {
    request.lanes.push_back(Lane::of("lane " + std::to_string(i)));
    ids.push_back(submitted(task("lane " + std::to_string(63 - i))));
  }
  must(request);
  for (const TaskId& id : ids) {
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.task.id, id);
    must(complete(grant));
  }
}

STORE_TEST(Claim, gives_nothing_from_a_paused_lane) {
  submitted(task("a"));
  const TaskId other = submitted(task("b"));
  must(SetPaused{.lane = Lane::of("a")});
  must(agent("a1"));
  const Grant grant = granted("a1");
  EXPECT_EQ(grant.task.id, other);
  must(complete(grant));
  EXPECT_FALSE(must(claim("a1")));
  must(SetPaused{.lane = Lane::of("a"), .paused = false});
  EXPECT_TRUE(must(claim("a1")));
}

STORE_TEST(Claim, gives_nothing_while_all_is_paused) {
  submitted(task());
  must(agent("a1"));
  must(SetPaused{});
  EXPECT_FALSE(must(claim("a1")));
  EXPECT_FALSE(must(push("a1")));
  must(SetPaused{.paused = false});
  EXPECT_TRUE(must(claim("a1")));
}

STORE_TEST(Claim, passes_over_scheduled_and_blocked_tasks) {
  NewTask later = task();
  later.run_at = clock.now() + 1h;
  NewTask after = task();
  after.depends_on = {later.id};
  must(submit({later, after}));
  must(agent("a1"));
  EXPECT_FALSE(must(claim("a1")));
}

STORE_TEST(Claim, a_repeat_returns_the_same_grant_while_it_is_held) {
  must(agent("a1"));
  submitted_many(2);
  const Claim request = claim("a1");
  const Grant first = granted(request);
  const auto before = events();
  const Grant repeat = granted(request);
  EXPECT_EQ(repeat, first);
  EXPECT_EQ(events(), before);
  EXPECT_EQ(must(ListTasks{.status = running}).items.size(), 1U);
}

STORE_TEST(Claim, a_repeat_returns_nothing_once_it_is_settled) {
  must(agent("a1"));
  submitted_many(2);
  const Claim request = claim("a1");
  must(complete(granted(request)));
  EXPECT_FALSE(must(request));
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
  EXPECT_EQ(must(ListTasks{.status = running}).items.size(), 0U);
}

STORE_TEST(Claim, ten_repeats_at_once_are_one_claim) {
  must(agent("a1"));
  submitted_many(10);
  const Claim request = claim("a1");
  const auto answers = race(10, [&](int) { return call(request).value(); });
  for (const auto& grant : answers) {
    ASSERT_TRUE(grant);
    EXPECT_EQ(grant->fence, answers[0]->fence);
  }
  EXPECT_EQ(count_of(EventType::task_assigned), 1U);
}

STORE_TEST(Claim, is_a_conflict_for_an_agent_that_is_not_idle) {
  must(agent("a1"));
  submitted_many(3);
  granted("a1");
  const Error busy = refusal(claim("a1"));
  EXPECT_EQ(busy.code, Errc::conflict);
  EXPECT_EQ(busy.actual, "working");
  must(agent("a2"));
  must(transition("a2", AgentState::idle, AgentEvent::drain));
  EXPECT_REFUSED(conflict, claim("a2"));
  EXPECT_REFUSED(conflict, push("a2"));
}

STORE_TEST(Claim, of_an_unknown_agent_is_not_found) {
  submitted(task());
  EXPECT_REFUSED(not_found, claim("nobody"));
}

STORE_TEST(Claim, of_another_incarnation_or_a_crashed_agent_is_stale) {
  submitted(task());
  must(agent("a1"));
  EXPECT_REFUSED(stale_fence, claim("a1", 2));
  crash("a1");
  EXPECT_REFUSED(stale_fence, claim("a1"));
}

STORE_TEST(Claim, pushed_assigns_and_the_agents_own_claim_fetches_that_grant) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  submitted(task());
  const Grant given = granted(push("a1"));
  EXPECT_EQ(given.task.id, id);
  EXPECT_EQ(agent_of("a1").state, AgentState::assigned);
  EXPECT_EQ(status_of(id), running);
  EXPECT_EQ(must(beat("a1")).grant, given.fence);
  const Position before = last_position();
  const Grant fetched = granted("a1");
  EXPECT_EQ(fetched.fence, given.fence);
  EXPECT_EQ(agent_of("a1").state, AgentState::working);
  EXPECT_EQ(types(before), std::vector{EventType::agent_changed});
  EXPECT_EQ(task_of(id).attempt, Attempt{1});
}

STORE_TEST(Claim, a_repeat_of_the_fetching_claim_returns_the_same_grant) {
  must(agent("a1"));
  submitted_many(2);
  granted(push("a1"));
  const Claim fetch = claim("a1");
  const Grant first = granted(fetch);
  EXPECT_EQ(granted(fetch).fence, first.fence);
  EXPECT_EQ(agent_of("a1").state, AgentState::working);
}

STORE_TEST(Claim, a_pushed_task_is_started_by_its_first_progress) {
  must(agent("a1"));
  submitted(task());
  const Grant given = granted(push("a1"));
  must(progress(given));
  EXPECT_EQ(agent_of("a1").state, AgentState::working);
}

STORE_TEST(Claim, the_attempt_rises_with_every_claim) {
  must(agent("a1"));
  submitted(task());
  for (std::uint64_t attempt = 1; attempt <= 5; ++attempt) {
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.fence.attempt, Attempt{attempt});
    must(release(grant));
  }
}

STORE_TEST(Claim, goes_on_after_a_restart_with_the_same_fence) {
  must(agent("a1"));
  submitted_many(2);
  const Claim request = claim("a1");
  const Grant first = granted(request);
  reopen();
  EXPECT_EQ(granted(request).fence, first.fence);
  Settle done = complete(first);
  done.next = NextClaim{.claim_id = ClaimId::of("after")};
  EXPECT_TRUE(must(done).next);
}

STORE_TEST(Claim, without_a_claim_id_or_lease_is_invalid) {
  must(agent("a1"));
  Claim nameless = claim("a1");
  nameless.claim_id = ClaimId{};
  EXPECT_REFUSED(invalid, nameless);
  Claim lapsed = claim("a1");
  lapsed.lease = 0s;
  EXPECT_REFUSED(invalid, lapsed);
}

STORE_TEST(Claim, of_one_who_serves_all_lanes_does_not_reach_the_reserved_ones) {
  must(agent("everywhere", {"*"}));
  must(agent("engine", {"baton.own"}));
  NewTask own = task();
  own.lane = Lane::of("baton.own");
  own.priority = 0;
  const TaskId reserved = submitted(own);
  EXPECT_FALSE(must(claim("everywhere")));
  const TaskId open = submitted(task());
  EXPECT_EQ(granted("everywhere").task.id, open);
  EXPECT_EQ(granted("engine").task.id, reserved);
}

}  // namespace

}  // namespace baton::test
