#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// A purge takes as many calls of its verb as its bound asks for; over HTTP it is one request, which can be sent again.

namespace baton::http {

namespace {

// Most take milliseconds; who waits in vain is told to come back.
constexpr std::chrono::seconds longest_decision{5};

void go_on(PurgeTask& verb, const Purged& purged) { verb.after = purged.after; }
void go_on(PurgeThread& /*verb*/, const Purged& /*purged*/) {}

template <class V>
awaitable<Result<Response>> purge_whole(Store store, V verb) {
  while (true) {
    auto purged = co_await store.call(V(verb));
    if (!purged) co_return std::unexpected(std::move(purged.error()));
    if (!purged->more) co_return json_response(encode(Removed{purged->removed}));
    go_on(verb, *purged);
  }
}

}  // namespace

awaitable<Result<Response>> purge_task(Services services, Request request) {
  auto which = input_of<GetTask>(request);
  if (!which) co_return std::unexpected(std::move(which.error()));
  PurgeTask verb{.task = which->task};
  co_return co_await purge_whole(std::move(services.store), std::move(verb));
}

awaitable<Result<Response>> purge_thread(Services services, Request request) {
  auto which = input_of<GetThread>(request);
  if (!which) co_return std::unexpected(std::move(which.error()));
  PurgeThread verb{.thread = std::move(which->thread)};
  co_return co_await purge_whole(std::move(services.store), std::move(verb));
}

awaitable<Result<Response>> purge_correlation(Services services, Request request) {
  auto verb = input_of<PurgeCorrelation>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  const auto removed = co_await services.correlator->purge(std::move(verb->id), longest_decision);
  if (!removed) co_return std::unexpected(removed.error());
  co_return json_response(encode(Removed{*removed}));
}

Contract describe_purge_task(const Route& route, Schemas& schemas) {
  return contract_of<GetTask, Removed>(route, schemas);
}

Contract describe_purge_thread(const Route& route, Schemas& schemas) {
  return contract_of<GetThread, Removed>(route, schemas);
}

Contract describe_purge_correlation(const Route& route, Schemas& schemas) {
  return contract_of<PurgeCorrelation, Removed>(route, schemas);
}

}  // namespace baton::http
