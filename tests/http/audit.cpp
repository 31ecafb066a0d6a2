#include "http/token_fixture.hpp"

namespace baton::test {

using HttpAudit = HttpWithTokens;

TEST_F(HttpAudit, tells_who_did_what_to_what_and_what_came_of_it) {
  const auto token = make_token("orchestrator");
  const auto task = submit();
  const auto path = "/v1/tasks/" + task + "/cancel";
  ASSERT_EQ(call_as(token, "POST", path, "", {{"X-Request-Id", "r-1"}}).status, 200);
  const auto entry = settled_audit("action=cancel_task", 1);
  EXPECT_EQ(json_word(entry, "actor"), id_of(token)) << entry;
  EXPECT_EQ(json_word(entry, "actor_name"), "test");
  EXPECT_EQ(json_word(entry, "role"), "orchestrator");
  EXPECT_EQ(json_word(entry, "object"), path);
  EXPECT_EQ(json_word(entry, "outcome"), "done");
  EXPECT_EQ(json_word(entry, "request_id"), "r-1");
  EXPECT_EQ(json_word(entry, "address"), "127.0.0.1");
  EXPECT_NE(json_word(entry, "at"), "");
}

TEST_F(HttpAudit, what_an_admin_did_is_there_when_it_is_answered) {
  const auto token = make_token("viewer");
  const auto path = "/v1/tokens/" + id_of(token);
  EXPECT_EQ(json_word(get("/v1/audit?action=create_token").body, "object"), path);
  ASSERT_EQ(daemon_.call("DELETE", path).status, 200);
  EXPECT_EQ(json_word(get("/v1/audit?action=revoke_token").body, "object"), path);
  EXPECT_EQ(json_word(get("/v1/audit").body, "action"), "revoke_token");
}

TEST_F(HttpAudit, holds_no_secret_and_nothing_of_what_agents_do_for_themselves) {
  const auto token = make_token("viewer");
  join("ada");
  EXPECT_EQ(claim("ada", "c1").status, 204);
  EXPECT_EQ(get("/v1/agents").status, 200);
  const auto all = get("/v1/audit").body;
  EXPECT_EQ(occurrences(all, "\"action\""), 1U) << all;
  EXPECT_EQ(all.find(token.substr(token.size() - 64)), std::string::npos);
}

TEST_F(HttpAudit, is_read_page_by_page_with_the_newest_first) {
  for (int i = 0; i < 5; ++i) make_token("viewer", R"(,"id":"t)" + std::to_string(i) + "\"");
  std::string seen;
  std::string next;
  do {
    const auto page = get("/v1/audit?limit=2" + (next.empty() ? "" : "&after=" + next)).body;
    for (auto at = page.find("/v1/tokens/"); at != std::string::npos; at = page.find("/v1/tokens/", at + 1)) {
      seen += page.substr(at + 11, 2);
    }
    next = json_word(page, "next");
  } while (!next.empty());
  EXPECT_EQ(seen, "t4t3t2t1t0");
  EXPECT_EQ(get("/v1/audit?until=2020-01-01T00:00:00Z").body, "{\"items\":[]}\n");
  EXPECT_EQ(get("/v1/audit?since=2100-01-01T00:00:00Z").body, "{\"items\":[]}\n");
  EXPECT_EQ(occurrences(get("/v1/audit?since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z").body, "\"at\""), 5U);
  EXPECT_EQ(get("/v1/audit?actor=nobody").body, "{\"items\":[]}\n");
}

TEST_F(HttpAudit, who_is_refused_for_ever_does_not_fill_the_store) {
  const auto token = make_token("viewer");
  auto client = daemon_.connect();
  for (int i = 0; i < 150; ++i) {
    EXPECT_EQ(client.request("POST", "/v1/queue/pause", "", {{"Authorization", "Bearer " + token}}).status, 403);
  }
  const auto kept = settled_audit("actor=" + id_of(token) + "&limit=1000", 100);
  EXPECT_EQ(occurrences(kept, "\"outcome\":\"forbidden\""), 100U);
}

}  // namespace baton::test
