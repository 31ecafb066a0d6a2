#include <csignal>

#include "http/token_fixture.hpp"
#include "support/sse_client.hpp"

namespace baton::test {

using HttpTokenRoutes = HttpWithTokens;
using HttpScopes = HttpWithTokens;

TEST_F(HttpTokenRoutes, a_token_is_told_once_and_says_who_its_holder_is) {
  const auto token = make_token("orchestrator");
  EXPECT_GE(token.size(), 64U + 8U) << token;
  const auto identity = call_as(token, "GET", "/v1/whoami");
  EXPECT_EQ(json_word(identity.body, "id"), id_of(token)) << identity.body;
  EXPECT_EQ(json_word(identity.body, "role"), "orchestrator");
  const auto shown = get("/v1/tokens/" + id_of(token)).body + get("/v1/tokens").body;
  EXPECT_EQ(shown.find(token.substr(token.size() - 64)), std::string::npos) << shown;
  EXPECT_EQ(shown.find("digest"), std::string::npos) << shown;
  EXPECT_EQ(json_word(get("/v1/tokens").body, "created_by"), "local");
  EXPECT_EQ(json_word(get("/v1/whoami").body, "id"), "local");
}

TEST_F(HttpTokenRoutes, only_the_whole_token_opens) {
  const auto token = make_token("viewer");
  auto wrong = token;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const auto& text : {wrong, token + "0", token.substr(1), "baton_none_" + token.substr(token.size() - 64),
                           token.substr(token.size() - 64)}) {
    expect_problem(call_as(text, "GET", "/v1/agents"), 401, "unauthorized");
  }
  EXPECT_EQ(call_as(token, "GET", "/v1/agents").status, 200);
}

TEST_F(HttpTokenRoutes, a_revoked_token_ends_at_once_and_for_good) {
  const auto token = make_token("viewer");
  EXPECT_EQ(call_as(token, "GET", "/v1/agents").status, 200);
  const auto path = "/v1/tokens/" + id_of(token);
  EXPECT_EQ(json_word(daemon_.call("DELETE", path).body, "revoked"), "true");
  expect_problem(call_as(token, "GET", "/v1/agents"), 401, "unauthorized");
  EXPECT_EQ(json_word(daemon_.call("DELETE", path).body, "revoked"), "true");
  EXPECT_EQ(json_word(get(path).body, "revoked"), "true");
  expect_problem(daemon_.call("DELETE", "/v1/tokens/nobody"), 404, "not_found");
  expect_problem(daemon_.call("DELETE", "/v1/tokens/local"), 400, "invalid");
}

TEST_F(HttpTokenRoutes, a_token_ends_with_its_time) {
  const auto token = make_token("viewer", R"(,"ttl_us":1)");
  const auto refused = call_as(token, "GET", "/v1/agents");
  expect_problem(refused, 401, "unauthorized");
  EXPECT_NE(refused.body.find("expired"), std::string::npos) << refused.body;
  EXPECT_NE(json_word(get("/v1/tokens/" + id_of(token)).body, "expires_at"), "");
}

TEST_F(HttpTokenRoutes, the_same_request_twice_makes_one_token) {
  const Headers key{{"Idempotency-Key", "mine"}};
  const auto made = post("/v1/tokens", R"({"name":"farm"})", key);
  EXPECT_EQ(json_word(made.body, "id"), "mine") << made.body;
  expect_problem(post("/v1/tokens", R"({"name":"farm"})", key), 409, "conflict");
}

TEST_F(HttpTokenRoutes, what_no_token_can_be_is_refused) {
  for (const char* body :
       {R"({"role":"viewer"})", R"({"name":"a","role":"open"})", R"({"name":"a","role":"viewer","scope":{}})",
        R"({"name":"a","role":"agent","scope":{"agent":"*"}})",
        R"({"name":"a","role":"agent","scope":{"agent":"a*b"}})", R"({"name":"a","ttl_us":0})",
        R"({"name":"a","id":"local"})", R"({"name":"a","id":"a b"})"}) {
    expect_problem(post("/v1/tokens", body), 400, "invalid");
  }
}

