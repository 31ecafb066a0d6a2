#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum AgentState;
using enum EventType;

STORE_TEST(Agents, registering_makes_an_agent_known_idle_and_live_until_its_ttl) {
  Register request = agent("a1", {"build", "test"});
  request.version = "2.1.0";
  request.metadata = json(R"({"host":"m1"})");
  request.ttl = 45s;
  const Agent made = must(request);
  EXPECT_EQ(made.id, agent_id("a1"));
  EXPECT_EQ(made.state, idle);
  EXPECT_EQ(made.incarnation, incarnation("a1"));
  EXPECT_EQ(made.deadline, clock.now() + 45s);
  EXPECT_EQ(made.lanes, lanes({"build", "test"}));
  EXPECT_EQ(made.version, "2.1.0");
  EXPECT_EQ(made.metadata, json(R"({"host":"m1"})"));
  EXPECT_EQ(made.registered_at, clock.now());
  EXPECT_FALSE(made.current_task);
  EXPECT_EQ(made.attempt, Attempt{});
  EXPECT_EQ(agent_of("a1"), made);
  const auto log = events();
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0].type, agent_registered);
  EXPECT_EQ(log[0].agent, agent_id("a1"));
}

STORE_TEST(Agents, registering_the_same_incarnation_again_changes_nothing) {
  const Agent first = must(agent("a1", {"build"}));
  clock.advance(5s);
  Register repeat = agent("a1", {"other"});
  repeat.version = "9";
  EXPECT_EQ(must(repeat), first);
  EXPECT_EQ(agent_of("a1"), first);
  EXPECT_EQ(types(), std::vector{agent_registered});
}

STORE_TEST(Agents, the_same_incarnation_keeps_the_task_it_holds) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  const Agent seen = must(agent("a1"));
  EXPECT_EQ(seen.state, working);
  EXPECT_EQ(seen.current_task, id);
  EXPECT_EQ(seen.attempt, grant.fence.attempt);
}

STORE_TEST(Agents, a_new_incarnation_replaces_the_old_one_and_requeues_its_task_as_a_crash) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  granted("a1");
  const Position before = last_position();
  clock.advance(1s);
  const Agent fresh = must(again("a1"));
  EXPECT_EQ(fresh.state, idle);
  EXPECT_EQ(fresh.incarnation, incarnation("a1", 2));
  EXPECT_FALSE(fresh.current_task);
  EXPECT_EQ(fresh.attempt, Attempt{});
  EXPECT_EQ(fresh.registered_at, clock.now());
  const Task back = task_of(id);
  EXPECT_EQ(back.status, TaskStatus::pending);
  EXPECT_EQ(back.crashes, 1U);
  EXPECT_EQ(back.failures, 0U);
  EXPECT_EQ(back.place, back.seq);
  EXPECT_FALSE(back.holder);
  EXPECT_EQ(count_of(agent_registered, before), 1U);
  EXPECT_EQ(count_of(task_requeued, before), 1U);
  EXPECT_TRUE(has_reason(events_of(id).back(), "crashed"));
}

STORE_TEST(Agents, a_new_incarnation_frees_the_locks_bound_to_the_agent) {
  must(agent("a1"));
  TryLock bound = want_lock("repo", "a1");
  bound.agent = agent_id("a1");
  locked(bound);
  const Position before = last_position();
  must(again("a1"));
  EXPECT_FALSE(must(InspectLock{.name = LockName::of("repo")}));
  EXPECT_EQ(count_of(lock_released, before) + count_of(lock_expired, before), 1U);
}

STORE_TEST(Agents, an_incarnation_declared_crashed_never_comes_back_but_a_new_one_does) {
  must(agent("a1"));
  crash("a1");
  EXPECT_REFUSED(stale_fence, agent("a1"));
  EXPECT_EQ(agent_of("a1").state, crashed);
  EXPECT_EQ(must(again("a1")).state, idle);
}

STORE_TEST(Agents, the_old_incarnation_is_refused_everything_after_the_new_one_came) {
  must(agent("a1"));
  submitted(task());
  const Grant grant = granted("a1");
  must(again("a1"));
  EXPECT_REFUSED(stale_fence, beat("a1"));
  EXPECT_REFUSED(stale_fence, beat(grant));
  EXPECT_REFUSED(stale_fence, claim("a1"));
  EXPECT_REFUSED(stale_fence, progress(grant));
  EXPECT_REFUSED(stale_fence, complete(grant));
  EXPECT_REFUSED(stale_fence, Deregister{.agent = agent_id("a1"), .incarnation = incarnation("a1")});
}

