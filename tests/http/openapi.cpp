#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <variant>

#include "core/standard_webhook.hpp"
#include "http/fleet_fixture.hpp"
#include "support/api_document.hpp"

namespace baton::test {

namespace {

/// What happened before: an operation by its own example, or a call of the test's own.
struct OwnCall {
  std::string method;
  std::string target;
  std::string body;
};
using Before = std::vector<std::variant<const char*, OwnCall>>;

/// Events that one delivery gives up, at once.
const OwnCall impatient_group{"PUT", "/v1/groups/audit", R"({"after":0,"visibility_us":1,"max_deliveries":1})"};

/// One that nobody merges but who opened it.
const OwnCall by_hand{"POST", "/v1/correlations", R"({"id":"trade-7","expected":["momentum"]})"};
const OwnCall decided{"GET", "/v1/correlations/trade-7/decision?wait=10", ""};

const Before held{"submit_tasks", "register_agent", "claim_task"};
const Before given_up{impatient_group, "submit_tasks", "read_group", "read_group"};

/// A job whose run an agent of the fleet has in hand.
const OwnCall reviewer{"POST", "/v1/agents/rita/register", R"({"incarnation":"1","lanes":["review"]})"};
const OwnCall reviewing{"POST", "/v1/agents/rita/claim?wait=20", R"({"incarnation":"1","claim_id":"r1"})"};
const Before begun_job{"submit_job", reviewer, reviewing};

/// The source that the example of a delivery is from.
constexpr const char* tracker_secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const std::string configuration = std::string("[webhooks.tracker]\nsecret = \"") + tracker_secret +
                                  "\"\nkind = \"review\"\nthread = \"issue-{/issue}\"\n";

/// Every operation, with what a daemon that has seen nothing yet needs before it can show something.
const std::map<std::string, Before> samples{
    {"dashboard", {}},
    {"dashboard_file", {}},
    {"livez", {}},
    {"readyz", {}},
    {"openapi", {}},
    {"metrics", {}},
    {"health", {}},
    {"list_attention", {"submit_tasks"}},
    {"explain_task", {"submit_tasks"}},
    {"list_agents", {"register_agent"}},
    {"get_agent", {"register_agent"}},
    {"register_agent", {}},
    {"deregister_agent", {"register_agent"}},
    {"beat", {"register_agent"}},
    {"transition_agent", {"register_agent"}},
    {"claim_task", {"submit_tasks", "register_agent"}},
    {"list_tasks", held},
    {"count_tasks", held},
    {"submit_tasks", {}},
    {"get_task", {"submit_tasks", "register_agent", "claim_task", "complete_task"}},
    {"report_progress", held},
    {"settle_task", held},
    {"complete_task", held},
    {"fail_task", held},
    {"release_task", held},
    {"decline_task", held},
    {"cancel_task", {"submit_tasks"}},
    {"retry_task", {"submit_tasks", "cancel_task"}},
    {"edit_task", {"submit_tasks"}},
    {"set_result", {}},
    {"get_result", {"set_result"}},
    {"queue_stats", {"submit_tasks", "pause_lane"}},
    {"pause_queue", {}},
    {"resume_queue", {"pause_queue"}},
    {"peek_lane", {"submit_tasks"}},
    {"pause_lane", {}},
    {"resume_lane", {"pause_lane"}},
    {"read_events", {"submit_tasks"}},
    {"stream_events", {"submit_tasks"}},
    {"list_groups", {"put_group"}},
    {"put_group", {}},
    {"inspect_group", {"put_group", "submit_tasks", "read_group"}},
    {"drop_group", {"put_group"}},
    {"read_group", {"put_group", "submit_tasks"}},
    {"acknowledge", {"put_group", "submit_tasks", "read_group"}},
    {"list_dead_letters", given_up},
    {"redrive", given_up},
    {"list_subscriptions", {"put_subscription"}},
    {"put_subscription", {}},
    {"get_subscription", {"put_subscription"}},
    {"remove_subscription", {"put_subscription"}},
    {"list_threads", {"put_thread"}},
    {"put_thread", {}},
    {"get_thread", {"put_thread"}},
    {"list_messages", {"put_thread", "append_message"}},
    {"append_message", {"put_thread"}},
    {"list_locks", {"try_lock"}},
    {"inspect_lock", {"try_lock"}},
    {"try_lock", {}},
    {"renew_lock", {"try_lock"}},
    {"release_lock", {"try_lock"}},
    {"beat_session", {}},
    {"list_correlations", {"open_correlation"}},
    {"open_correlation", {}},
    {"get_correlation", {"open_correlation", "signal"}},
    {"signal", {"open_correlation"}},
    {"advance_correlation", {by_hand, "signal"}},
    {"get_shared_state", {"open_correlation", "signal"}},
    {"get_timeline", {"open_correlation", "signal"}},
    {"get_decision", {"open_correlation", "signal", decided}},
    {"get_context", {"put_context_document"}},
    {"get_context_document", {"put_context_document"}},
    {"put_context_document", {}},
    {"list_schemas", {}},
    {"get_schema", {}},
    {"check_value", {}},
    {"migrate_schema", {"open_correlation"}},
    {"list_records", {"put_record"}},
    {"get_record", {"put_record"}},
    {"put_record", {}},
    {"who_am_i", {}},
    {"list_tokens", {"create_token"}},
    {"create_token", {}},
    {"get_token", {"create_token"}},
    {"revoke_token", {"create_token"}},
    {"list_audit", {"create_token"}},
    {"login_page", {}},
    {"login_style", {}},
    {"log_in", {}},
    {"log_out", {}},
    {"submit_job", {}},
    {"list_jobs", {"submit_job"}},
    {"get_job", {"submit_job"}},
    {"cancel_job", {"submit_job"}},
    {"take_follow_ups", begun_job},
    {"receive_webhook", {}},
    {"purge_task", {"submit_tasks", "cancel_task"}},
    {"purge_thread", {"put_thread", "append_message"}},
    {"purge_correlation", {"open_correlation", "signal"}},
};

/// The token of an example is nobody's: there the daemon's own one is sent.
HttpResponse send(const DaemonProcess& daemon, const ApiOperation& operation) {
  if (operation.id == "log_in") return daemon.call("POST", operation.target, R"({"token":")" + daemon.token() + "\"}");
  if (operation.id == "receive_webhook") {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto at = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count());
    const auto signature = WebhookSecret::parse(tracker_secret)->sign("d1", at, operation.body);
    return daemon.call(
        "POST", operation.target, operation.body,
        {{"webhook-id", "d1"}, {"webhook-timestamp", std::to_string(at)}, {"webhook-signature", signature}});
  }
  return daemon.call(operation.method, operation.target, operation.body);
}