TEST_F(HttpTokenRoutes, nobody_reaches_tokens_and_the_audit_as_records) {
  make_token("viewer");
  for (const char* kind : {"baton.token", "audit", "baton.other"}) {
    const std::string path = std::string("/v1/records/") + kind;
    expect_problem(get(path), 403, "forbidden");
    expect_problem(get(path + "/mine"), 403, "forbidden");
    expect_problem(daemon_.call("PUT", path + "/mine", R"({"body":1})"), 403, "forbidden");
  }
}

TEST_F(HttpTokenRoutes, secrets_are_in_no_answer_no_metric_and_no_log) {
  const auto token = make_token("admin");
  const auto secret = token.substr(token.size() - 64);
  std::string said;
  for (const auto& target : {"/v1/agents/" + token, "/" + token, "/v1/tasks?status=" + token, std::string("/metrics"),
                             std::string("/v1/whoami"), std::string("/v1/audit"), std::string("/v1/tokens")}) {
    said += call_as(token, "GET", target).body;
  }
  daemon_.signal(SIGTERM);
  EXPECT_EQ(daemon_.wait(std::chrono::seconds{30}), 0);
  said += daemon_.output();
  EXPECT_EQ(said.find(secret), std::string::npos) << said;
  EXPECT_EQ(said.find(daemon_.token()), std::string::npos) << said;
}

TEST_F(HttpScopes, an_agents_token_acts_for_its_own_agents_only) {
  const auto one = make_agent_token(R"({"agent":"ada"})");
  const auto many = make_agent_token(R"({"agent":"farm-*"})");
  const std::string joins = R"({"incarnation":"one","lanes":["write"]})";
  EXPECT_EQ(call_as(one, "POST", "/v1/agents/ada/register", joins).status, 200);
  expect_problem(call_as(one, "POST", "/v1/agents/adam/register", joins), 403, "forbidden");
  EXPECT_EQ(call_as(many, "POST", "/v1/agents/farm-1/register", joins).status, 200);
  EXPECT_EQ(call_as(many, "POST", "/v1/agents/farm-2/register", joins).status, 200);
  expect_problem(call_as(many, "POST", "/v1/agents/farm/register", joins), 403, "forbidden");
  expect_problem(call_as(many, "POST", "/v1/agents/ada/beat", R"({"incarnation":"one"})"), 403, "forbidden");
  EXPECT_EQ(call_as(make_token("agent"), "POST", "/v1/agents/ada/beat", R"({"incarnation":"one"})").status, 200);
}

TEST_F(HttpScopes, a_fence_of_another_agent_is_refused) {
  join("ada");
  const auto path = "/v1/tasks/" + submit();
  const auto grant = claim("ada", "c1");
  const std::string body = "{" + fence_of(grant) + "}";
  const auto own = make_agent_token(R"({"agent":"ada"})");
  const auto other = make_agent_token(R"({"agent":"bob"})");
  for (const char* verb : {"progress", "settle", "complete", "fail", "release", "decline"}) {
    expect_problem(call_as(other, "POST", path + "/" + verb, body), 403, "forbidden");
  }
  EXPECT_EQ(call_as(own, "POST", path + "/complete", body).status, 200);
}

TEST_F(HttpScopes, a_token_for_one_task_cannot_take_another) {
  join("ada");
  const auto task = submit();
  const auto token = make_agent_token(R"({"agent":"ada","task":")" + task + "\"}");
  expect_problem(call_as(token, "POST", "/v1/agents/ada/claim", R"({"incarnation":"one","claim_id":"c1"})"), 403,
                 "forbidden");
  const auto fence = fence_of(claim("ada", "c1"));
  const std::string next = R"(,"next":{"claim_id":"c2"}})";
  expect_problem(call_as(token, "POST", "/v1/tasks/" + task + "/complete", "{" + fence + next), 403, "forbidden");
  expect_problem(call_as(token, "PUT", "/v1/tasks/" + submit() + "/results/1", R"({"value":1})"), 403, "forbidden");
  EXPECT_EQ(call_as(token, "PUT", "/v1/tasks/" + task + "/results/1", R"({"value":1})").status, 200);
  EXPECT_EQ(call_as(token, "POST", "/v1/tasks/" + task + "/complete", "{" + fence + "}").status, 200);
}

