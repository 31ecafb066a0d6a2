#include "engine/webhook_source.hpp"

#include <algorithm>
#include <utility>

#include "core/digest.hpp"
#include "core/writer.hpp"

namespace baton {

namespace {

bool is_wanted(const WebhookSource& source, const WebhookDelivery& delivery, const JsonValue& payload) {
  if (!source.events.empty()) {
    const auto event = delivery.field("X-GitHub-Event");
    if (!event || std::ranges::find(source.events, *event) == source.events.end()) return false;
  }
  return std::ranges::all_of(source.when, [&payload](const WebhookSource::Condition& condition) {
    const JsonValue* found = condition.place.find(payload);
    return found != nullptr && found->json() == condition.value;
  });
}

}  // namespace

Result<std::optional<NewJob>> job_in(const WebhookSource& source, const WebhookDelivery& delivery) {
  const auto id = accept_delivery(source.scheme, source.secret, source.tolerance, delivery);
  if (!id) return std::unexpected(id.error());
  const auto body = Json::parse(delivery.body);
  if (!body) return fail(Errc::invalid, "the body: " + body.error().detail);
  const JsonValue payload(*body);
  if (!is_wanted(source, delivery, payload)) return std::nullopt;
  const auto name = source.thread.fill(payload);
  if (!name) return std::unexpected(name.error());
  auto thread = ThreadId::parse(*name);
  if (!thread) return std::unexpected(std::move(thread.error()));
  const JsonValue* request = source.request.find(payload);
  if (request == nullptr) return fail(Errc::invalid, "the payload has nothing where the mapping looks for the request");
  NewJob job{.kind = source.kind, .thread = *std::move(thread), .request = request->json()};
  job.priority = source.priority;
  // A delivery that is repeated is the same job, to whatever daemon it comes.
  job.key = IdempotencyKey::of("webhook:" + digest(source.name + " " + *id));
  job.metadata = ObjectWriter().text("source", source.name).text("delivery", *id).json();
  return job;
}

}  // namespace baton