STORE_TEST(Agents, an_agent_may_serve_64_lanes_and_no_more) {
  Register request = agent("a1", {});
  for (int i = 0; i < 64; ++i) request.lanes.push_back(Lane::of("lane-" + std::to_string(i)));
  EXPECT_EQ(must(request).lanes.size(), 64U);
  request.agent = agent_id("a2");
  request.lanes.push_back(Lane::of("one more"));
  EXPECT_REFUSED(invalid, request);
  EXPECT_REFUSED(not_found, GetAgent{.agent = agent_id("a2")});
}

STORE_TEST(Agents, the_star_stands_alone) { EXPECT_REFUSED(invalid, agent("a1", {"*", "build"})); }

STORE_TEST(Agents, a_request_without_an_agent_or_incarnation_is_invalid) {
  Register nobody = agent("a1");
  nobody.agent = AgentId{};
  EXPECT_REFUSED(invalid, nobody);
  Register unborn = agent("a1");
  unborn.incarnation = Incarnation{};
  EXPECT_REFUSED(invalid, unborn);
  Register dead_at_once = agent("a1");
  dead_at_once.ttl = 0s;
  EXPECT_REFUSED(invalid, dead_at_once);
  EXPECT_TRUE(events().empty());
}

STORE_TEST(Agents, deregistering_removes_the_agent_once) {
  must(agent("a1"));
  const Deregister leave{.agent = agent_id("a1"), .incarnation = incarnation("a1")};
  EXPECT_TRUE(must(leave));
  EXPECT_REFUSED(not_found, GetAgent{.agent = agent_id("a1")});
  EXPECT_FALSE(must(leave));
  EXPECT_EQ(types(), (std::vector{agent_registered, agent_removed}));
}

STORE_TEST(Agents, deregistering_puts_the_task_back_as_if_released_and_frees_locks) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  granted("a1");
  TryLock bound = want_lock("repo", "a1");
  bound.agent = agent_id("a1");
  locked(bound);
  must(Deregister{.agent = agent_id("a1"), .incarnation = incarnation("a1")});
  const Task back = task_of(id);
  EXPECT_EQ(back.status, TaskStatus::pending);
  EXPECT_EQ(back.crashes, 0U);
  EXPECT_EQ(back.failures, 0U);
  EXPECT_FALSE(back.holder);
  EXPECT_TRUE(has_reason(events_of(id).back(), "released"));
  EXPECT_FALSE(must(InspectLock{.name = LockName::of("repo")}));
  must(agent("a2"));
  EXPECT_EQ(granted("a2").task.id, id);
}

STORE_TEST(Agents, an_operator_removes_whatever_incarnation_is_there) {
  must(agent("a1"));
  must(again("a1"));
  EXPECT_REFUSED(stale_fence, Deregister{.agent = agent_id("a1"), .incarnation = incarnation("a1")});
  EXPECT_TRUE(must(Deregister{.agent = agent_id("a1")}));
  EXPECT_FALSE(must(Deregister{.agent = agent_id("a1")}));
}

STORE_TEST(Agents, a_beat_moves_the_deadline_and_is_no_event) {
  must(agent("a1"));
  const auto before = events();
  clock.advance(10s);
  const Orders orders = must(beat("a1"));
  EXPECT_EQ(orders.deadline, clock.now() + 30s);
  EXPECT_EQ(agent_of("a1").deadline, clock.now() + 30s);
  EXPECT_FALSE(orders.grant);
  EXPECT_FALSE(orders.cancel);
  EXPECT_FALSE(orders.drain);
  EXPECT_EQ(events(), before);
}

STORE_TEST(Agents, a_beat_never_shortens_a_deadline) {
  must(agent("a1"));
  Beat brief = beat("a1");
  brief.ttl = 1s;
  EXPECT_EQ(must(brief).deadline, clock.now() + 30s);
}

STORE_TEST(Agents, a_beat_of_an_unknown_agent_is_not_found) { EXPECT_REFUSED(not_found, beat("nobody")); }

STORE_TEST(Agents, a_beat_of_a_crashed_agent_is_stale) {
  must(agent("a1"));
  crash("a1");
  EXPECT_REFUSED(stale_fence, beat("a1"));
  EXPECT_REFUSED(stale_fence, beat("a1", 2));
}

