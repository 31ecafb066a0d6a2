#include "engine/exposition.hpp"
#include "engine/memory_exposition.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// What a probe looks at, and Prometheus.

namespace baton::http {

namespace {

Response status_response(std::string status) { return json_response(encode(Status{std::move(status)})); }

std::string state_of(bool good, std::string_view otherwise) { return good ? "ok" : std::string(otherwise); }

/// Degraded: not everything that the daemon is for can be done now.
std::string status_of(const HealthReport& report, bool writes_fail) {
  return report.degraded || writes_fail ? "degraded" : "ready";
}

Readiness readiness_of(const Result<HealthReport>& report, bool writes_fail) {
  if (!report) return {.status = "unavailable", .checks = {{.name = "durable_store", .state = "down"}}};
  return {.status = status_of(*report, writes_fail),
          .checks = {{.name = "durable_store", .state = "ok"},
                     {.name = "ephemeral_store", .state = state_of(!report->degraded, "down")},
                     {.name = "writes", .state = report->frozen ? "frozen" : state_of(!writes_fail, "failing")},
                     {.name = "durability", .state = state_of(report->durable, "relaxed")}}};
}

Error unready() { return {.code = Errc::unavailable, .detail = "the store does not answer"}; }

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
  bool verbose = false;
  Query query(request);
  query.flag("verbose", verbose);
  if (auto valid = query.done(); !valid) co_return std::unexpected(valid.error());
  const auto report = co_await services.pulse->feel();
  const bool writes_fail = services.pulse->writes_fail();
  if (verbose) co_return json_response(encode(readiness_of(report, writes_fail)), report ? 200 : 503);
  // Whoever asks here has shown no token: what is wrong with the store is told on /v1/health.
  if (!report) co_return std::unexpected(unready());
  co_return status_response(status_of(*report, writes_fail));
}

Contract describe_alive(const Route& route, Schemas& schemas) {
  return answers(takes<Nothing>(route, schemas), schemas.of<Status>(), encode(Status{"alive"}));
}

Contract describe_ready(const Route& route, Schemas& schemas) {
  Contract contract = answers(takes<Nothing>(route, schemas), either({schemas.of<Status>(), schemas.of<Readiness>()}),
                              encode(Status{"ready"}));
  contract.parameters.push_back({.name = "verbose",
                                 .in = "query",
                                 .schema = type_schema("boolean"),
                                 .description = "Whether to tell each thing that readiness depends on, also when it is "
                                                "not ready and answers 503."});
  contract.outcomes.push_back({.status = 503,
                               .description = "it is not ready; with `verbose` each thing that readiness depends on",
                               .content = problem_content(problem_of(unready()), schemas),
                               .other = {{.schema = schemas.of<Readiness>(),
                                          .example = encode(readiness_of(std::unexpected(unready()), false))}}});
  return contract;
}

Contract describe_metrics(const Route& route, Schemas& schemas) {
  Contract contract =
      answers(takes<Nothing>(route, schemas), type_schema("string"), Json::string("baton_store_up 1\n"));
  contract.outcomes.front().content->type = Exposition::content_type;
  return contract;
}

}  // namespace baton::http
