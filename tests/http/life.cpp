#include "http/fleet_fixture.hpp"

namespace baton::test {

using HttpLife = Http;

TEST_F(HttpLife, a_task_is_submitted_claimed_completed_and_listed) {
  join("ada");
  const auto task = submit();
  const auto grant = claim("ada", "c1");
  ASSERT_EQ(grant.status, 200) << grant.body;
  EXPECT_EQ(json_word(grant.body, "id"), task);

  const auto progress =
      post("/v1/tasks/" + task + "/progress", "{" + fence_of(grant) + R"(,"progress":{"percent":50}})");
  EXPECT_EQ(progress.status, 200) << progress.body;
  EXPECT_EQ(json_word(progress.body, "cancel"), "false");

  const auto done =
      post("/v1/tasks/" + task + "/complete", "{" + fence_of(grant) + R"(,"result":{"words":12345678901234567890}})");
  ASSERT_EQ(done.status, 200) << done.body;
  EXPECT_EQ(json_word(done.body, "status"), "completed");

  const auto kept = get("/v1/tasks/" + task);
  EXPECT_NE(kept.body.find(R"("result":{"words":12345678901234567890})"), std::string::npos) << kept.body;
  const auto listed = get("/v1/tasks?status=completed&kind=write");
  EXPECT_NE(listed.body.find(task), std::string::npos) << listed.body;
  EXPECT_EQ(get("/v1/tasks?status=pending").body.find(task), std::string::npos);
}

TEST_F(HttpLife, a_settle_repeated_answers_the_same) {
  join("ada");
  const auto task = submit();
  const auto body = "{" + fence_of(claim("ada", "c1")) + R"(,"kind":"complete","body":1})";
  const auto first = post("/v1/tasks/" + task + "/settle", body);
  EXPECT_EQ(first.status, 200) << first.body;
  EXPECT_EQ(post("/v1/tasks/" + task + "/settle", body).body, first.body);
}

TEST_F(HttpLife, completing_may_claim_the_next_task_in_the_same_step) {
  join("ada");
  const auto first = submit();
  const auto second = submit();
  const auto grant = claim("ada", "c1");
  const auto done = post("/v1/tasks/" + first + "/complete", "{" + fence_of(grant) + R"(,"next":{"claim_id":"c2"}})");
  ASSERT_EQ(done.status, 200) << done.body;
  EXPECT_NE(done.body.find(second), std::string::npos) << done.body;
}

TEST_F(HttpLife, a_failed_task_is_scheduled_again_and_a_released_one_is_pending) {
  join("ada");
  const auto task = submit();
  const auto failed = post("/v1/tasks/" + task + "/fail", "{" + fence_of(claim("ada", "c1")) + R"(,"error":"broken"})");
  EXPECT_EQ(json_word(failed.body, "status"), "scheduled") << failed.body;
  const auto other = submit();
  const auto released = post("/v1/tasks/" + other + "/release", "{" + fence_of(claim("ada", "c2")) + "}");
  EXPECT_EQ(json_word(released.body, "status"), "pending") << released.body;
}

TEST_F(HttpLife, a_fence_that_is_not_current_is_stale) {
  join("ada");
  const auto task = submit();
  ASSERT_EQ(claim("ada", "c1").status, 200);
  const auto body = R"({"fence":{"agent":"ada","incarnation":"one","attempt":7},"result":1})";
  expect_problem(post("/v1/tasks/" + task + "/complete", body), 409, "stale_fence");
}

TEST_F(HttpLife, cancel_and_retry_answer_with_the_task) {
  const auto task = submit();
  EXPECT_EQ(json_word(post("/v1/tasks/" + task + "/cancel", R"({"reason":"no need"})").body, "status"), "cancelled");
  EXPECT_EQ(json_word(post("/v1/tasks/" + task + "/retry", "").body, "status"), "pending");
  expect_problem(post("/v1/tasks/" + task + "/retry", ""), 409, "conflict");
}

TEST_F(HttpLife, an_agent_beats_drains_and_leaves) {
  join("ada");
  EXPECT_EQ(post("/v1/agents/ada/beat", R"({"incarnation":"one","ttl_us":5000000})").status, 200);
  const auto drained = post("/v1/agents/ada/transition", R"({"expected":"idle","event":"drain"})");
  EXPECT_EQ(json_word(drained.body, "state"), "draining") << drained.body;
  const auto again = post("/v1/agents/ada/transition", R"({"expected":"idle","event":"drain"})");
  expect_problem(again, 409, "conflict");
  EXPECT_EQ(json_word(again.body, "actual"), "draining");
  EXPECT_EQ(json_word(get("/v1/agents?state=draining").body, "id"), "ada");
  EXPECT_EQ(json_word(daemon_.call("DELETE", "/v1/agents/ada").body, "removed"), "true");
  EXPECT_EQ(json_word(daemon_.call("DELETE", "/v1/agents/ada").body, "removed"), "false");
  expect_problem(get("/v1/agents/ada"), 404, "not_found");
}

TEST_F(HttpLife, a_list_of_tasks_is_taken_whole_or_not_at_all) {
  const auto both = post("/v1/tasks", R"({"tasks":[{"kind":"a"},{"kind":"b"}]})");
  EXPECT_EQ(both.status, 201) << both.body;
  const auto half = post("/v1/tasks", R"({"tasks":[{"kind":"c"},{"kind":""}]})");
  expect_problem(half, 400, "invalid");
  EXPECT_EQ(get("/v1/tasks?kind=c").body.find("\"id\""), std::string::npos);
}

TEST_F(HttpLife, an_idempotency_key_makes_a_repeat_answer_with_the_first_task) {
  const Headers key{{"Idempotency-Key", "order-7"}};
  const auto first = post("/v1/tasks", R"({"kind":"write","payload":1})", key);
  ASSERT_EQ(first.status, 201) << first.body;
  const auto again = post("/v1/tasks", R"({"kind":"write","payload":1})", key);
  EXPECT_EQ(again.status, 200) << again.body;
  EXPECT_EQ(json_word(again.body, "id"), json_word(first.body, "id"));
  expect_problem(post("/v1/tasks", R"({"kind":"write","payload":2})", key), 409, "conflict");
}

TEST_F(HttpLife, an_idempotency_key_covers_each_task_of_a_list) {
  const Headers key{{"Idempotency-Key", "batch"}};
  const std::string body = R"({"tasks":[{"kind":"a"},{"kind":"b"}]})";
  const auto first = post("/v1/tasks", body, key);
  ASSERT_EQ(first.status, 201) << first.body;
  const auto again = post("/v1/tasks", body, key);
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(json_word(again.body, "id"), json_word(first.body, "id"));
}

TEST_F(HttpLife, an_idempotency_key_is_the_id_of_a_claim) {
  join("ada");
  submit();
  const Headers key{{"Idempotency-Key", "claim-1"}};
  const auto first = post("/v1/agents/ada/claim", R"({"incarnation":"one"})", key);
  ASSERT_EQ(first.status, 200) << first.body;
  const auto again = post("/v1/agents/ada/claim", R"({"incarnation":"one"})", key);
  EXPECT_EQ(json_word(again.body, "id"), json_word(first.body, "id"));
}

TEST_F(HttpLife, the_log_is_read_by_patterns_of_types_as_the_stream_is) {
  join("ada");
  submit();
  const auto registered = get("/v1/events?types=agent.*").body;
  EXPECT_EQ(json_word(registered, "event_type"), "agent.registered") << registered;
  EXPECT_FALSE(registered.contains("task.created")) << registered;
  for (const char* types : {"*", "agent.registered,task.*", "task.created,agent.*,agent.registered"}) {
    const auto both = get("/v1/events?types=" + std::string(types)).body;
    EXPECT_TRUE(both.contains("agent.registered") && both.contains("task.created")) << both;
  }
  EXPECT_EQ(json_word(get("/v1/events?types=lock.*").body, "events"), "[");
  const auto refused = get("/v1/events?types=tas*");
  expect_problem(refused, 400, "invalid");
  EXPECT_EQ(json_word(refused.body, "detail"), json_word(get("/v1/events/stream?types=tas*").body, "detail"));
}

TEST_F(HttpLife, the_queue_the_log_and_health_can_be_read) {
  submit();
  EXPECT_EQ(json_word(get("/v1/queue").body, "depth"), "1");
  const auto events = get("/v1/events?after=0&limit=10&types=task.created,task.completed");
  EXPECT_EQ(json_word(events.body, "event_type"), "task.created") << events.body;
  EXPECT_EQ(json_word(get("/v1/events?after=1").body, "events"), "[");
  EXPECT_EQ(json_word(get("/v1/health").body, "backend"), "memory");
}

}  // namespace baton::test
