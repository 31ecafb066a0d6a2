#include <chrono>
#include <set>

#include "core/hmac.hpp"
#include "core/standard_webhook.hpp"
#include "jobs/workshop.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/store_fixture.hpp"

/// Jobs that webhooks ask for.
namespace baton::test {

namespace {

using ::testing::HasSubstr;

constexpr std::string_view hub_secret = "a secret for the tests only";
constexpr std::string_view tracker_secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
constexpr const char* comment =
    R"({"action":"created","repository":"ann/x","issue":{"number":17},"comment":"look at it"})";

std::int64_t seconds_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

Headers from_hub(std::string_view body, const std::string& delivery, const std::string& event = "issue_comment") {
  std::string hex;
  for (const char byte : hmac_sha256(hub_secret, body)) {
    constexpr char digits[] = "0123456789abcdef";
    hex += digits[static_cast<unsigned char>(byte) >> 4];
    hex += digits[static_cast<unsigned char>(byte) & 15];
  }
  return {{"X-Hub-Signature-256", "sha256=" + hex}, {"X-GitHub-Delivery", delivery}, {"X-GitHub-Event", event}};
}

Headers from_tracker(std::string_view body, const std::string& delivery, std::int64_t ago = 0) {
  const auto secret = WebhookSecret::parse(tracker_secret).value();
  const auto at = static_cast<std::uint64_t>(seconds_now() - ago);
  return {{"webhook-id", delivery},
          {"webhook-timestamp", std::to_string(at)},
          {"webhook-signature", secret.sign(delivery, at, body)}};
}

/// As strangers send it: without a token.
HttpResponse deliver(const DaemonProcess& to, const std::string& source, std::string_view body,
                     const Headers& headers) {
  HttpClient client(to.port());
  return client.request("POST", "/v1/webhooks/" + source, body, headers);
}

class JobWebhooks : public Workshop {
 protected:
  static std::string configured(const std::string& script = "echo run >> runs; echo answer") {
    return process_kind("print", script) + R"(
[webhooks.hub]
scheme = "github"
secret = "a secret for the tests only"
kind = "print"
thread = "{/repository}#{/issue/number}"
request = "/comment"
events = ["issue_comment"]
when = { "/action" = "created" }

[webhooks.tracker]
secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
kind = "print"
thread = "tracker-{/ticket}"
)";
  }

  /// Twenty times the same delivery, spread over the daemons at once: one job, one run.
  void send_twenty(const std::vector<const DaemonProcess*>& daemons) {
    const Headers headers = from_hub(comment, "delivery-1");
    const auto answers = race(20, [&](int i) {
      return deliver(*daemons[static_cast<std::size_t>(i) % daemons.size()], "hub", comment, headers);
    });
    std::set<std::string> jobs;
    std::size_t created = 0;
    for (const auto& answer : answers) {
      EXPECT_EQ(answer.status, 202) << answer.body;
      jobs.insert(json_word(answer.body, "job\":{\"job"));
      created += count(answer.body, R"("created":true)");
    }
    EXPECT_EQ(created, 1U);
    EXPECT_EQ(jobs.size(), 1U);
  }

  void expect_one_run(const DaemonProcess& daemon) {
    const std::string list = daemon.call("GET", "/v1/jobs").body;
    EXPECT_EQ(count(list, R"("kind":"print")"), 1U) << list;
    const std::string job = json_word(list, "id");
    for (;;) {
      const auto shown = daemon.call("GET", "/v1/jobs/" + job + "?wait=5");
      if (shown.body.find(R"("ended_at")") == std::string::npos) continue;
      EXPECT_THAT(shown.body, HasSubstr(R"("status":"completed")"));
      break;
    }
    EXPECT_EQ(read("runs"), "run\n");
  }

  void send_to_three(const std::string& store) {
    write("baton.toml", configured());
    std::vector<std::unique_ptr<DaemonProcess>> daemons;
    std::vector<const DaemonProcess*> all;
    for (const auto* node : {"a", "b", "c"}) {
      const std::vector<std::string> arguments{"serve", "--store", store, "--node", node};
      daemons.push_back(std::make_unique<DaemonProcess>(folder_, arguments));
      all.push_back(daemons.back().get());
    }
    send_twenty(all);
    expect_one_run(*all.front());
  }
};

}  // namespace

