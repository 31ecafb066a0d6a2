#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// What a probe looks at.

namespace baton::http {

namespace {

Response status_response(std::string status) { return json_response(encode(Status{std::move(status)})); }

}  // namespace

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
  Contract contract = contract_of<Nothing, Status>(route, schemas);
  contract.outcomes.front().content->example = encode(Status{"alive"});
  return contract;
}

Contract describe_ready(const Route& route, Schemas& schemas) {
  Contract contract = contract_of<Nothing, Status>(route, schemas);
  contract.outcomes.front().content->example = encode(Status{"ready"});
  return contract;
}

}  // namespace baton::http
