#include <gmock/gmock.h>

#include "jobs/shop.hpp"
#include "support/listed.hpp"

/// A job that an agent of the fleet does, from its request to its answer.
namespace baton::test {

namespace {

using ::testing::ElementsAre;

std::string role_of(const Message& message) { return message.role.str(); }

}  // namespace

JOB_TEST(JobLives, are_done_by_an_agent_of_the_fleet) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  const auto ticket = orchestrator->submit(job("order-17", R"({"text":"look"})"));
  ASSERT_TRUE(ticket) << ticket.error().detail;
  EXPECT_TRUE(ticket->created);
  const Grant work = next_work("ann");
  EXPECT_EQ(work.task.kind, KindName::of("review"));
  EXPECT_THAT(work.task.payload->text(), ::testing::HasSubstr(R"("request":{"text":"look"})"));
  EXPECT_THAT(work.task.payload->text(), ::testing::HasSubstr(ticket->task.str()));
  must(complete(work, R"({"verdict":"fine"})"));
  const Task done = ended(ticket->task);
  EXPECT_EQ(done.status, TaskStatus::completed);
  EXPECT_EQ(done.result, json(R"({"verdict":"fine"})"));
  const auto said = conversation("order-17", 2);
  EXPECT_THAT(each_of(said, role_of), ElementsAre("user", "assistant"));
  EXPECT_EQ(said[0].task, ticket->task);
  EXPECT_EQ(said[1].body, json(R"({"verdict":"fine"})"));
  expect_unlocked("order-17");
  const auto report = orchestrator->get(ticket->task);
  ASSERT_TRUE(report) << report.error().detail;
  ASSERT_EQ(report->record.verdicts.size(), 1U);
  EXPECT_EQ(report->record.verdicts[0].ruling, Ruling::deliver);
}

JOB_TEST(JobLives, are_not_for_those_who_serve_all_lanes) {
  must(agent("everywhere", {"*"}));
  const auto orchestrator = shop();
  const auto ticket = orchestrator->submit(job("t"));
  ASSERT_TRUE(ticket);
  // What everybody may do is the work of the run, in the lane of its kind.
  const Grant work = next_work("everywhere");
  EXPECT_NE(work.task.id, ticket->task);
  EXPECT_EQ(work.task.lane, Lane::of("review"));
  must(complete(work));
  EXPECT_EQ(ended(ticket->task).status, TaskStatus::completed);
}

JOB_TEST(JobLives, begin_once_however_often_they_are_asked_for_and_by_whomever) {
  std::vector<std::unique_ptr<Shop>> shops;
  for (const auto* node : {"a", "b", "c"}) shops.push_back(shop(node));
  must(agent("ann", {"review"}));
  const auto tickets = race(20, [&](int i) {
    NewJob request = job("t");
    request.key = IdempotencyKey::of("delivery-1");
    return shops[static_cast<std::size_t>(i) % 3]->submit(request);
  });
  std::size_t created = 0;
  for (const auto& ticket : tickets) {
    ASSERT_TRUE(ticket) << ticket.error().detail;
    EXPECT_EQ(ticket->task, tickets[0]->task);
    created += ticket->created ? 1 : 0;
  }
  EXPECT_EQ(created, 1U);
  must(complete(next_work("ann")));
  EXPECT_EQ(ended(tickets[0]->task).status, TaskStatus::completed);
  EXPECT_EQ(listed(store(), {.kind = KindName::of("review")}).size(), 2U) << "the job, and one run of it";
  EXPECT_EQ(conversation("t", 2).size(), 2U);
}

JOB_TEST(JobLives, of_one_thread_come_one_at_a_time_and_in_order) {
  const auto one = shop("a");
  const auto two = shop("b");
  must(agent("ann", {"review"}));
  must(agent("bob", {"review"}));
  std::vector<TaskId> jobs;
  for (int i = 0; i < 20; ++i) {
    const auto ticket = (i % 2 == 0 ? one : two)->submit(job("t", std::to_string(i)));
    ASSERT_TRUE(ticket) << ticket.error().detail;
    jobs.push_back(ticket->task);
  }
  for (int i = 0; i < 20; ++i) {
    const Grant work = next_work("ann");
    EXPECT_THAT(work.task.payload->text(), ::testing::HasSubstr("\"request\":" + std::to_string(i) + ","));
    EXPECT_FALSE(must(claim("bob"))) << "a second one was begun beside the first";
    must(complete(work, std::to_string(1000 + i)));
    EXPECT_EQ(ended(jobs[static_cast<std::size_t>(i)]).result, json(std::to_string(1000 + i)));
  }
  EXPECT_EQ(conversation("t", 40).size(), 40U);
  expect_unlocked("t");
}

JOB_TEST(JobLives, of_many_threads_go_on_beside_each_other) {
  constexpr int threads = 100;
  const auto orchestrator = shop();
  std::vector<TaskId> jobs;
  for (int i = 0; i < threads; ++i) {
    const auto ticket = orchestrator->submit(job("thread-" + std::to_string(i)));
    ASSERT_TRUE(ticket) << ticket.error().detail;
    jobs.push_back(ticket->task);
  }
  // All runs are there before the first of them is done.
  std::vector<Grant> works;
  for (int i = 0; i < threads; ++i) {
    const std::string name = "agent-" + std::to_string(i);
    must(agent(name, {"review"}));
    works.push_back(next_work(name));
  }
  for (const Grant& work : works) must(complete(work));
  for (const TaskId& id : jobs) EXPECT_EQ(ended(id).status, TaskStatus::completed);
}

JOB_TEST(JobLives, end_with_what_was_handed_over_under_task_and_attempt) {
  const auto orchestrator = shop();
  must(agent("ann", {"review"}));
  const auto ticket = orchestrator->submit(job("t"));
  ASSERT_TRUE(ticket);
  const Grant work = next_work("ann");
  must(SetResult{.task = ticket->task, .attempt = Attempt{1}, .value = json(R"({"handed":"over"})")});
  EXPECT_EQ(ended(ticket->task).result, json(R"({"handed":"over"})"));
  expect_unlocked("t");
  EXPECT_EQ(status_of(work.task.id), TaskStatus::cancelled) << "nobody waits for it any more";
}

JOB_TEST(JobLives, that_are_asked_for_otherwise_under_the_same_key_are_refused) {
  const auto orchestrator = shop();
  NewJob request = job("t");
  request.key = IdempotencyKey::of("k");
  ASSERT_TRUE(orchestrator->submit(request));
  request.request = json(R"("another")");
  const auto second = orchestrator->submit(request);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Errc::conflict);
  EXPECT_EQ(conversation("t", 1).size(), 1U);
}

}  // namespace baton::test
