#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "baton/time.hpp"
#include "core/text_table.hpp"

namespace baton {

/// How a sender signs what it sends.
enum class WebhookScheme : std::uint8_t { github, standard };

template <>
inline constexpr std::array names_of<WebhookScheme> = std::to_array<std::string_view>({"github", "standard"});

/// A delivery as it came in.
struct WebhookDelivery {
  std::function<std::optional<std::string_view>(std::string_view)> field;  ///< of the request, by name
  std::string_view body;
  Time now;
};

/// The id under which the sender delivers, once the signature holds. GitHub: X-Hub-Signature-256 and X-GitHub-Delivery.
/// Standard Webhooks: webhook-signature, webhook-id, and webhook-timestamp, which may be `tolerance` away from now.
/// unauthorized: anything is missing, malformed, wrong or too old; the detail says which, and nothing of the secret.
Result<std::string> accept_delivery(WebhookScheme scheme, std::string_view secret, std::chrono::seconds tolerance,
                                    const WebhookDelivery& delivery);

/// invalid: the secret is not of the scheme's form, or shorter than 16 characters.
Result<void> check_secret(WebhookScheme scheme, std::string_view secret);

}  // namespace baton