TEST_F(JobWebhooks, of_github_become_jobs_as_the_mapping_says) {
  start(configured(), {"--store", "memory:"});
  const auto answer = deliver(daemon(), "hub", comment, from_hub(comment, "d1"));
  ASSERT_EQ(answer.status, 202) << answer.body;
  EXPECT_THAT(answer.body, HasSubstr(R"("thread":"ann/x#17")"));
  const std::string list = get("/v1/jobs").body;
  EXPECT_THAT(ended(json_word(list, "id")), HasSubstr(R"("payload":"look at it")"));
}

TEST_F(JobWebhooks, of_standard_webhooks_do_too_and_the_whole_payload_is_the_request) {
  start(configured(), {"--store", "memory:"});
  const std::string body = R"({"ticket":12345678901234567890})";
  const auto answer = deliver(daemon(), "tracker", body, from_tracker(body, "d1"));
  ASSERT_EQ(answer.status, 202) << answer.body;
  EXPECT_THAT(answer.body, HasSubstr(R"("thread":"tracker-12345678901234567890")"));
}

TEST_F(JobWebhooks, that_the_mapping_does_not_ask_for_are_accepted_and_make_nothing) {
  start(configured(), {"--store", "memory:"});
  EXPECT_EQ(deliver(daemon(), "hub", comment, from_hub(comment, "d1", "push")).body, "{\"accepted\":true}\n");
  const std::string edited = R"({"action":"edited"})";
  EXPECT_EQ(deliver(daemon(), "hub", edited, from_hub(edited, "d2")).status, 202);
  EXPECT_EQ(get("/v1/jobs").body, "{\"items\":[]}\n");
}

TEST_F(JobWebhooks, that_are_repeated_are_the_same_job) {
  start(configured(), {"--store", "memory:"});
  const auto first = deliver(daemon(), "hub", comment, from_hub(comment, "d1"));
  const auto again = deliver(daemon(), "hub", comment, from_hub(comment, "d1"));
  EXPECT_EQ(again.status, 202);
  EXPECT_THAT(again.body, HasSubstr(R"("created":false)"));
  EXPECT_EQ(json_word(first.body, "job\":{\"job"), json_word(again.body, "job\":{\"job"));
}

TEST_F(JobWebhooks, that_are_signed_wrong_old_or_not_at_all_are_refused_and_seen_in_the_audit) {
  start(configured(), {"--store", "memory:"});
  const auto expect_refused = [&](const std::string& source, const Headers& headers, const std::string& why) {
    const auto answer = deliver(daemon(), source, comment, headers);
    EXPECT_EQ(answer.status, 401) << answer.body;
    EXPECT_THAT(answer.body, HasSubstr(why));
  };
  expect_refused("hub", from_hub("another body", "d1"), "the signature is wrong");
  expect_refused("hub", {}, "X-Hub-Signature-256 is missing");
  expect_refused("tracker", from_tracker("another body", "d1"), "the signature is wrong");
  expect_refused("tracker", from_tracker(comment, "d1", 1000), "too far from now");
  EXPECT_EQ(get("/v1/jobs").body, "{\"items\":[]}\n");
  EXPECT_EQ(count(until("/v1/audit", "receive_webhook"), "receive_webhook"), 4U);
}

TEST_F(JobWebhooks, to_a_source_that_is_not_configured_are_told_so) {
  start(configured(), {"--store", "memory:"});
  const auto answer = deliver(daemon(), "nobody", comment, from_hub(comment, "d1"));
  EXPECT_EQ(answer.status, 404);
  EXPECT_THAT(answer.body, HasSubstr("[webhooks.nobody]"));
}

TEST_F(JobWebhooks, that_are_too_large_or_lack_what_is_looked_for_are_refused) {
  start(configured(), {"--store", "memory:"});
  const std::string large = R"({"ticket":1,"x":")" + std::string(1024 * 1024, 'x') + "\"}";
  EXPECT_EQ(deliver(daemon(), "tracker", large, from_tracker(large, "d1")).status, 413);
  const std::string other = R"({"other":1})";
  EXPECT_EQ(deliver(daemon(), "tracker", other, from_tracker(other, "d2")).status, 400);
  EXPECT_EQ(deliver(daemon(), "tracker", "no json", from_tracker("no json", "d3")).status, 400);
}

TEST_F(JobWebhooks, twenty_at_once_on_sqlite_begin_one_run) {
  start(configured());
  send_twenty({&daemon()});
  expect_one_run(daemon());
}

TEST_F(JobWebhooks, twenty_at_once_to_three_daemons_on_redis_begin_one_run) {
  const RedisProcess server;
  send_to_three(server.url());
}

TEST_F(JobWebhooks, twenty_at_once_to_three_daemons_on_postgres_begin_one_run) {
  const PostgresProcess server;
  send_to_three(server.url());
}

}  // namespace baton::test
