#include <gmock/gmock.h>

#include "jobs/shop.hpp"

/// What becomes of outputs that are not delivered at once, or never.
namespace baton::test {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Ruling ruling_of(const Verdict& verdict) { return verdict.ruling; }

}  // namespace

JOB_TEST(JobVerdicts, ask_again_for_an_empty_result_and_deliver_the_next) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  const auto ticket = orchestrator->submit(job("t"));
  ASSERT_TRUE(ticket);
  must(complete(next_work("ann"), "null"));
  until([&] { return status_of(ticket->task) == TaskStatus::scheduled; });
  expect_unlocked("t");
  clock.advance(5s);
  sweep();
  const Grant again = next_work("ann");
  EXPECT_THAT(again.task.payload->text(), HasSubstr("the result is empty")) << "the history feeds the next run";
  must(complete(again, R"("better")"));
  EXPECT_EQ(ended(ticket->task).result, json(R"("better")"));
  const auto report = orchestrator->get(ticket->task).value();
  EXPECT_THAT(each_of(report.record.verdicts, ruling_of), ElementsAre(Ruling::retry, Ruling::deliver));
  EXPECT_EQ(conversation("t", 3).size(), 3U);
}

JOB_TEST(JobVerdicts, give_up_when_the_attempts_are_used_up) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  NewJob request = job("t");
  request.max_attempts = 2;
  const auto ticket = orchestrator->submit(request);
  ASSERT_TRUE(ticket);
  for (int run = 1; run <= 2; ++run) {
    must(fail_it(next_work("ann"), R"({"reason":"no idea"})"));
    until([&] { return task_of(ticket->task).failures == static_cast<std::uint32_t>(run); });
    clock.advance(5s);
    sweep();
  }
  const Task done = ended(ticket->task);
  EXPECT_EQ(done.status, TaskStatus::failed);
  EXPECT_THAT(done.error->text(), HasSubstr("no idea"));
  EXPECT_EQ(conversation("t", 3).back().role.str(), "error");
  expect_unlocked("t");
}

JOB_TEST(JobVerdicts, reject_an_output_with_a_secret_and_keep_nothing_of_it) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  const auto ticket = orchestrator->submit(job("t"));
  ASSERT_TRUE(ticket);
  const std::string secret = std::string("gh") + "p_0123456789abcdefghijABCDEFGHIJ012345";
  must(complete(next_work("ann"), R"({"text":"use )" + secret + "\"}"));
  const Task done = ended(ticket->task);
  EXPECT_EQ(done.status, TaskStatus::failed);
  EXPECT_THAT(done.error->text(), HasSubstr("GitHub token"));
  EXPECT_EQ(done.error->text().find(secret), std::string::npos);
  const auto said = conversation("t", 2);
  EXPECT_EQ(said.back().role.str(), "error");
  EXPECT_EQ(said.back().body.text().find(secret), std::string::npos);
  const auto kept = must(GetRecord{.kind = job_kind(), .key = job_key(ticket->task)});
  EXPECT_EQ(kept.body.text().find(secret), std::string::npos);
}

JOB_TEST(JobVerdicts, on_a_job_that_is_retried_do_not_bind_its_next_run) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  NewJob request = job("t");
  request.max_attempts = 1;
  const auto ticket = orchestrator->submit(request);
  ASSERT_TRUE(ticket);
  must(fail_it(next_work("ann")));
  EXPECT_EQ(ended(ticket->task).status, TaskStatus::failed);
  expect_unlocked("t");
  must(Retry{.task = ticket->task});
  must(complete(next_work("ann"), R"("now")"));
  EXPECT_EQ(ended(ticket->task).status, TaskStatus::completed);
}

}  // namespace baton::test
