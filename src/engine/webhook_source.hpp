#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json_template.hpp"
#include "core/webhook_delivery.hpp"
#include "engine/job_words.hpp"

namespace baton {

/// Who may send webhooks, and what jobs become of them.
struct WebhookSource {
  struct Condition {
    JsonPlace place;
    Json value;
    bool operator==(const Condition&) const = default;
  };

  std::string name;
  WebhookScheme scheme = WebhookScheme::standard;
  std::string secret;
  std::chrono::seconds tolerance{300};
  KindName kind;
  JsonTemplate thread;
  JsonPlace request;                ///< by default the whole payload
  std::vector<std::string> events;  ///< of GitHub, by X-GitHub-Event; empty: all
  std::vector<Condition> when;      ///< all of them hold, or the delivery is none of ours
  std::uint32_t priority = 500;

  bool operator==(const WebhookSource&) const = default;
};

using WebhookSources = std::map<std::string, WebhookSource, std::less<>>;

/// The job that a delivery asks for; nothing: it is signed well, and asks for none.
/// unauthorized: see accept_delivery. invalid: the body is no JSON, or lacks what the mapping looks for.
Result<std::optional<NewJob>> job_in(const WebhookSource& source, const WebhookDelivery& delivery);

}  // namespace baton
