#include <map>
#include <set>

#include "http/token_fixture.hpp"
#include "support/api_document.hpp"

// Every operation by every caller. The operations are those of the route table, the requests their examples, and what
// is expected follows from one rule and from the roles below.

namespace baton::test {

namespace {

/// Whose an agent's token is: anybody's, the example's agents', others', or others' and for another task.
enum class Reach { all, own, foreign, foreign_task };

struct TestCaller {
  std::string name;
  std::string role;  ///< empty: nobody
  Reach reach = Reach::all;
  std::string token{};
};

/// Who may do what, said once more: a role that is lowered in the route table must not lower what is expected of it.
/// Whatever is not named here reads, and is for viewers.
const std::map<std::string, std::set<std::string>> operations_of{
    {"open",
     {"livez", "readyz", "login_page", "login_style", "log_in", "log_out", "dashboard", "dashboard_file",
      "receive_webhook"}},
    {"viewer", {"check_value"}},
    {"agent",
     {"register_agent", "deregister_agent", "beat", "transition_agent", "claim_task", "report_progress", "settle_task",
      "complete_task", "fail_task", "release_task", "decline_task", "set_result", "append_message", "try_lock",
      "renew_lock", "release_lock", "beat_session", "signal", "take_follow_ups"}},
    {"orchestrator", {"submit_tasks",        "cancel_task",          "retry_task",     "edit_task",  "pause_queue",
                      "resume_queue",        "pause_lane",           "resume_lane",    "put_group",  "drop_group",
                      "read_group",          "acknowledge",          "redrive",        "put_thread", "open_correlation",
                      "advance_correlation", "put_context_document", "migrate_schema", "put_record", "submit_job",
                      "cancel_job"}},
    {"admin",
     {"list_subscriptions", "put_subscription", "get_subscription", "remove_subscription", "list_tokens",
      "create_token", "get_token", "revoke_token", "list_audit", "purge_task", "purge_thread", "purge_correlation"}}};

std::string role_needed(const ApiOperation& operation) {
  for (const auto& [role, operations] : operations_of) {
    if (operations.contains(operation.id)) return role;
  }
  EXPECT_EQ(operation.method, "GET") << "say in this test who may " << operation.id;
  return "viewer";
}

int rank_of(const std::string& role) {
  static const std::map<std::string, int> ranks{{"", 0},      {"open", 0},         {"viewer", 1},
                                                {"agent", 2}, {"orchestrator", 3}, {"admin", 4}};
  return ranks.at(role);
}

/// They name no agent, and are for the one that holds the task: of the examples nobody does.
const std::set<std::string> of_holders{"append_message", "take_follow_ups"};
/// They name a task and no agent, and are for any agent's token that is for no other task.
const std::set<std::string> of_anybody{"set_result"};

/// The rule: nobody gets further than the open operations; a role includes those below it; and an agent whose token is
/// for others may read everything and do nothing. 0: whatever the operation itself answers.
int refusal_of(const TestCaller& caller, const std::string& operation, const std::string& needed) {
  if (needed == "open") return 0;
  if (caller.role.empty()) return 401;
  if (rank_of(caller.role) < rank_of(needed)) return 403;
  if (needed != "agent" || caller.reach == Reach::all) return 0;
  if (of_holders.contains(operation)) return 403;
  if (caller.reach == Reach::foreign && of_anybody.contains(operation)) return 0;
  return caller.reach == Reach::own ? 0 : 403;
}

struct OwnChange {
  std::string method;
  std::string target;
  std::string body;
};

/// The examples are about the agent `ann`, its signal and the first task.
const std::string own_scope = R"({"agent":"ann","signals":["momentum"]})";
const std::string own_agents = R"({"agent":"a*","signals":["momentum"]})";
const std::string foreign_scope = R"({"agent":"bob","signals":["risk"]})";
const std::string other_task = R"({"agent":"bob","signals":["risk"],"task":"019a86ff-1234-7abc-8def-ffffffffffff"})";
const std::string signals_only = R"({"signals":["risk"]})";

}  // namespace

class HttpAuthorisation : public HttpWithTokens {
 protected:
  std::vector<TestCaller> callers() const {
    const auto revoked = make_token("admin");
    EXPECT_EQ(daemon_.call("DELETE", "/v1/tokens/" + id_of(revoked)).status, 200);
    return {
        {.name = "nobody", .role = ""},
        {.name = "revoked", .role = "", .token = revoked},
        {.name = "expired", .role = "", .token = make_token("admin", R"(,"ttl_us":1)")},
        {.name = "viewer", .role = "viewer", .token = make_token("viewer")},
        {.name = "agent", .role = "agent", .token = make_token("agent")},
        {.name = "own agent", .role = "agent", .reach = Reach::own, .token = make_agent_token(own_scope)},
        {.name = "own agents", .role = "agent", .reach = Reach::own, .token = make_agent_token(own_agents)},
        {.name = "foreign agent", .role = "agent", .reach = Reach::foreign, .token = make_agent_token(foreign_scope)},
        {.name = "no agent", .role = "agent", .reach = Reach::foreign, .token = make_agent_token(signals_only)},
        {.name = "other task", .role = "agent", .reach = Reach::foreign_task, .token = make_agent_token(other_task)},
        {.name = "orchestrator", .role = "orchestrator", .token = make_token("orchestrator")},
        {.name = "admin", .role = "admin", .token = make_token("admin")}};
  }
};

TEST_F(HttpAuthorisation, every_operation_is_refused_to_everybody_it_is_not_for) {
  const ApiDocument document(get("/openapi.json").body);
  const auto everybody = callers();
  for (const auto& operation : document.operations()) {
    const std::string needed = role_needed(operation);
    EXPECT_EQ(operation.description.at("x-baton-role").as_string(), needed) << operation.id;
    for (const auto& caller : everybody) {
      SCOPED_TRACE(operation.id + " by " + caller.name);
      const auto answer = call_as(caller.token, operation.method, operation.target, operation.body);
      const int refusal = refusal_of(caller, operation.id, needed);
      if (refusal != 0) {
        EXPECT_EQ(answer.status, refusal) << answer.body;
      } else if (operation.id != "log_in") {
        EXPECT_NE(answer.status, 401) << answer.body;
        EXPECT_NE(answer.status, 403) << answer.body;
      }
    }
  }
}

TEST_F(HttpAuthorisation, the_groups_of_subscriptions_are_changed_by_admins_alone) {
  const std::string group = "/v1/groups/webhook:ops";
  const std::vector<OwnChange> changes{{"PUT", group, R"({"after":0})"},
                                       {"POST", group + "/read", R"({"consumer":"me"})"},
                                       {"POST", group + "/ack", R"({"positions":[1]})"},
                                       {"DELETE", group, ""}};
  submit();
  ASSERT_EQ(call_as(make_token("admin"), "PUT", group, R"({"after":0})").status, 200);
  const auto orchestrator = make_token("orchestrator");
  for (const auto& change : changes) {
    expect_problem(call_as(orchestrator, change.method, change.target, change.body), 403, "forbidden");
    expect_problem(call_as(orchestrator, change.method, "/v1/groups/webhook%3Aops" + change.target.substr(group.size()),
                           change.body),
                   403, "forbidden");
  }
  EXPECT_EQ(call_as(orchestrator, "GET", "/v1/groups").status, 200);
  EXPECT_EQ(json_word(call_as(orchestrator, "GET", group).body, "lag"), "1") << "nothing was taken from it";
  EXPECT_EQ(call_as(orchestrator, "GET", group + "/dead-letters").status, 200);
  EXPECT_EQ(call_as(orchestrator, "POST", group + "/redrive", "{}").status, 200);
  EXPECT_EQ(call_as(orchestrator, "PUT", "/v1/groups/webhooks", R"({"after":0})").status, 200) << "a name of one's own";
  const auto admin = make_token("admin");
  for (const auto& change : changes) {
    EXPECT_EQ(call_as(admin, change.method, change.target, change.body).status, 200) << change.target;
  }
}

TEST_F(HttpAuthorisation, nobody_learns_more_than_that_the_daemon_lives_and_where_to_sign_in) {
  const ApiDocument document(get("/openapi.json").body);
  for (const auto& operation : document.operations()) {
    const auto answer = call_as("", operation.method, operation.target, operation.body);
    if (operation.needs_token) {
      expect_problem(answer, 401, "unauthorized");
    } else if (operation.id == "livez" || operation.id == "readyz") {
      EXPECT_TRUE(answer.body == "{\"status\":\"alive\"}\n" || answer.body == "{\"status\":\"ready\"}\n")
          << answer.body;
    } else if (operation.id == "receive_webhook") {
      // It would take a signature of a source that is configured.
      expect_problem(answer, 404, "not_found");
    } else {
      const bool is_page = operation.target == "/" || operation.target.starts_with("/assets/");
      EXPECT_TRUE(is_page || operation.target.starts_with("/log")) << operation.id;
    }
  }
}

TEST_F(HttpAuthorisation, whoever_is_refused_is_in_the_audit) {
  const ApiDocument document(get("/openapi.json").body);
  for (const auto& token : {make_token("viewer"), make_agent_token(other_task)}) {
    std::size_t refused = 0;
    for (const auto& operation : document.operations()) {
      const auto answer = call_as(token, operation.method, operation.target, operation.body);
      if (answer.status == 403) ++refused;
    }
    EXPECT_GT(refused, 20U);
    EXPECT_EQ(occurrences(settled_audit("actor=" + id_of(token) + "&limit=1000", refused), "\"outcome\":\"forbidden\""),
              refused);
  }
}

}  // namespace baton::test
