#include "http/fleet_fixture.hpp"

// What agents share over HTTP: the queue, groups, threads, locks, results, correlations, records.

namespace baton::test {

namespace {

const std::string task = "019a86ff-1234-7abc-8def-0123456789ab";

}  // namespace

class HttpRoles : public Http {
 protected:
  HttpResponse put(const std::string& target, const std::string& body) const {
    return daemon_.call("PUT", target, body);
  }
};

TEST_F(HttpRoles, a_paused_lane_gives_nothing_until_it_is_resumed) {
  join("ada");
  submit();
  EXPECT_EQ(post("/v1/queue/lanes/write/pause", "").body, "{}\n");
  EXPECT_EQ(claim("ada", "c1").status, 204);
  EXPECT_NE(get("/v1/queue").body.find(R"("paused":["write"])"), std::string::npos);
  EXPECT_EQ(post("/v1/queue/lanes/write/resume", "").status, 200);
  EXPECT_EQ(post("/v1/queue/pause", "").status, 200);
  EXPECT_EQ(claim("ada", "c2").status, 204);
  EXPECT_EQ(post("/v1/queue/resume", "").status, 200);
  EXPECT_EQ(claim("ada", "c3").status, 200);
}

TEST_F(HttpRoles, a_lane_shows_its_next_tasks_in_order) {
  const auto later = submit();
  const auto urgent = json_word(post("/v1/tasks", R"({"kind":"write","priority":1})").body, "id");
  const auto line = get("/v1/queue/lanes/write?limit=5").body;
  ASSERT_NE(line.find(later), std::string::npos) << line;
  EXPECT_LT(line.find(urgent), line.find(later)) << line;
  const auto edited = post("/v1/tasks/" + later + "/edit", R"({"priority":0})");
  EXPECT_EQ(json_word(edited.body, "priority"), "0") << edited.body;
  EXPECT_EQ(json_word(get("/v1/queue/lanes/write?limit=1").body, "task"), later);
}

TEST_F(HttpRoles, a_group_reads_and_acknowledges) {
  EXPECT_EQ(put("/v1/groups/audit", R"({"after":0})").status, 200);
  submit();
  const auto read = post("/v1/groups/audit/read", R"({"consumer":"one"})");
  EXPECT_EQ(json_word(read.body, "event_type"), "task.created") << read.body;
  EXPECT_EQ(post("/v1/groups/audit/read", R"({"consumer":"two"})").body, "{\"deliveries\":[]}\n");
  EXPECT_EQ(json_word(get("/v1/groups/audit").body, "consumer"), "one");
  EXPECT_EQ(post("/v1/groups/audit/ack", R"({"positions":[1]})").body, "{\"acknowledged\":1}\n");
  EXPECT_EQ(post("/v1/groups/audit/ack", R"({"positions":[1]})").body, "{\"acknowledged\":0}\n");
  EXPECT_EQ(json_word(get("/v1/groups").body, "name"), "audit");
  EXPECT_EQ(json_word(daemon_.call("DELETE", "/v1/groups/audit").body, "removed"), "true");
  EXPECT_EQ(json_word(daemon_.call("DELETE", "/v1/groups/audit").body, "removed"), "false");
  expect_problem(get("/v1/groups/audit"), 404, "not_found");
}

TEST_F(HttpRoles, what_a_group_gave_up_is_listed_and_redriven) {
  EXPECT_EQ(put("/v1/groups/audit", R"({"after":0,"visibility_us":1,"max_deliveries":1})").status, 200);
  submit();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(post("/v1/groups/audit/read", R"({"consumer":"one"})").status, 200);
  EXPECT_EQ(json_word(get("/v1/groups/audit/dead-letters?limit=1").body, "consumer"), "one");
  const std::string redriven = "/v1/groups/audit/redrive";
  EXPECT_EQ(post(redriven, R"({"positions":[1],"dry_run":true})").body, "{\"redriven\":1}\n");
  EXPECT_EQ(post(redriven, R"({"positions":[1]})").body, "{\"redriven\":1}\n");
  EXPECT_EQ(post(redriven, R"({"positions":[1]})").body, "{\"redriven\":0}\n");
}

TEST_F(HttpRoles, a_message_is_appended_once_for_its_key) {
  ASSERT_EQ(put("/v1/threads/a%2Fb", R"({"metadata":{"n":1}})").status, 200);
  const Headers key{{"Idempotency-Key", "m1"}};
  const auto first = post("/v1/threads/a%2Fb/messages", R"({"role":"user","body":"hello"})", key);
  EXPECT_EQ(json_word(first.body, "id"), "m1") << first.body;
  EXPECT_EQ(post("/v1/threads/a%2Fb/messages", R"({"role":"user","body":"hello"})", key).body, first.body);
  expect_problem(post("/v1/threads/a%2Fb/messages", R"({"role":"user","body":"other"})", key), 409, "conflict");
  EXPECT_EQ(json_word(get("/v1/threads/a%2Fb").body, "messages"), "1");
  EXPECT_EQ(json_word(get("/v1/threads").body, "id"), "a/b");
  EXPECT_EQ(json_word(get("/v1/threads/a%2Fb/messages?after=0").body, "body"), "hello");
  expect_problem(get("/v1/threads/a%2Fb/messages?after=0&before=9"), 400, "invalid");
}

TEST_F(HttpRoles, a_lock_is_taken_renewed_and_released_with_its_token) {
  expect_problem(get("/v1/locks/door"), 404, "not_found");
  const auto taken = post("/v1/locks/door/try", R"({"owner":"me"})");
  EXPECT_EQ(json_word(taken.body, "won"), "true") << taken.body;
  EXPECT_EQ(json_word(post("/v1/locks/door/try", R"({"owner":"you"})").body, "won"), "false");
  const std::string held = R"({"owner":"me","token":)" + json_word(taken.body, "token") + "}";
  EXPECT_EQ(post("/v1/locks/door/renew", held).status, 200);
  expect_problem(post("/v1/locks/door/renew", R"({"owner":"you","token":1})"), 409, "stale_fence");
  EXPECT_EQ(json_word(get("/v1/locks/door").body, "owner"), "me");
  EXPECT_EQ(json_word(get("/v1/locks").body, "name"), "door");
  EXPECT_EQ(json_word(post("/v1/locks/door/release", held).body, "released"), "true");
  EXPECT_EQ(json_word(post("/v1/locks/door/release", held).body, "released"), "false");
}

TEST_F(HttpRoles, a_session_that_ends_frees_its_locks) {
  EXPECT_EQ(post("/v1/sessions/s1/beat", "").status, 200);
  EXPECT_EQ(json_word(post("/v1/locks/door/try", R"({"owner":"me","session":"s1"})").body, "won"), "true");
  EXPECT_EQ(post("/v1/sessions/s1/beat", R"({"ttl_us":0})").status, 200);
  expect_problem(get("/v1/locks/door"), 404, "not_found");
}

TEST_F(HttpRoles, a_result_is_handed_over_once) {
  EXPECT_EQ(get("/v1/tasks/" + task + "/results/1").status, 204);
  EXPECT_EQ(put("/v1/tasks/" + task + "/results/1", R"({"value":{"n":1}})").status, 200);
  EXPECT_EQ(get("/v1/tasks/" + task + "/results/1").body, "{\"value\":{\"n\":1}}\n");
  expect_problem(put("/v1/tasks/" + task + "/results/1", R"({"value":2})"), 409, "conflict");
  expect_problem(get("/v1/tasks/" + task + "/results/one"), 400, "invalid");
  expect_problem(put("/v1/tasks/" + task + "/results/1", R"({"attempt":2,"value":2})"), 400, "invalid");
}

TEST_F(HttpRoles, a_result_needs_a_value_which_may_be_null) {
  const std::string first = "/v1/tasks/" + task + "/results/1";
  for (const char* body : {"", "{}", R"({"ttl_us":1000000})"}) {
    const auto refused = put(first, body);
    expect_problem(refused, 400, "invalid");
    EXPECT_NE(refused.body.find("value is missing"), std::string::npos) << refused.body;
  }
  EXPECT_EQ(get(first).status, 204);
  EXPECT_EQ(put(first, R"({"ttl_us":3600000000,"value":1})").status, 200);
  EXPECT_EQ(put("/v1/tasks/" + task + "/results/2", R"({"value":null})").status, 200);
  EXPECT_EQ(get("/v1/tasks/" + task + "/results/2").body, "{\"value\":null}\n");
  EXPECT_NE(get("/openapi.json").body.find(R"("required":["value"])"), std::string::npos);
}

TEST_F(HttpRoles, a_correlation_collects_signals_and_is_advanced_by_version) {
  const std::string wanted = R"({"expected":["momentum"]})";
  const auto opened = post("/v1/correlations", wanted, {{"Idempotency-Key", "t1"}});
  EXPECT_EQ(json_word(opened.body, "status"), "collecting") << opened.body;
  EXPECT_EQ(post("/v1/correlations", wanted, {{"Idempotency-Key", "t1"}}).body, opened.body);
  const auto ready = post("/v1/correlations/t1/signal", R"({"name":"momentum","body":{"score":1}})");
  EXPECT_EQ(json_word(ready.body, "status"), "ready") << ready.body;
  const std::string step = R"({"event":"orchestrate","version":)" + json_word(ready.body, "version") + "}";
  EXPECT_EQ(json_word(post("/v1/correlations/t1/advance", step).body, "status"), "orchestrating");
  expect_problem(post("/v1/correlations/t1/advance", step), 409, "conflict");
  EXPECT_EQ(json_word(get("/v1/correlations?status=orchestrating").body, "id"), "t1");
  EXPECT_EQ(json_word(get("/v1/correlations/t1").body, "name"), "momentum");
}

TEST_F(HttpRoles, a_record_is_written_by_version_and_listed_by_kind) {
  const auto first = put("/v1/records/decision/a%2F1", R"({"body":1,"expected":0})");
  EXPECT_EQ(json_word(first.body, "version"), "1") << first.body;
  expect_problem(put("/v1/records/decision/a%2F1", R"({"body":2,"expected":0})"), 409, "conflict");
  EXPECT_EQ(json_word(get("/v1/records/decision/a%2F1").body, "body"), "1");
  EXPECT_EQ(json_word(get("/v1/records/decision?limit=1").body, "key"), "a/1");
  EXPECT_EQ(get("/v1/records/context").body, "{\"items\":[]}\n");
}

}  // namespace baton::test
