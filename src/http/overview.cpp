#include "engine/exposition.hpp"
#include "engine/memory_exposition.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// What a probe looks at, and Prometheus.

namespace baton::http {

namespace {

Response status_response(std::string status) { return json_response(encode(Status{std::move(status)})); }

}  // namespace

awaitable<Result<Response>> show_metrics(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  std::string text = co_await services.metrics->expose();
  text += expose(*services.correlator);
  co_return Response{.body = std::move(text), .content_type = Exposition::content_type};
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

Contract describe_alive(const Route& route, Schemas& schemas) {
  return answers(takes<Nothing>(route, schemas), schemas.of<Status>(), encode(Status{"alive"}));
}

Contract describe_ready(const Route& route, Schemas& schemas) {
  return answers(takes<Nothing>(route, schemas), schemas.of<Status>(), encode(Status{"ready"}));
}

Contract describe_metrics(const Route& route, Schemas& schemas) {
  Contract contract =
      answers(takes<Nothing>(route, schemas), type_schema("string"), Json::string("baton_store_up 1\n"));
  contract.outcomes.front().content->type = Exposition::content_type;
  return contract;
}

}  // namespace baton::http
