#include "core/writer.hpp"
#include "engine/exposition.hpp"
#include "http/api.hpp"
#include "http/exchange.hpp"
#include "http/problem.hpp"

// What an operator or a probe looks at: the queue, the log, health, metrics.

namespace baton::http {

namespace {

Response status_response(std::string_view status) {
  return json_response(ObjectWriter().text("status", status).json());
}

}  // namespace

awaitable<Result<Response>> queue_stats(Services services, Request request) {
  QueueStats verb;
  LineRef after;
  Query query(request.query);
  query.text("after_lane", after.lane);
  query.number("after_priority", after.priority);
  query.number("limit", verb.limit);
  if (auto valid = query.done(); !valid) co_return std::unexpected(valid.error());
  if (!after.lane.empty()) verb.after = std::move(after);
  co_return co_await respond(services.store, std::move(verb));
}

awaitable<Result<Response>> read_events(Services services, Request request) {
  ReadLog verb;
  Query query(request.query);
  query.number("after", verb.after);
  query.choices("types", verb.types, &parse_event_type);
  query.text("task", verb.task);
  query.text("agent", verb.agent);
  query.number("limit", verb.limit);
  if (auto valid = query.done(); !valid) co_return std::unexpected(valid.error());
  co_return co_await respond(services.store, std::move(verb));
}

awaitable<Result<Response>> health(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  co_return co_await respond(services.store, Health{});
}

awaitable<Result<Response>> show_metrics(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  co_return Response{.body = co_await services.metrics->expose(), .content_type = Exposition::content_type};
}

awaitable<Result<Response>> alive(Services /*services*/, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  co_return status_response("alive");
}

awaitable<Result<Response>> ready(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  auto report = co_await services.store.call(Health{});
  if (!report) co_return fail(Errc::unavailable, "the store does not answer: " + report.error().detail);
  co_return status_response(report->degraded ? "degraded" : "ready");
}

}  // namespace baton::http
