#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum TaskStatus;

NewTask after(std::vector<TaskId> dependencies) {
  NewTask waiting = task("after");
  waiting.depends_on = std::move(dependencies);
  return waiting;
}

NewTask after_all_the_same(std::vector<TaskId> dependencies) {
  NewTask waiting = after(std::move(dependencies));
  waiting.on_failed_dependency = DependencyRule::proceed;
  return waiting;
}

STORE_TEST(Dependencies, a_task_waits_until_all_it_depends_on_is_completed) {
  must(agent("a1"));
  const auto ids = submitted_many(2);
  const TaskId waiting = submitted(after(ids));
  EXPECT_EQ(status_of(waiting), blocked);
  EXPECT_EQ(task_of(waiting).waiting_for, 2U);
  must(complete(granted("a1")));
  EXPECT_EQ(status_of(waiting), blocked);
  EXPECT_EQ(task_of(waiting).waiting_for, 1U);
  must(complete(granted("a1")));
  EXPECT_EQ(status_of(waiting), pending) << "in the step that completed the last one";
  EXPECT_EQ(task_of(waiting).waiting_for, 0U);
  EXPECT_TRUE(has_reason(events_of(waiting).back(), "unblocked"));
  EXPECT_EQ(granted("a1").task.id, waiting);
}

STORE_TEST(Dependencies, a_completed_dependency_does_not_block) {
  must(agent("a1"));
  const TaskId done = submitted(task());
  must(complete(granted("a1")));
  const auto answers = must(submit(after({done})));
  EXPECT_EQ(answers[0].status, pending);
  EXPECT_EQ(task_of(answers[0].id).waiting_for, 0U);
  EXPECT_EQ(task_of(answers[0].id).depends_on, std::vector{done});
}

STORE_TEST(Dependencies, may_name_tasks_of_the_same_call_in_any_order) {
  const NewTask last = task("third");
  NewTask middle = after({last.id});
  NewTask first = after({middle.id, last.id});
  const auto answers = must(submit({first, middle, last}));
  EXPECT_EQ(answers[0].status, blocked);
  EXPECT_EQ(answers[1].status, blocked);
  EXPECT_EQ(answers[2].status, pending);
  must(agent("a1"));
  for (const TaskId& id : {last.id, middle.id, first.id}) {
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.task.id, id);
    must(complete(grant));
  }
}

STORE_TEST(Dependencies, an_unknown_dependency_or_a_cycle_is_invalid) {
  EXPECT_REFUSED(invalid, submit(after({new_task_id()})));
  NewTask one = task();
  NewTask two = task();
  NewTask three = task();
  one.depends_on = {two.id};
  two.depends_on = {three.id};
  three.depends_on = {one.id};
  EXPECT_REFUSED(invalid, submit({one, two, three}));
  NewTask self = task();
  self.depends_on = {self.id};
  EXPECT_REFUSED(invalid, submit(self));
  EXPECT_TRUE(events().empty());
}

STORE_TEST(Dependencies, fail_fast_cancels_what_waits_for_a_failed_task) {
  must(agent("a1"));
  const TaskId first = submitted(task());
  const TaskId second = submitted(after({first}));
  const TaskId third = submitted(after({second}));
  Settle hopeless = fail_it(granted("a1"));
  hopeless.retry = false;
  must(hopeless);
  sweep_all();
  EXPECT_EQ(status_of(second), cancelled);
  EXPECT_EQ(status_of(third), cancelled) << "and what waits for that";
  ASSERT_TRUE(task_of(second).error);
  EXPECT_NE(task_of(second).error->text().find(first.str()), std::string::npos) << "the reason names the dependency";
  EXPECT_EQ(events_of(second).back().type, EventType::task_cancelled);
  EXPECT_TRUE(task_of(second).ended_at);
}

STORE_TEST(Dependencies, a_retryable_failure_does_not_cancel_dependants) {
  must(agent("a1"));
  const TaskId first = submitted(task());
  const TaskId second = submitted(after({first}));
  must(fail_it(granted("a1")));
  EXPECT_EQ(status_of(second), blocked);
}

STORE_TEST(Dependencies, fail_fast_follows_a_cancelled_and_a_dead_task_too) {
  const TaskId first = submitted(task());
  const TaskId waits_for_cancelled = submitted(after({first}));
  must(Cancel{.task = first});
  EXPECT_EQ(status_of(waits_for_cancelled), cancelled);
  const TaskId poison = submitted(task());
  const TaskId waits_for_dead = submitted(after({poison}));
  for (int i = 1; i <= 3; ++i) {
    must(again("a1", i));
    granted("a1", i);
    crash("a1");
  }
  ASSERT_EQ(status_of(poison), dead);
  EXPECT_EQ(status_of(waits_for_dead), cancelled);
}

STORE_TEST(Dependencies, the_continue_rule_counts_a_failed_dependency_as_settled) {
  must(agent("a1"));
  const auto ids = submitted_many(2);
  const TaskId waiting = submitted(after_all_the_same(ids));
  must(Cancel{.task = ids[0]});
  EXPECT_EQ(status_of(waiting), blocked);
  must(complete(granted("a1")));
  EXPECT_EQ(status_of(waiting), pending);
}

STORE_TEST(Dependencies, a_dependency_that_has_already_failed_cancels_at_once_under_fail_fast) {
  const TaskId first = submitted(task());
  must(Cancel{.task = first});
  const NewTask strict = after({first});
  const NewTask lenient = after_all_the_same({first});
  const auto answers = must(submit({strict, lenient}));
  EXPECT_EQ(answers[0].status, cancelled);
  EXPECT_TRUE(answers[0].created);
  EXPECT_EQ(answers[1].status, pending);
  EXPECT_EQ(status_of(strict.id), cancelled);
  EXPECT_TRUE(task_of(strict.id).error);
  EXPECT_EQ(events_of(strict.id).front().type, EventType::task_created);
}

