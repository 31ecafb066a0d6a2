#include <gmock/gmock.h>

#include "supervisor/supervisor_fixture.hpp"

namespace baton::test {
namespace {

/// Beats that never come: the agent's deadline passes.
constexpr Duration silence = 61s;

SUPERVISOR_TEST(Healing, gives_the_task_of_the_silent_to_the_living) {
  must(agent("silent"));
  const TaskId id = submitted(task());
  const auto one = watchman();
  one->pass();
  const Grant lost = granted("silent");
  clock.advance(silence);
  must(agent("living"));
  EXPECT_EQ(one->pass().assigned, 0U);  // the sweep of this pass; its event is not heard yet
  EXPECT_EQ(one->pass().assigned, 1U);
  EXPECT_EQ(agent_of("silent").state, AgentState::crashed);
  EXPECT_EQ(task_of(id).holder, agent_id("living"));
  EXPECT_EQ(task_of(id).crashes, 1U);
  EXPECT_REFUSED(stale_fence, complete(lost));
  EXPECT_EQ(count_of(EventType::task_late_result), 1U);
}

SUPERVISOR_TEST(Healing, lets_a_poison_task_kill_three_agents_and_no_more) {
  agents(10);
  const TaskId poison = submitted(task());
  const auto one = watchman();
  int killed = 0;
  for (int round = 0; round < 10; ++round) {
    one->pass();
    const Task now = task_of(poison);
    if (!now.holder) continue;
    crash(now.holder->str());
    ++killed;
  }
  EXPECT_EQ(killed, 3);
  EXPECT_EQ(status_of(poison), TaskStatus::dead);
}

SUPERVISOR_TEST(Healing, opens_the_breaker_of_an_agent_that_keeps_crashing_probes_it_and_closes_it) {
  const auto one = watchman();
  int start = 1;
  must(agent("flaky"));
  for (int crashes = 0; crashes < 6; ++crashes) {
    crash("flaky");
    must(again("flaky", ++start));
  }
  const auto tasks = submitted_many(2);
  // Open: idle, and yet given nothing, though the log does not tell why.
  EXPECT_EQ(one->pass().assigned, 0U);
  EXPECT_EQ(one->pass().assigned, 0U);
  ASSERT_TRUE(agent_of("flaky").claims_from);
  const auto closed_until = *agent_of("flaky").claims_from - clock.now();
  // Half open: one task, as a probe, when its time has come; a crash of it opens the breaker again.
  const Duration rest = one->pass().rest;
  EXPECT_LE(rest, closed_until);
  clock.advance(closed_until);
  must(beat("flaky", start));
  EXPECT_EQ(one->pass().assigned, 1U);
  crash("flaky");
  must(again("flaky", ++start));
  EXPECT_EQ(one->pass().assigned, 0U);
  clock.advance(limits::quarantine);
  must(beat("flaky", start));
  EXPECT_EQ(one->pass().assigned, 1U);
  // The probe counts: closed.
  must(complete(granted("flaky", start)));
  EXPECT_FALSE(agent_of("flaky").claims_from);
  EXPECT_EQ(one->pass().assigned, 1U);
}

SUPERVISOR_TEST(Healing, a_quarantined_agent_does_not_hide_the_work_of_its_lane) {
  must(agent("flaky"));
  for (int crashes = 0; crashes < 6; ++crashes) {
    crash("flaky");
    must(again("flaky", crashes + 2));
  }
  const auto one = watchman();
  one->pass();
  submitted(task());
  EXPECT_EQ(one->pass().assigned, 0U);
  must(agent("sound"));
  EXPECT_EQ(one->pass().assigned, 1U);
  EXPECT_EQ(agent_of("sound").state, AgentState::assigned);
}

SUPERVISOR_TEST(Healing, resolves_ten_thousand_dependants_of_one_task_in_bounded_steps) {
  must(agent("ada", {"first"}));
  const TaskId first = submitted(task("first"));
  constexpr std::size_t dependants = 10'000;
  for (std::size_t made = 0; made < dependants; made += limits::tasks_per_submit) {
    std::vector<NewTask> batch = many(limits::tasks_per_submit, [](int) { return task("rest"); });
    for (NewTask& dependant : batch) dependant.depends_on.push_back(first);
    must(submit(std::move(batch)));
  }
  const auto one = watchman();
  one->pass();
  must(complete(granted("ada")));
  const auto waiting = [this] {
    const QueueReport report = must(QueueStats{});
    return report.lines.empty() ? 0U : report.lines.front().depth;
  };
  std::uint64_t resolved = waiting();
  EXPECT_EQ(resolved, limits::dependants_per_step);
  int steps = 0;
  for (; resolved < dependants && steps < 100; ++steps) {
    one->deaf_pass();
    const std::uint64_t now = waiting();
    EXPECT_LE(now - resolved, limits::page);
    resolved = now;
  }
  EXPECT_EQ(resolved, dependants);
  EXPECT_EQ(one->counts().swept.dependants_resolved, dependants - limits::dependants_per_step);
  std::cout << steps << " steps\n";
}

SUPERVISOR_TEST(Healing, makes_due_what_is_scheduled_and_gives_it_away) {
  must(agent("ada"));
  NewTask later = task();
  later.run_at = clock.now() + 10s;
  const TaskId id = submitted(later);
  const auto one = watchman();
  EXPECT_EQ(one->pass().assigned, 0U);
  EXPECT_LE(one->pass().rest, 10s);
  clock.advance(10s);
  one->pass();
  EXPECT_EQ(one->pass().assigned, 1U);
  EXPECT_EQ(task_of(id).holder, agent_id("ada"));
}

SUPERVISOR_TEST(Healing, tells_the_holder_of_a_cancelled_task_to_stop_and_gives_it_another) {
  must(agent("ada"));
  const TaskId id = submitted(task());
  const auto one = watchman();
  one->pass();
  const Grant grant = granted("ada");
  must(Cancel{.task = id});
  EXPECT_EQ(must(beat(grant)).cancel, grant.fence);
  const Settled freed = must(complete(grant));
  EXPECT_FALSE(freed.counted);
  submitted(task());
  one->pass();
  clock.advance(1s);
  one->pass();
  EXPECT_EQ(agent_of("ada").state, AgentState::assigned);
}

}  // namespace
}  // namespace baton::test
