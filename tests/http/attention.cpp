#include <gmock/gmock.h>

#include "http/fleet_fixture.hpp"

namespace baton::test {

using HttpAttention = Http;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(HttpAttention, lists_what_is_wedged_with_its_rule_and_the_command_that_helps) {
  join("ada");
  const auto task = submit("nobody does this");
  const auto list = get("/v1/attention");
  ASSERT_EQ(list.status, 200) << list.body;
  EXPECT_THAT(list.body,
              AllOf(HasSubstr(R"("rule":"lane_unserved","subject":{"kind":"lane","id":"nobody does this"},"count":1)"),
                    HasSubstr(R"("command":"baton agent list")"), HasSubstr(R"("complete":true)"),
                    HasSubstr(R"("severity":"warning","rule":"durability_relaxed","subject":{"kind":"store"})")));
  EXPECT_LT(list.body.find("lane_unserved"), list.body.find("durability_relaxed")) << "the most severe first";
  EXPECT_THAT(list.body, Not(HasSubstr("task_waiting_long")));
  EXPECT_THAT(get("/v1/attention?waiting_for=0").body,
              AllOf(HasSubstr("task_waiting_long"), HasSubstr("baton task why " + task)));
}

TEST_F(HttpAttention, refuses_thresholds_that_are_none) {
  expect_problem(get("/v1/attention?waiting_for=long"), 400, "invalid");
  expect_problem(get("/v1/attention?patience=1"), 400, "invalid");
  expect_problem(get("/metrics?format=json"), 400, "invalid");
}

TEST_F(HttpAttention, says_what_keeps_a_task_from_running) {
  const auto task = submit();
  const auto unserved = get("/v1/tasks/" + task + "/why");
  ASSERT_EQ(unserved.status, 200) << unserved.body;
  EXPECT_THAT(unserved.body, AllOf(HasSubstr(R"("task":")" + task + R"(","status":"pending")"),
                                   HasSubstr(R"("reason":"lane_unserved")"), HasSubstr(R"("lane":"write")")));
  join("ada");
  ASSERT_EQ(claim("ada", "c1").status, 200);
  EXPECT_THAT(get("/v1/tasks/" + task + "/why").body,
              AllOf(HasSubstr(R"("reason":"running")"), HasSubstr(R"("agent":"ada")")));
  expect_problem(get("/v1/tasks/00000000-0000-7000-8000-000000000001/why"), 404, "not_found");
  expect_problem(get("/v1/tasks/nonsense/why"), 400, "invalid");
}

TEST_F(HttpAttention, shows_metrics_for_prometheus) {
  join("ada");
  submit();
  submit();
  const auto grant = claim("ada", "c1");
  const auto task = json_word(grant.body, "id");
  ASSERT_EQ(post("/v1/tasks/" + task + "/complete", "{" + fence_of(grant) + "}").status, 200);
  // The log is heard a moment after it was written.
  HttpResponse metrics = get("/metrics");
  while (metrics.body.find("baton_task_run_seconds_count{outcome=\"completed\"} 1\n") == std::string::npos) {
    metrics = get("/metrics");
    ASSERT_EQ(metrics.status, 200) << metrics.body;
  }
  EXPECT_THAT(metrics.header("Content-Type"), HasSubstr("text/plain; version=0.0.4"));
  EXPECT_THAT(metrics.body, AllOf(HasSubstr("# TYPE baton_queue_depth gauge\nbaton_queue_depth{lane=\"write\"} 1\n"),
                                  HasSubstr("baton_agents{state=\"idle\"} 1\n"), HasSubstr("baton_store_up 1\n"),
                                  HasSubstr("baton_events_total{type=\"task.completed\"} 1\n"),
                                  HasSubstr("baton_store_durable 0\n")));
}

TEST_F(HttpAttention, needs_a_token) {
  for (const char* path : {"/v1/attention", "/metrics", "/v1/tasks/00000000-0000-7000-8000-000000000001/why"}) {
    expect_problem(daemon_.connect().request("GET", path, "", {}), 401, "unauthorized");
  }
}

}  // namespace baton::test
