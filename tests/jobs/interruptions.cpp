#include <gmock/gmock.h>

#include "jobs/shop.hpp"
#include "support/interposed.hpp"

/// Jobs that somebody calls off, adds to, or leaves in the middle.
namespace baton::test {

namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

}  // namespace

JOB_TEST(JobInterruptions, a_cancelled_job_ends_its_run_and_frees_its_thread) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  const auto first = orchestrator->submit(job("t", "1"));
  const auto second = orchestrator->submit(job("t", "2"));
  ASSERT_TRUE(first && second);
  const Grant work = next_work("ann");
  must(Cancel{.task = first->task, .reason = "changed my mind"});
  until([&] { return status_of(work.task.id) == TaskStatus::cancelled; });
  EXPECT_FALSE(must(complete(work)).counted);
  const Grant next = next_work("ann");
  EXPECT_THAT(next.task.payload->text(), HasSubstr("\"request\":2,"));
  EXPECT_THAT(next.task.payload->text(), HasSubstr("changed my mind"));
  must(complete(next));
  EXPECT_EQ(ended(second->task).status, TaskStatus::completed);
}

JOB_TEST(JobInterruptions, a_job_that_is_cancelled_while_it_waits_is_told_of_and_passed_over) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  const auto first = orchestrator->submit(job("t", "1"));
  const auto second = orchestrator->submit(job("t", "2"));
  const auto third = orchestrator->submit(job("t", "3"));
  ASSERT_TRUE(first && second && third);
  const Grant work = next_work("ann");
  must(Cancel{.task = second->task, .reason = "not needed"});
  conversation("t", 4);
  must(complete(work));
  const Grant next = next_work("ann");
  EXPECT_THAT(next.task.payload->text(), HasSubstr("\"request\":3,"));
  must(complete(next));
  EXPECT_EQ(ended(third->task).status, TaskStatus::completed);
}

JOB_TEST(JobInterruptions, follow_ups_can_be_taken_by_the_running_agent_and_then_are_nobody_elses) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  const auto first = orchestrator->submit(job("t", "1"));
  ASSERT_TRUE(first);
  const Grant work = next_work("ann");
  until([&] { return orchestrator->get(first->task)->record.stage == JobStage::running; });
  const auto second = orchestrator->submit(job("t", "2"));
  const auto third = orchestrator->submit(job("t", "3"));
  ASSERT_TRUE(second && third);
  const auto taken = orchestrator->take(first->task, Attempt{1});
  ASSERT_TRUE(taken) << taken.error().detail;
  ASSERT_EQ(taken->size(), 2U);
  EXPECT_EQ((*taken)[0].request, json("2"));
  EXPECT_EQ((*taken)[1].request, json("3"));
  EXPECT_EQ(orchestrator->take(first->task, Attempt{1})->size(), 2U) << "a lost answer loses nothing";
  EXPECT_EQ(orchestrator->take(first->task, Attempt{1}, 2)->size(), 0U);
  EXPECT_EQ(orchestrator->take(first->task, Attempt{9}).error().code, Errc::stale_fence);
  must(complete(work, R"("all three")"));
  EXPECT_EQ(ended(first->task).status, TaskStatus::completed);
  EXPECT_EQ(ended(second->task).status, TaskStatus::cancelled);
  EXPECT_EQ(ended(third->task).status, TaskStatus::cancelled);
  EXPECT_EQ(orchestrator->take(first->task, Attempt{1}).error().code, Errc::conflict);
  EXPECT_FALSE(must(claim("ann")));
}

/// A job of which ann does the work, and nobody orchestrates it any more.
class LeftAlone : public JobTest {
 protected:
  void SetUp() override {
    JobTest::SetUp();
    auto first = shop("a");
    must(agent("ann", {"review"}));
    job_ = first->submit(job("t")).value().task;
    work_ = next_work("ann");
    until([&] { return first->get(job_)->record.stage == JobStage::running; });
  }

  TaskId job_;
  Grant work_;
};

STORE_TEST_WITH(LeftAlone, JobInterruptions,
                a_run_of_the_fleet_goes_on_when_its_orchestrator_stops_and_another_takes_it_over) {
  EXPECT_EQ(status_of(job_), TaskStatus::pending);
  EXPECT_EQ(status_of(work_.task.id), TaskStatus::running);
  must(complete(work_, R"("kept")"));
  const auto second = shop("b");
  EXPECT_EQ(ended(job_).result, json(R"("kept")"));
  EXPECT_EQ(conversation("t", 2).size(), 2U);
  expect_unlocked("t");
}

STORE_TEST_WITH(LeftAlone, JobInterruptions, a_run_that_has_vanished_is_said_to_have_and_tried_again) {
  must(Cancel{.task = work_.task.id});
  must(release(work_));
  must(PurgeTask{.task = work_.task.id});
  const auto second = shop("b");
  const Grant again = next_work("ann");
  EXPECT_THAT(again.task.payload->text(), HasSubstr("vanished"));
  must(complete(again));
  EXPECT_EQ(ended(job_).status, TaskStatus::completed);
}

STORE_TEST_WITH(LeftAlone, JobInterruptions,
                a_result_that_expired_while_no_daemon_ran_for_hours_leaves_the_end_of_the_run_itself) {
  must(SetResult{.task = job_, .attempt = Attempt{1}, .value = json(R"("fleeting")"), .ttl = 1s});
  must(complete(work_, R"("lasting")"));
  clock.advance(5h);
  const auto second = shop("b");
  EXPECT_EQ(ended(job_).result, json(R"("lasting")"));
  expect_unlocked("t");
}

STORE_TEST_WITH(LeftAlone, JobInterruptions,
                a_run_that_did_not_end_while_no_daemon_ran_for_hours_is_said_to_be_late_and_tried_again) {
  clock.advance(5h);
  const auto second = shop("b");
  until([&] { return status_of(work_.task.id) == TaskStatus::cancelled; });
  must(agent("bob", {"review"}));
  const Grant again = next_work("bob");
  EXPECT_THAT(again.task.payload->text(), HasSubstr("it took longer than it may"));
  must(complete(again));
  EXPECT_EQ(ended(job_).status, TaskStatus::completed);
}

JOB_TEST(JobInterruptions, a_thread_that_somebody_else_has_locked_is_waited_for) {
  const Lock foreign = locked("thread:t", "an operator");
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  const auto ticket = orchestrator->submit(job("t"));
  ASSERT_TRUE(ticket);
  until([&] { return status_of(ticket->task) == TaskStatus::running; });
  EXPECT_FALSE(must(claim("ann"))) << "it was begun in spite of the lock";
  must(release(foreign));
  must(complete(next_work("ann")));
  EXPECT_EQ(ended(ticket->task).status, TaskStatus::completed);
}

}  // namespace baton::test
