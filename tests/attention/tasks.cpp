#include <gmock/gmock.h>

#include "attention/looking.hpp"

namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

STORE_TEST_WITH(AttentionTest, AttentionTasks, a_task_that_three_agents_died_of_is_poison) {
  const TaskId id = submitted(task());
  crash_again_and_again("a1", 2);
  EXPECT_FALSE(item(task_dead));
  must(agent("a2"));
  granted("a2");
  crash("a2");
  const AttentionItem dead = shown(task_dead);
  EXPECT_EQ(dead.subject, Subject(id));
  EXPECT_EQ(dead.count, 1U);
  EXPECT_EQ(dead.since, clock.now());
  EXPECT_EQ(dead.command, "baton task retry " + id.str());
  must(Retry{.task = id});
  EXPECT_FALSE(item(task_dead));
}

STORE_TEST_WITH(AttentionTest, AttentionTasks, a_task_that_failed_for_good_is_news_for_a_day) {
  join("a1");
  NewTask once = task();
  once.max_attempts = 1;
  must(submit(once));
  must(fail_it(granted("a1")));
  const AttentionItem failed = shown(task_failed);
  EXPECT_EQ(failed.subject, Subject(once.id));
  EXPECT_EQ(failed.severity, Severity::notice);
  EXPECT_EQ(failed.command, "baton task retry " + once.id.str());
  clock.advance(24h + 1s);
  EXPECT_FALSE(item(task_failed));
}

STORE_TEST_WITH(AttentionTest, AttentionTasks, thousands_of_tasks_over_age_are_one_line) {
  join("a1", {"elsewhere"});
  const auto ids = submitted_many(5133);
  const Time begun = clock.now();
  clock.advance(15min - 1us);
  EXPECT_FALSE(item(task_waiting_long));
  clock.advance(1us);
  submitted_many(10);
  const AttentionItem waiting = shown(task_waiting_long);
  EXPECT_EQ(waiting.count, 5133U);
  EXPECT_FALSE(waiting.at_least);
  EXPECT_EQ(waiting.subject, Subject(ids.front()));
  EXPECT_EQ(waiting.examples.size(), 5U);
  EXPECT_EQ(waiting.since, begun);
  EXPECT_EQ(waiting.sentence, "5133 tasks in lane work wait, the longest for 15 min");
  EXPECT_EQ(waiting.command, "baton task why " + ids.front().str());
  const AttentionReport short_look = look({.pages = 2});
  EXPECT_FALSE(short_look.complete);
  const auto at_least = item_of(short_look, task_waiting_long);
  ASSERT_TRUE(at_least);
  EXPECT_TRUE(at_least->at_least);
  EXPECT_EQ(at_least->count, 2000U);
  EXPECT_THAT(at_least->sentence, HasSubstr("At least 2000 tasks"));
}

STORE_TEST_WITH(AttentionTest, AttentionTasks, the_time_before_a_task_could_run_is_no_age) {
  join("a1");
  NewTask later = task();
  later.run_at = clock.now() + 1h;
  const NewTask first = task("first");
  NewTask second = task("second");
  second.depends_on = {first.id};
  must(submit({later, first, second}));
  const Grant grant = granted("a1");
  ASSERT_EQ(grant.task.id, first.id);
  clock.advance(1h);
  must(complete(grant));
  sweep_all();
  ASSERT_EQ(status_of(later.id), TaskStatus::pending);
  ASSERT_EQ(status_of(second.id), TaskStatus::pending);
  EXPECT_FALSE(item(task_waiting_long));
  clock.advance(15min);
  EXPECT_EQ(std::ranges::count(look().items, task_waiting_long, &AttentionItem::rule), 2) << "one a lane";
}

STORE_TEST_WITH(AttentionTest, AttentionTasks, an_attempt_that_takes_too_long_is_named_however_old_the_task_is) {
  join("a1");
  const TaskId id = submitted(task());
  clock.advance(2h);
  granted("a1");
  EXPECT_FALSE(item(task_running_long));
  clock.advance(1h);
  const AttentionItem running = shown(task_running_long);
  EXPECT_EQ(running.subject, Subject(id));
  EXPECT_EQ(running.since, clock.now() - 1h);
  EXPECT_EQ(running.sentence, "1 task runs for 60 min");
  EXPECT_FALSE(item(task_running_long, {.running_for = 2h}));
}

STORE_TEST_WITH(AttentionTest, AttentionTasks, jobs_that_run_for_months_are_one_line) {
  for (int i = 10; i < 22; ++i) {
    Register patient = agent("a" + std::to_string(i));
    patient.ttl = 24h * 365;
    must(patient);
    submitted(task());
    granted("a" + std::to_string(i));
  }
  clock.advance(24h * 91);
  sweep_all();
  const AttentionItem running = shown(task_running_long);
  EXPECT_EQ(running.count, 12U);
  EXPECT_EQ(running.sentence, "12 tasks run, the longest for 91 days");
}

STORE_TEST_WITH(AttentionTest, AttentionTasks, blocked_tasks_are_told_with_what_they_wait_for_and_its_state) {
  join("a1", {"first"});
  const NewTask done = task("first");
  const NewTask first = task("first");
  NewTask second = task("second");
  second.depends_on = {done.id, first.id};
  NewTask third = task("third");
  third.depends_on = {first.id};
  must(submit({done, first, second, third}));
  must(complete(granted("a1")));
  clock.advance(1h - 1us);
  EXPECT_FALSE(item(task_blocked));
  clock.advance(1us);
  const AttentionItem blocked = shown(task_blocked);
  EXPECT_EQ(blocked.subject, Subject(first.id));
  EXPECT_EQ(blocked.count, 2U);
  EXPECT_THAT(blocked.examples, ::testing::ElementsAre(second.id, third.id));
  EXPECT_EQ(blocked.command, "baton task why " + first.id.str());
  EXPECT_THAT(blocked.sentence, AllOf(HasSubstr("2 tasks wait"), HasSubstr(first.id.str() + ", which is pending")));
  granted("a1");
  EXPECT_THAT(shown(task_blocked).sentence, HasSubstr("which is running on a1"));
  const AttentionReport unlooked = look({.lookups = 1});
  EXPECT_FALSE(unlooked.complete) << "not all that they wait for was looked at";
}

}  // namespace
}  // namespace baton::test
