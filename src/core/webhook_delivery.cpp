#include "core/webhook_delivery.hpp"

#include <charconv>
#include <cstdint>

#include "core/hmac.hpp"
#include "core/standard_webhook.hpp"

namespace baton {

namespace {

constexpr std::size_t shortest_secret = 16;
constexpr std::size_t longest_delivery_id = 256;

std::unexpected<Error> refused(std::string_view why) {
  return fail(Errc::unauthorized, "the delivery is not accepted: " + std::string(why));
}

std::string hex_of(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += digits[static_cast<unsigned char>(byte) >> 4];
    text += digits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

Result<std::string> id_in(const WebhookDelivery& delivery, std::string_view name) {
  const auto id = delivery.field(name);
  if (!id || id->empty() || id->size() > longest_delivery_id)
    return refused(std::string(name) + " is missing or too long");
  return std::string(*id);
}

Result<std::string> accept_github(std::string_view secret, const WebhookDelivery& delivery) {
  const auto signature = delivery.field("X-Hub-Signature-256");
  if (!signature) return refused("X-Hub-Signature-256 is missing; give the sender the secret of this source");
  const std::string ours = "sha256=" + hex_of(hmac_sha256(secret, delivery.body));
  if (!equal_secretly(*signature, ours)) return refused("the signature is wrong; sender and source have other secrets");
  return id_in(delivery, "X-GitHub-Delivery");
}

Result<std::string> accept_standard(std::string_view secret, std::chrono::seconds tolerance,
                                    const WebhookDelivery& delivery) {
  const auto key = WebhookSecret::parse(secret);
  if (!key) return std::unexpected(key.error());
  auto id = id_in(delivery, "webhook-id");
  if (!id) return id;
  const auto signature = delivery.field("webhook-signature");
  const auto stamp = delivery.field("webhook-timestamp");
  if (!signature || !stamp) return refused("webhook-signature or webhook-timestamp is missing");
  std::uint64_t seconds = 0;
  const auto [end, error] = std::from_chars(stamp->data(), stamp->data() + stamp->size(), seconds);
  if (error != std::errc{} || end != stamp->data() + stamp->size()) return refused("webhook-timestamp is no number");
  if (!key->accepts(*signature, *id, seconds, delivery.body)) {
    return refused("the signature is wrong; sender and source have other secrets");
  }
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(delivery.now.time_since_epoch()).count();
  const auto apart = static_cast<std::int64_t>(seconds) - now;
  if (apart > tolerance.count() || -apart > tolerance.count()) {
    return refused("webhook-timestamp is too far from now; look at both clocks, or send the delivery anew");
  }
  return id;
}

}  // namespace

Result<std::string> accept_delivery(WebhookScheme scheme, std::string_view secret, std::chrono::seconds tolerance,
                                    const WebhookDelivery& delivery) {
  if (scheme == WebhookScheme::github) return accept_github(secret, delivery);
  return accept_standard(secret, tolerance, delivery);
}

Result<void> check_secret(WebhookScheme scheme, std::string_view secret) {
  if (scheme == WebhookScheme::standard) {
    const auto key = WebhookSecret::parse(secret);
    return key ? Result<void>{} : std::unexpected(key.error());
  }
  if (secret.size() >= shortest_secret) return {};
  return fail(Errc::invalid, "the secret of a source has at least 16 characters");
}

}  // namespace baton
