#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <set>

#include "core/standard_webhook.hpp"
#include "http/fleet_fixture.hpp"
#include "support/hook_receiver.hpp"
#include "support/programs.hpp"
#include "support/redis_process.hpp"

// Subscriptions, and the webhooks that go out to them.

namespace baton::test {

namespace {

const std::string secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

std::string subscription_to(const HookReceiver& receiver, const std::string& more = "") {
  return R"({"url":")" + receiver.url() + R"(","secret":")" + secret + "\"" + more + "}";
}

bool is_signed(const Hook& hook) {
  const auto timestamp = std::stoull(hook.header("webhook-timestamp"));
  return WebhookSecret::parse(secret)->sign(hook.header("webhook-id"), timestamp, hook.body) ==
         hook.header("webhook-signature");
}

}  // namespace

class HttpWebhooks : public Http {
 protected:
  HttpResponse subscribe(const std::string& body, const std::string& name = "ops") const {
    return daemon_.call("PUT", "/v1/subscriptions/" + name, body);
  }
  /// Looks until the answer holds that text.
  void await(const std::string& target, const std::string& text) const {
    while (!get(target).body.contains(text)) wait_briefly();
  }

  HookReceiver receiver_;
};

TEST_F(HttpWebhooks, a_receiver_gets_signed_cloud_events_of_the_types_it_asked_for) {
  ASSERT_EQ(subscribe(subscription_to(receiver_, R"(,"types":["task.*"])")).status, 200);
  join("ada");
  const auto task = submit();
  const auto hook = receiver_.next();
  ASSERT_TRUE(hook);
  EXPECT_EQ(hook->header("Content-Type"), "application/cloudevents+json");
  EXPECT_EQ(json_word(hook->body, "type"), "dev.baton.task.created");
  EXPECT_EQ(json_word(hook->body, "subject"), "tasks/" + task);
  EXPECT_TRUE(is_signed(*hook));
  await("/v1/groups/webhook:ops", R"("pending":0)");
  await("/metrics", R"(baton_webhook_deliveries_total{subscription="ops"} 1)");
}

TEST_F(HttpWebhooks, a_secret_is_shown_to_whoever_has_it_made_and_never_again) {
  const std::string body = R"({"url":")" + receiver_.url() + "\"}";
  const auto made = subscribe(body);
  ASSERT_EQ(made.status, 200) << made.body;
  const auto shown = json_word(made.body, "secret");
  EXPECT_TRUE(WebhookSecret::parse(shown)) << made.body;
  EXPECT_FALSE(subscribe(body).body.contains("whsec_"));
  EXPECT_FALSE(get("/v1/subscriptions").body.contains("whsec_"));
  EXPECT_FALSE(get("/v1/subscriptions/ops").body.contains("whsec_"));
  EXPECT_FALSE(subscribe(subscription_to(receiver_), "other").body.contains("whsec_"));
}

TEST_F(HttpWebhooks, what_cannot_be_delivered_is_retried_given_up_and_redriven) {
  receiver_.answer_with(500);
  ASSERT_EQ(
      subscribe(subscription_to(receiver_, R"(,"types":["task.created"],"retry_us":50000,"max_deliveries":2)")).status,
      200);
  submit();
  const auto first = receiver_.next();
  const auto second = receiver_.next();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->header("webhook-id"), second->header("webhook-id"));
  EXPECT_TRUE(is_signed(*second));
  await("/v1/groups/webhook:ops/dead-letters", "task.created");
  EXPECT_TRUE(get("/v1/attention").body.contains("group_dead_letters"));
  EXPECT_EQ(receiver_.received(), 2U);
  receiver_.answer_with(200);
  ASSERT_EQ(json_word(post("/v1/groups/webhook:ops/redrive", "{}").body, "redriven"), "1");
  const auto redriven = receiver_.next();
  ASSERT_TRUE(redriven);
  EXPECT_EQ(redriven->header("webhook-id"), first->header("webhook-id"));
  await("/v1/groups/webhook:ops", R"("dead":0)");
}

TEST_F(HttpWebhooks, a_redirect_is_a_failure_and_is_not_followed) {
  HookReceiver elsewhere;
  receiver_.answer_with(307, "Location: " + elsewhere.url() + "\r\n");
  ASSERT_EQ(subscribe(subscription_to(receiver_)).status, 200);
  submit();
  ASSERT_TRUE(receiver_.next());
  await("/metrics", R"(baton_webhook_failures_total{subscription="ops"} 1)");
  EXPECT_EQ(elsewhere.received(), 0U);
}

