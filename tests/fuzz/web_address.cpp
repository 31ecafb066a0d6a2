// What a subscription is made of: whatever is accepted can be said again.
#include "core/web_address.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/standard_webhook.hpp"
#include "engine/event_filter.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto address = baton::WebAddress::parse(text)) {
    const std::string again = (address->secure ? "https://" : "http://") + address->authority() + address->target;
    const auto second = baton::WebAddress::parse(again);
    if (!second || second->host != address->host || second->port != address->port ||
        second->target != address->target) {
      std::abort();
    }
  }
  if (const auto secret = baton::WebhookSecret::parse(text); secret && secret->str() != text) std::abort();
  static_cast<void>(baton::parse_event_pattern(text));
  return 0;
}