STORE_TEST(Dependencies, unblocked_early_a_task_is_scheduled_until_its_time) {
  must(agent("a1"));
  const TaskId first = submitted(task());
  NewTask later = after({first});
  later.run_at = clock.now() + 20s;
  must(submit(later));
  EXPECT_EQ(status_of(later.id), blocked);
  must(complete(granted("a1")));
  EXPECT_EQ(status_of(later.id), scheduled);
  clock.advance(20s);
  sweep_all();
  EXPECT_EQ(status_of(later.id), pending);
}

STORE_TEST(Dependencies, a_blocked_task_whose_time_passed_is_pending_once_unblocked) {
  must(agent("a1"));
  const TaskId first = submitted(task());
  NewTask later = after({first});
  later.run_at = clock.now() + 5s;
  must(submit(later));
  clock.advance(10s);
  sweep_all();
  EXPECT_EQ(status_of(later.id), blocked);
  must(complete(granted("a1")));
  EXPECT_EQ(status_of(later.id), pending);
}

STORE_TEST(Dependencies, a_task_takes_128_dependencies_and_no_more) {
  const auto ids = submitted_many(129);
  const TaskId waiting = submitted(after({ids.begin(), ids.end() - 1}));
  EXPECT_EQ(task_of(waiting).waiting_for, 128U);
  EXPECT_EQ(task_of(waiting).depends_on.size(), 128U);
  EXPECT_REFUSED(invalid, submit(after(ids)));
  must(agent("a1"));
  for (int i = 0; i < 128; ++i) must(complete(granted("a1")));
  EXPECT_EQ(status_of(waiting), pending);
}

STORE_TEST(Dependencies, the_same_dependency_twice_is_invalid) {
  const TaskId first = submitted(task());
  EXPECT_REFUSED(invalid, submit(after({first, first})));
}

STORE_TEST(Dependencies, a_settle_resolves_100_dependants_and_sweep_the_rest) {
  must(agent("a1"));
  const TaskId first = submitted(task());
  const auto waiting = many(350, [&](int) { return after({first}); });
  must(submit(waiting));
  must(complete(granted("a1")));
  const auto unblocked = [&] { return must(ListTasks{.status = pending, .limit = 1000}).items.size(); };
  EXPECT_EQ(unblocked(), 100U);
  std::uint64_t resolved = 0;
  for (int round = 0; round < 10; ++round) {
    const SweepReport report = must(Sweep{.limit = 100});
    EXPECT_LE(report.dependants_resolved, 100U);
    resolved += report.dependants_resolved;
    if (!report.next_due || *report.next_due > clock.now()) break;
  }
  EXPECT_EQ(resolved, 250U);
  EXPECT_EQ(unblocked(), 350U);
}

STORE_TEST(Dependencies, cancelling_resolves_dependants_in_bounded_steps_as_well) {
  const TaskId first = submitted(task());
  const auto waiting = many(250, [&](int) { return after({first}); });
  must(submit(waiting));
  must(Cancel{.task = first});
  EXPECT_EQ(must(ListTasks{.status = cancelled, .limit = 1000}).items.size(), 101U);
  sweep_all();
  EXPECT_EQ(must(ListTasks{.status = cancelled, .limit = 1000}).items.size(), 251U);
}

STORE_TEST(Dependencies, a_long_chain_falls_in_bounded_steps) {
  std::vector<NewTask> chain{task()};
  chain.reserve(301);
  for (int i = 0; i < 300; ++i) chain.push_back(after({chain.back().id}));
  must(submit(chain));
  must(Cancel{.task = chain.front().id});
  sweep_all();
  EXPECT_EQ(must(ListTasks{.status = cancelled, .limit = 1000}).items.size(), 301U);
}

STORE_TEST(Dependencies, dependants_left_over_survive_a_restart) {
  must(agent("a1"));
  const TaskId first = submitted(task());
  const auto waiting = many(150, [&](int) { return after({first}); });
  must(submit(waiting));
  must(complete(granted("a1")));
  reopen();
  sweep_all();
  EXPECT_EQ(must(ListTasks{.status = pending, .limit = 1000}).items.size(), 150U);
}

STORE_TEST(Dependencies, each_dependant_is_resolved_once_by_dependencies_that_end_together) {
  std::vector<NewTask> roots;
  for (int i = 0; i < 8; ++i) {
    roots.push_back(task("root"));
    must(agent("a" + std::to_string(i), {"root"}));
  }
  const auto ids = each_of(roots, &NewTask::id);
  must(submit(roots));
  const TaskId waiting = submitted(after(ids));
  const auto answers = race(8, [&](int i) {
    const auto grant = call(claim("a" + std::to_string(i))).value();
    return call(complete(*grant)).value().counted ? 1 : 0;
  });
  EXPECT_EQ(std::ranges::count(answers, 1), 8);
  EXPECT_EQ(status_of(waiting), pending);
  EXPECT_EQ(count_of(EventType::task_requeued), 1U);
}

STORE_TEST(Dependencies, retrying_a_cancelled_dependant_does_not_wait_again) {
  const TaskId first = submitted(task());
  const TaskId waiting = submitted(after({first}));
  must(Cancel{.task = first});
  ASSERT_EQ(status_of(waiting), cancelled);
  EXPECT_EQ(must(Retry{.task = waiting}).status, pending);
  sweep_all();
  EXPECT_EQ(status_of(waiting), pending);
}

}  // namespace
}  // namespace baton::test
