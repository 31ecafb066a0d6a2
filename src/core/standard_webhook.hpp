#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "baton/error.hpp"

namespace baton {

/// The key that a sender of webhooks shares with a receiver, as Standard Webhooks writes it: `whsec_` and 24 to 64 bytes
/// in base64.
class WebhookSecret {
 public:
  /// Of 32 random bytes.
  static WebhookSecret make();
  /// invalid: not of that form.
  static Result<WebhookSecret> parse(std::string_view text);

  const std::string& str() const { return text_; }
  /// The value of webhook-signature for a message with these values of webhook-id and webhook-timestamp.
  std::string sign(std::string_view id, std::uint64_t timestamp, std::string_view body) const;
  /// Whether one of the signatures, with a space between them, is ours. Takes as long for a near miss as for any other.
  bool accepts(std::string_view signatures, std::string_view id, std::uint64_t timestamp, std::string_view body) const;

 private:
  WebhookSecret(std::string text, std::string key) : text_(std::move(text)), key_(std::move(key)) {}

  std::string text_;
  std::string key_;
};

}  // namespace baton
