#pragma once

#include <utility>

#include "http/exchange.hpp"

// Records, except those that are the daemon's own: nobody reads or writes tokens and the audit this way.

namespace baton::http {

/// forbidden: records of that kind are the daemon's own.
Result<void> check_kind(const RecordKind& kind);

/// Carries out the verb about records that the request stands for.
template <class V>
awaitable<Result<Response>> carry_out_record(Services services, Request request) {  // NOLINT(performance-*): as Handler
  auto verb = input_of<V>(request);
  if (!verb) return refuse(std::move(verb.error()));
  if (auto allowed = check_kind(verb->kind); !allowed) return refuse(std::move(allowed.error()));
  return respond(std::move(services.store), *std::move(verb));
}

}  // namespace baton::http