TEST_F(HttpScopes, a_message_is_about_a_task_that_the_tokens_agent_holds) {
  ASSERT_EQ(daemon_.call("PUT", "/v1/threads/t", "{}").status, 200);
  join("ada");
  const auto held = submit();
  const auto waiting = submit();
  const auto fence = fence_of(claim("ada", "c1"));
  const auto own = make_agent_token(R"({"agent":"ada"})");
  const auto say = [this](const std::string& token, const std::string& id, const std::string& task) {
    const std::string about = task.empty() ? "" : R"(,"task":")" + task + "\"";
    return call_as(token, "POST", "/v1/threads/t/messages",
                   R"({"id":")" + id + R"(","role":"user","body":1)" + about + "}");
  };
  expect_problem(say(own, "m1", ""), 403, "forbidden");
  expect_problem(say(own, "m1", waiting), 403, "forbidden");
  expect_problem(say(make_agent_token(R"({"agent":"bob"})"), "m1", held), 403, "forbidden");
  expect_problem(say(make_agent_token(R"({"signals":["risk"]})"), "m1", held), 403, "forbidden");
  EXPECT_EQ(json_word(get("/v1/threads/t").body, "messages"), "0");
  EXPECT_EQ(say(own, "m1", held).status, 200);
  EXPECT_EQ(say(make_agent_token(R"({"task":")" + waiting + "\"}"), "m2", waiting).status, 200);
  EXPECT_EQ(say(make_token("agent"), "m3", "").status, 200);
  ASSERT_EQ(post("/v1/tasks/" + held + "/complete", "{" + fence + "}").status, 200);
  expect_problem(say(own, "m4", held), 409, "stale_fence");
  EXPECT_EQ(say(own, "m1", held).status, 200) << "a repeat, whose first answer may have been lost";
  EXPECT_EQ(json_word(get("/v1/threads/t").body, "messages"), "3");
}

TEST_F(HttpScopes, follow_ups_are_taken_by_whoever_does_the_run) {
  const auto submitted = post("/v1/jobs", R"({"kind":"review","thread":"t","request":1})");
  const std::string job = json_word(submitted.body, "job");
  ASSERT_EQ(submitted.status, 201) << submitted.body;
  join("rita", R"(["review"])");
  ASSERT_EQ(claim("rita", "c1", "?wait=20").status, 200);
  const auto take = [&](const std::string& token) {
    return call_as(token, "POST", "/v1/jobs/" + job + "/take", R"({"attempt":1})");
  };
  expect_problem(take(make_agent_token(R"({"agent":"bob"})")), 403, "forbidden");
  expect_problem(take(make_agent_token(R"({"signals":["risk"]})")), 403, "forbidden");
  expect_problem(take(make_agent_token(R"({"task":")" + submit() + "\"}")), 403, "forbidden");
  EXPECT_EQ(take(make_agent_token(R"({"agent":"rita"})")).status, 200);
  EXPECT_EQ(take(make_agent_token(R"({"task":")" + job + "\"}")).status, 200);
  EXPECT_EQ(take(make_token("agent")).status, 200);
}

TEST_F(HttpScopes, no_agent_has_the_locks_that_the_engine_waits_for) {
  const std::string body = R"({"owner":"bob"})";
  const std::string held = R"({"owner":"bob","token":1})";
  for (const auto& token : {make_token("agent"), make_agent_token(R"({"agent":"bob"})")}) {
    for (const char* name : {"thread:t", "job-intake:t", "correlation:c"}) {
      const std::string path = std::string("/v1/locks/") + name;
      expect_problem(call_as(token, "POST", path + "/try", body), 403, "forbidden");
      expect_problem(call_as(token, "POST", path + "/renew", held), 403, "forbidden");
      expect_problem(call_as(token, "POST", path + "/release", held), 403, "forbidden");
    }
    EXPECT_EQ(call_as(token, "POST", "/v1/locks/threads/try", body).status, 200);
  }
  EXPECT_EQ(call_as(make_token("orchestrator"), "POST", "/v1/locks/thread:t/try", body).status, 200);
}

