#include "core/webhook_delivery.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/standard_webhook.hpp"

namespace baton::webhook_delivery_test {
namespace {

using std::chrono::seconds;

constexpr std::string_view github_secret = "It's a Secret to Everybody";
constexpr std::string_view standard_secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
constexpr std::uint64_t sent_at = 1'614'265'330;

using Fields = std::map<std::string, std::string, std::less<>>;

Result<std::string> accepted(WebhookScheme scheme, const Fields& fields, std::string_view body,
                             seconds later = seconds{0}) {
  const auto field = [&fields](std::string_view name) -> std::optional<std::string_view> {
    const auto found = fields.find(name);
    return found == fields.end() ? std::nullopt : std::optional<std::string_view>(found->second);
  };
  const WebhookDelivery delivery{.field = field, .body = body, .now = Time{seconds{sent_at} + later}};
  const auto secret = scheme == WebhookScheme::github ? github_secret : standard_secret;
  return accept_delivery(scheme, secret, seconds{300}, delivery);
}

// The signature that GitHub's documentation gives for this secret and body.
Fields from_github() {
  return {{"X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"},
          {"X-GitHub-Delivery", "72d3162e"}};
}

Fields standard(std::string_view body) {
  const auto secret = WebhookSecret::parse(standard_secret).value();
  return {{"webhook-id", "msg_1"},
          {"webhook-timestamp", std::to_string(sent_at)},
          {"webhook-signature", "v1,other " + secret.sign("msg_1", sent_at, body)}};
}

TEST(WebhookDeliveries, of_github_are_accepted_as_it_signs_them) {
  EXPECT_EQ(accepted(WebhookScheme::github, from_github(), "Hello, World!"), "72d3162e");
}

TEST(WebhookDeliveries, of_standard_webhooks_are_accepted_by_any_of_their_signatures) {
  EXPECT_EQ(accepted(WebhookScheme::standard, standard("{}"), "{}"), "msg_1");
}

TEST(WebhookDeliveries, with_another_body_are_refused) {
  EXPECT_EQ(accepted(WebhookScheme::github, from_github(), "Hello, World?").error().code, Errc::unauthorized);
  EXPECT_EQ(accepted(WebhookScheme::standard, standard("{}"), "[]").error().code, Errc::unauthorized);
}

TEST(WebhookDeliveries, that_lack_a_field_are_refused) {
  for (const auto scheme : {WebhookScheme::github, WebhookScheme::standard}) {
    const Fields whole = scheme == WebhookScheme::github ? from_github() : standard("Hello, World!");
    for (const auto& [name, value] : whole) {
      Fields fields = whole;
      fields.erase(name);
      EXPECT_EQ(accepted(scheme, fields, "Hello, World!").error().code, Errc::unauthorized) << name;
    }
  }
}

TEST(WebhookDeliveries, are_good_for_the_tolerance_in_both_directions) {
  EXPECT_TRUE(accepted(WebhookScheme::standard, standard("{}"), "{}", seconds{300}));
  EXPECT_TRUE(accepted(WebhookScheme::standard, standard("{}"), "{}", seconds{-300}));
  EXPECT_FALSE(accepted(WebhookScheme::standard, standard("{}"), "{}", seconds{301}));
  EXPECT_FALSE(accepted(WebhookScheme::standard, standard("{}"), "{}", seconds{-301}));
}

TEST(WebhookDeliveries, with_a_time_that_was_changed_are_refused) {
  Fields fields = standard("{}");
  fields["webhook-timestamp"] = std::to_string(sent_at + 100);
  EXPECT_FALSE(accepted(WebhookScheme::standard, fields, "{}"));
  fields["webhook-timestamp"] = "soon";
  EXPECT_FALSE(accepted(WebhookScheme::standard, fields, "{}"));
}

TEST(WebhookDeliveries, refusals_do_not_tell_the_secret) {
  const auto refusal = accepted(WebhookScheme::github, {{"X-Hub-Signature-256", "sha256=00"}}, "x").error();
  EXPECT_EQ(refusal.detail.find(github_secret), std::string::npos);
}

TEST(WebhookSourceSecrets, have_a_form) {
  EXPECT_TRUE(check_secret(WebhookScheme::github, github_secret));
  EXPECT_FALSE(check_secret(WebhookScheme::github, "short"));
  EXPECT_TRUE(check_secret(WebhookScheme::standard, standard_secret));
  EXPECT_FALSE(check_secret(WebhookScheme::standard, github_secret));
}

}  // namespace
}  // namespace baton::webhook_delivery_test
