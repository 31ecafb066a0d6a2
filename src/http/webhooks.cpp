#include "core/codec_values.hpp"
#include "http/access.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/job_bodies.hpp"

// Webhooks that come in. They prove themselves by their signature, not by a token.

namespace baton::http {

Verb as_verb(WebhookRef source) { return GetThread{.thread = ThreadId::trusted(source.source.str())}; }

namespace {

/// Who sends with a wrong signature, or again what is too old, is seen in the audit.
awaitable<void> note_refusal(Services services, std::string source, Arrival arrival, Errc code) {
  AuditEntry entry;
  entry.object = "/v1/webhooks/" + source;
  entry.request_id = std::move(arrival.request_id);
  entry.address = std::move(arrival.address);
  entry.at = SystemClock().now();
  entry.actor = TokenId::of("webhook");
  entry.actor_name = "webhook " + source;
  entry.role = to_text(Role::open);
  entry.action = "receive_webhook";
  entry.outcome = to_text(code);
  return services.access->audit().record(std::move(entry), Audit::Answer::at_once);
}

}  // namespace

awaitable<Result<Response>> receive_webhook(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  const std::string name(request.placeholder("source"));
  const auto source = services.webhooks->find(name);
  if (source == services.webhooks->end()) {
    co_return fail(Errc::not_found,
                   "no source `" + name + "` is configured; add [webhooks." + name + "] to baton.toml");
  }
  const auto field = [&request](std::string_view wanted) { return request.arrival.field(wanted); };
  auto job = job_in(source->second, {.field = field, .body = request.arrival.body, .now = SystemClock().now()});
  if (!job) {
    const Error refusal = job.error();
    if (refusal.code == Errc::unauthorized) co_await note_refusal(services, name, request.arrival, refusal.code);
    co_return std::unexpected(refusal);
  }
  if (!*job) co_return json_response(encode(AcceptedDelivery{.accepted = true, .job = {}}), 202);
  auto ticket = co_await services.jobs->submit(**std::move(job), std::move(request.arrival.peer));
  if (!ticket) co_return std::unexpected(std::move(ticket.error()));
  const AcceptedDelivery answer{
      .accepted = true,
      .job = AcceptedJob{
          .job = ticket->task, .thread = ticket->thread, .status = ticket->status, .created = ticket->created}};
  co_return json_response(encode(answer), 202);
}

Contract describe_receive_webhook(const Route& route, Schemas& schemas) {
  Contract contract = takes<WebhookRef>(route, schemas);
  contract.body = Content{.schema = type_schema("object"), .example = Json::trusted(R"({"issue":17,"text":"look"})")};
  const AcceptedDelivery example{
      .accepted = true,
      .job = AcceptedJob{
          .job = sample_task(), .thread = sample<ThreadId>(), .status = TaskStatus::pending, .created = true}};
  contract.outcomes.push_back(
      {.status = 202,
       .description = "accepted; without a job if the source's mapping asks for none",
       .content = Content{.schema = schemas.of<AcceptedDelivery>(), .example = encode(example)}});
  return contract;
}

}  // namespace baton::http
