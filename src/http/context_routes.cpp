#include "core/codec_values.hpp"
#include "engine/context.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/memory_bodies.hpp"

// The documents that orchestrators leave for agents.

namespace baton::http {

awaitable<Result<Response>> get_context(Services services, Request request) {
  auto verb = input_of<GetCorrelation>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  auto documents = co_await read_context(services.store, std::move(verb->id));
  if (!documents) co_return std::unexpected(std::move(documents.error()));
  co_return json_response(encode(ContextDocuments{*std::move(documents)}));
}

Contract describe_context(const Route& route, Schemas& schemas) {
  const ContextDocuments shown{
      Json::trusted(R"({"instrument_history":{},"recent_decisions":[],"market_regime":"calm","portfolio_state":{}})")};
  return answers(takes<GetCorrelation>(route, schemas), schemas.of<ContextDocuments>(), encode(shown));
}

awaitable<Result<Response>> get_context_document(Services services, Request request) {
  auto wanted = input_of<ContextName>(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  auto record = co_await read_context_document(services.store, std::move(wanted->id), wanted->name.str());
  if (!record) co_return std::unexpected(std::move(record.error()));
  co_return json_response(encode(*record));
}

Contract describe_get_context_document(const Route& route, Schemas& schemas) {
  return contract_of<ContextName, Record>(route, schemas);
}

awaitable<Result<Response>> put_context_document(Services services, Request request) {
  auto wanted = input_of<ContextDocument>(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  const Duration ttl = services.correlator->policies().durable("correlation_state");
  auto record = co_await write_context_document(services.store, std::move(wanted->id), wanted->name.str(),
                                                std::move(wanted->document), &services.correlator->schemas(), ttl);
  if (!record) co_return std::unexpected(std::move(record.error()));
  co_return json_response(encode(*record));
}

Contract describe_put_context_document(const Route& route, Schemas& schemas) {
  return contract_of<ContextDocument, Record>(route, schemas);
}

}  // namespace baton::http