STORE_TEST(Agents, a_beat_that_names_no_task_while_holding_one_changes_nothing_and_returns_the_grant) {
  must(agent("a1"));
  submitted(task());
  const Grant grant = granted("a1");
  const Agent before = agent_of("a1");
  clock.advance(50s);
  const Orders orders = must(beat("a1"));
  EXPECT_EQ(orders.grant, grant.fence);
  EXPECT_EQ(orders.deadline, before.deadline);
  EXPECT_EQ(agent_of("a1"), before);
}

STORE_TEST(Agents, a_beat_renews_only_the_fence_it_names) {
  must(agent("a1"));
  submitted(task());
  const Grant grant = granted("a1");
  clock.advance(50s);
  Beat other_task = beat(grant);
  other_task.task = new_task_id();
  EXPECT_REFUSED(stale_fence, other_task);
  Beat other_attempt = beat(grant);
  other_attempt.attempt = grant.fence.attempt.next();
  EXPECT_REFUSED(stale_fence, other_attempt);
  EXPECT_EQ(agent_of("a1").deadline, grant.deadline);
  EXPECT_EQ(must(beat(grant)).deadline, clock.now() + 30s);
  EXPECT_FALSE(must(beat(grant)).grant);
}

STORE_TEST(Agents, a_beat_for_a_task_no_longer_held_is_stale) {
  must(agent("a1"));
  submitted(task());
  const Grant grant = granted("a1");
  must(complete(grant));
  EXPECT_REFUSED(stale_fence, beat(grant));
}

STORE_TEST(Agents, a_beat_tells_of_a_cancelled_task_until_it_is_settled) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  must(Cancel{.task = id});
  EXPECT_EQ(must(beat(grant)).cancel, grant.fence);
  EXPECT_EQ(must(beat(grant)).cancel, grant.fence);
  must(complete(grant));
  EXPECT_FALSE(must(beat("a1")).cancel);
}

STORE_TEST(Agents, a_beat_tells_a_draining_agent_to_take_no_more_work) {
  must(agent("a1"));
  must(transition("a1", idle, AgentEvent::drain));
  EXPECT_TRUE(must(beat("a1")).drain);
}

STORE_TEST(Agents, agents_are_listed_by_id_and_state) {
  for (const auto* id : {"b", "a", "C", "a-1", "a.1"}) must(agent(id));
  must(transition("b", idle, AgentEvent::drain));
  const AgentPage all = must(ListAgents{});
  const auto ids = each_of(all.items, [](const Agent& each) { return each.id.str(); });
  EXPECT_EQ(ids, (std::vector<std::string>{"C", "a", "a-1", "a.1", "b"}));
  EXPECT_FALSE(all.next);
  const AgentPage drained = must(ListAgents{.state = draining});
  ASSERT_EQ(drained.items.size(), 1U);
  EXPECT_EQ(drained.items[0], agent_of("b"));
  EXPECT_TRUE(must(ListAgents{.state = crashed}).items.empty());
}

STORE_TEST(Agents, a_short_page_of_agents_is_not_the_end) {
  for (int i = 0; i < 9; ++i) must(agent("a" + std::to_string(i)));
  must(transition("a8", idle, AgentEvent::drain));
  ListAgents request{.state = draining, .limit = 2};
  std::vector<Agent> found;
  int pages = 0;
  for (;; ++pages) {
    const AgentPage page = must(request);
    EXPECT_LE(page.items.size(), 2U);
    found.insert(found.end(), page.items.begin(), page.items.end());
    if (!page.next) break;
    request.after = *page.next;
    ASSERT_LT(pages, 20);
  }
  EXPECT_GE(pages, 4);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, agent_id("a8"));
}

STORE_TEST(Agents, list_limits_are_1_to_1000) {
  EXPECT_REFUSED(invalid, ListAgents{.limit = 0});
  EXPECT_REFUSED(invalid, ListAgents{.limit = 1001});
  EXPECT_TRUE(call(ListAgents{.limit = 1000}));
}

STORE_TEST(Agents, an_agent_outlives_a_restart_as_it_was) {
  must(agent("a1"));
  submitted(task());
  granted("a1");
  const Agent before = agent_of("a1");
  reopen();
  EXPECT_EQ(agent_of("a1"), before);
}

}  // namespace
}  // namespace baton::test