TEST_F(HttpScopes, a_signals_name_is_bound_to_the_writers_token) {
  ASSERT_EQ(post("/v1/correlations", R"({"id":"t1","expected":["momentum","risk"]})").status, 200);
  const auto token = make_agent_token(R"({"agent":"ada","signals":["momentum"]})");
  EXPECT_EQ(call_as(token, "POST", "/v1/correlations/t1/signal", R"({"name":"momentum","body":{}})").status, 200);
  expect_problem(call_as(token, "POST", "/v1/correlations/t1/signal", R"({"name":"risk","body":1})"), 403, "forbidden");
  expect_problem(call_as(token, "POST", "/v1/correlations/t1/advance", R"({"version":1})"), 403, "forbidden");
  expect_problem(call_as(token, "PUT", "/v1/records/decision/t1", R"({"body":1})"), 403, "forbidden");
  EXPECT_EQ(call_as(token, "GET", "/v1/correlations/t1").status, 200);
  const auto refused = settled_audit("outcome=forbidden", 3);
  for (const char* action : {"signal", "advance_correlation", "put_record"}) {
    EXPECT_NE(refused.find("\"action\":\"" + std::string(action) + "\""), std::string::npos) << refused;
  }
}

TEST_F(HttpScopes, locks_and_sessions_are_taken_in_the_agents_own_name) {
  const auto token = make_agent_token(R"({"agent":"ada"})");
  EXPECT_EQ(call_as(token, "POST", "/v1/locks/door/try", R"({"owner":"ada"})").status, 200);
  expect_problem(call_as(token, "POST", "/v1/locks/gate/try", R"({"owner":"bob"})"), 403, "forbidden");
  expect_problem(call_as(token, "POST", "/v1/locks/gate/try", R"({"owner":"ada","agent":"bob"})"), 403, "forbidden");
  expect_problem(call_as(token, "POST", "/v1/sessions/bob/beat", R"({"ttl_us":0})"), 403, "forbidden");
}

TEST_F(HttpScopes, a_stream_ends_with_the_token_it_was_opened_by) {
  const auto token = make_token("viewer");
  SseClient stream(daemon_.port(), token, "/v1/events/stream?keep_alive=1");
  ASSERT_TRUE(stream.sees_comment());
  ASSERT_EQ(daemon_.call("DELETE", "/v1/tokens/" + id_of(token)).status, 200);
  EXPECT_FALSE(stream.next());
}

TEST_F(HttpScopes, whoever_waits_for_something_gets_nothing_once_the_token_is_revoked) {
  join("ada");
  const auto token = make_agent_token(R"({"agent":"ada"})");
  const auto task = submit("other");
  auto claiming = send_as(token, "POST", "/v1/agents/ada/claim?wait=30", R"({"incarnation":"one","claim_id":"c1"})");
  auto reading = send_as(token, "GET", "/v1/tasks/" + task + "?wait=30", "");
  ASSERT_EQ(daemon_.call("DELETE", "/v1/tokens/" + id_of(token)).status, 200);
  const auto wanted = submit("write");
  ASSERT_EQ(post("/v1/tasks/" + task + "/cancel", "{}").status, 200);
  expect_problem(claiming.receive(), 401, "unauthorized");
  expect_problem(reading.receive(), 401, "unauthorized");
  EXPECT_EQ(json_word(get("/v1/tasks/" + wanted).body, "status"), "pending");
}

TEST_F(HttpScopes, no_route_of_records_shows_what_the_daemon_keeps_for_itself) {
  const std::string secret = "whsec_" + std::string(32, 'c');
  const std::string body = R"({"url":"http://127.0.0.1:1/","secret":")" + secret + "\"}";
  ASSERT_EQ(daemon_.call("PUT", "/v1/subscriptions/ops", body).status, 200);
  for (const char* target : {"/v1/records/baton.subscription", "/v1/records/baton.subscription/ops"}) {
    const auto answer = get(target);
    EXPECT_EQ(answer.status, 403) << target;
    EXPECT_EQ(answer.body.find(secret), std::string::npos);
  }
}

}  // namespace baton::test