TEST_F(HttpWebhooks, a_receiver_that_is_gone_for_good_is_not_asked_again) {
  receiver_.answer_with(410);
  ASSERT_EQ(subscribe(subscription_to(receiver_, R"(,"retry_us":50000)")).status, 200);
  submit();
  ASSERT_TRUE(receiver_.next());
  await("/v1/subscriptions/ops", R"("enabled":false)");
  EXPECT_TRUE(get("/v1/subscriptions/ops").body.contains("410"));
  while (get("/v1/groups/webhook:ops").status != 404) wait_briefly();
  receiver_.answer_with(200);
  ASSERT_EQ(json_word(subscribe(subscription_to(receiver_)).body, "enabled"), "true");
  submit();
  EXPECT_TRUE(receiver_.next());
  EXPECT_EQ(receiver_.received(), 2U);
}

TEST_F(HttpWebhooks, one_that_is_removed_leaves_nothing) {
  ASSERT_EQ(subscribe(subscription_to(receiver_)).status, 200);
  EXPECT_EQ(json_word(daemon_.call("DELETE", "/v1/subscriptions/ops").body, "removed"), "true");
  EXPECT_EQ(json_word(daemon_.call("DELETE", "/v1/subscriptions/ops").body, "removed"), "false");
  expect_problem(get("/v1/subscriptions/ops"), 404, "not_found");
  expect_problem(get("/v1/groups/webhook:ops"), 404, "not_found");
}

TEST_F(HttpWebhooks, delivers_the_past_to_those_who_ask) {
  submit();
  ASSERT_EQ(subscribe(subscription_to(receiver_, R"(,"after":0)")).status, 200);
  EXPECT_TRUE(receiver_.next());
}

TEST_F(HttpWebhooks, another_retry_or_number_of_deliveries_keeps_what_waits_and_the_dead_letters) {
  const std::string types = R"(,"types":["task.created"])";
  receiver_.answer_with(500);
  ASSERT_EQ(subscribe(subscription_to(receiver_, types + R"(,"retry_us":50000,"max_deliveries":1)")).status, 200);
  submit();
  await("/v1/groups/webhook:ops/dead-letters", "task.created");
  ASSERT_EQ(subscribe(subscription_to(receiver_, types + R"(,"retry_us":3600000000,"max_deliveries":5)")).status, 200);
  submit();
  await("/metrics", R"(baton_webhook_failures_total{subscription="ops"} 2)");
  await("/v1/groups/webhook:ops", R"("pending":1,"dead":1,)");
  ASSERT_EQ(subscribe(subscription_to(receiver_, types + R"(,"retry_us":60000000,"max_deliveries":7)")).status, 200);
  const auto group = get("/v1/groups/webhook:ops").body;
  EXPECT_THAT(group, testing::HasSubstr(R"("visibility_us":60000000,"max_deliveries":7,"pending":1,"dead":1,)"));
  receiver_.answer_with(200);
  ASSERT_EQ(json_word(post("/v1/groups/webhook:ops/redrive", "{}").body, "redriven"), "1");
  await("/v1/groups/webhook:ops", R"("pending":1,"dead":0,)");
}

TEST_F(HttpWebhooks, who_names_a_place_in_the_log_begins_anew_there) {
  const std::string types = R"(,"types":["task.created"])";
  receiver_.answer_with(500);
  ASSERT_EQ(subscribe(subscription_to(receiver_, types + R"(,"retry_us":50000,"max_deliveries":1)")).status, 200);
  submit();
  await("/v1/groups/webhook:ops/dead-letters", "task.created");
  receiver_.answer_with(200);
  ASSERT_EQ(subscribe(subscription_to(receiver_, types + R"(,"after":0)")).status, 200);
  await("/metrics", R"(baton_webhook_deliveries_total{subscription="ops"} 1)");
  await("/v1/groups/webhook:ops", R"("pending":0,"dead":0,)");
}