void prepare(const DaemonProcess& daemon, const ApiDocument& document, const Before& before) {
  for (const auto& step : before) {
    const auto* own = std::get_if<OwnCall>(&step);
    const auto answer = own != nullptr ? daemon.call(own->method, own->target, own->body)
                                       : send(daemon, document.operation(std::get<const char*>(step)));
    EXPECT_EQ(answer.status / 100, 2) << answer.body;
  }
}

}  // namespace

using HttpOpenApi = Http;

TEST_F(HttpOpenApi, every_operation_answers_its_example_as_described) {
  const ApiDocument document(get("/openapi.json").body);
  EXPECT_EQ(document.operations().size(), samples.size());
  for (const auto& operation : document.operations()) {
    SCOPED_TRACE(operation.id + ": " + operation.method + " " + operation.target + " " + operation.body);
    const auto sample = samples.find(operation.id);
    if (sample == samples.end()) {
      ADD_FAILURE() << "there is no sample for this operation";
      continue;
    }
    const TemporaryDirectory folder;
    std::ofstream(folder.path() / "baton.toml") << configuration;
    const DaemonProcess fresh(folder, {"serve", "--store", "memory:", "--assign", "pull"});
    prepare(fresh, document, sample->second);
    const auto answer = send(fresh, operation);
    EXPECT_EQ(answer.status / 100, 2) << answer.body;
    EXPECT_THAT(document.faults(operation, answer), testing::IsEmpty()) << answer.body;
  }
}

TEST_F(HttpOpenApi, a_file_that_the_client_has_is_answered_as_described) {
  const ApiDocument document(get("/openapi.json").body);
  for (const char* id : {"dashboard", "dashboard_file"}) {
    const auto& operation = document.operation(id);
    const auto file = get(operation.target);
    const auto again = daemon_.call("GET", operation.target, "", {{"If-None-Match", file.header("ETag")}});
    EXPECT_EQ(again.status, 304);
    EXPECT_THAT(document.faults(operation, again), testing::IsEmpty()) << id;
  }
}

TEST_F(HttpOpenApi, every_example_fits_its_schema) {
  const ApiDocument document(get("/openapi.json").body);
  for (const auto& operation : document.operations()) {
    EXPECT_THAT(document.faulty_examples(operation), testing::IsEmpty()) << operation.id;
  }
}

TEST_F(HttpOpenApi, an_operation_without_a_token_is_refused_as_described) {
  const ApiDocument document(get("/openapi.json").body);
  std::set<std::string> open;
  for (const auto& operation : document.operations()) {
    if (!operation.needs_token) {
      open.insert(operation.id);
      continue;
    }
    const auto answer = daemon_.connect().request(operation.method, operation.target, operation.body, {});
    EXPECT_EQ(answer.status, 401) << operation.id;
    EXPECT_THAT(document.faults(operation, answer), testing::IsEmpty()) << operation.id << answer.body;
  }
  EXPECT_EQ(open, (std::set<std::string>{"dashboard", "dashboard_file", "livez", "readyz", "login_page", "login_style",
                                         "log_in", "log_out", "receive_webhook"}));
}

TEST_F(HttpOpenApi, what_does_not_exist_is_answered_as_described) {
  const ApiDocument document(get("/openapi.json").body);
  for (const auto& operation : document.operations()) {
    const auto answer = send(daemon_, operation);
    if (answer.status / 100 == 2) continue;
    EXPECT_THAT(document.faults(operation, answer), testing::IsEmpty()) << operation.id << answer.body;
  }
}

}  // namespace baton::test