TEST_F(HttpWebhooks, what_cannot_be_a_subscription_is_refused) {
  const std::vector<std::string> wrong{R"({})",
                                       R"({"url":"ftp://a/"})",
                                       R"({"url":"http://user:pass@a/"})",
                                       R"({"url":"https://a/#b"})",
                                       R"({"url":"http://a:0/"})",
                                       R"({"url":"http://[::1/"})",
                                       R"({"url":"http://a b/"})",
                                       R"({"url":"http://a/","types":["task.finished"]})",
                                       R"({"url":"http://a/","secret":"whsec_short"})",
                                       R"({"url":"http://a/","secret":"plain"})",
                                       R"({"url":"http://a/","max_deliveries":0})",
                                       R"({"url":"http://a/","name":"other"})"};
  for (const auto& body : wrong) {
    SCOPED_TRACE(body);
    expect_problem(subscribe(body), 400, "invalid");
  }
  expect_problem(subscribe(subscription_to(receiver_), std::string(121, 'a')), 400, "invalid");
}

TEST_F(HttpWebhooks, a_stop_does_not_wait_for_a_receiver_that_says_nothing) {
  const Descriptor silent = listen_on_loopback(SOCK_CLOEXEC);
  const std::string url = "http://127.0.0.1:" + std::to_string(port_of(silent)) + "/";
  ASSERT_EQ(subscribe(R"({"url":")" + url + "\"}").status, 200);
  submit();
  const Descriptor taken = accept_from(silent, SOCK_CLOEXEC);
  daemon_.signal(SIGTERM);
  EXPECT_EQ(daemon_.wait(std::chrono::seconds{8}), 0) << daemon_.output();
}

TEST(WebhookDaemons, share_the_deliveries_of_one_store) {
  constexpr int tasks = 40;
  const RedisProcess server;
  const TemporaryDirectory here;
  const TemporaryDirectory there;
  HookReceiver receiver;
  const DaemonProcess first(here, {"serve", "--store", server.url(), "--assign", "pull"});
  ASSERT_EQ(first.call("PUT", "/v1/subscriptions/ops", subscription_to(receiver)).status, 200);
  const DaemonProcess second(there, {"serve", "--store", server.url(), "--assign", "pull"});
  for (int i = 0; i < tasks; ++i) {
    ASSERT_EQ((i % 2 == 0 ? first : second).call("POST", "/v1/tasks", R"({"kind":"work"})").status, 201);
  }
  std::set<std::string> seen;
  for (int i = 0; i < tasks; ++i) {
    const auto hook = receiver.next();
    ASSERT_TRUE(hook);
    seen.insert(hook->header("webhook-id"));
  }
  EXPECT_EQ(seen.size(), tasks);
}

TEST(WebhookConfiguration, subscriptions_come_from_the_file) {
  const TemporaryDirectory folder;
  HookReceiver receiver;
  std::ofstream(folder.path() / "hook.secret") << secret << '\n';
  std::ofstream(folder.path() / "baton.toml") << "[[subscription]]\nname = \"ops\"\nurl = \"" << receiver.url()
                                              << "\"\ntypes = [\"task.created\"]\nsecret_file = \"hook.secret\"\n";
  const DaemonProcess daemon(folder, {"serve", "--store", "memory:", "--assign", "pull"});
  while (daemon.call("GET", "/v1/subscriptions/ops").status != 200) wait_briefly();
  ASSERT_EQ(daemon.call("POST", "/v1/tasks", R"({"kind":"work"})").status, 201);
  const auto hook = receiver.next();
  ASSERT_TRUE(hook);
  EXPECT_TRUE(is_signed(*hook));
}

TEST(WebhookConfiguration, private_addresses_are_left_alone_if_it_says_so) {
  const TemporaryDirectory folder;
  HookReceiver receiver;
  std::ofstream(folder.path() / "baton.toml") << "webhook_targets = \"public\"\n";
  DaemonProcess daemon(folder, {"serve", "--store", "memory:", "--assign", "pull"});
  ASSERT_EQ(daemon.call("PUT", "/v1/subscriptions/ops", subscription_to(receiver)).status, 200);
  ASSERT_EQ(daemon.call("POST", "/v1/tasks", R"({"kind":"work"})").status, 201);
  EXPECT_TRUE(daemon.says("allows only public ones", 1, std::chrono::seconds{10}));
  EXPECT_EQ(receiver.received(), 0U);
}

TEST(WebhookConfiguration, what_is_wrong_in_the_file_is_named_with_its_line) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"webhook_targets = \"some\"\n", "write one of any|public"},
      {"[[subscription]]\nname = \"ops\"\n", "needs `secret`"},
      {"[[subscription]]\nnick = \"ops\"\n", "baton.toml:2:"},
      {"subscription = 3\n", "[[subscription]]"},
      {"[[subscription]]\nname = \"ops\"\nsecret_file = \"missing\"\n", "cannot be read"},
  };
  for (const auto& [text, said] : wrong) {
    const TemporaryDirectory folder;
    std::ofstream(folder.path() / "baton.toml") << text;
    const auto ended = run_baton(folder, {"serve", "--store", "memory:", "--listen", "127.0.0.1:0"});
    EXPECT_EQ(ended.exit_code, 2) << ended.out;
    EXPECT_THAT(ended.out, testing::HasSubstr(said));
  }
}

}  // namespace baton::test
