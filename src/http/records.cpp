#include "http/api.hpp"
#include "http/exchange.hpp"
#include "http/token_records.hpp"

// Records, except those that are the daemon's own: nobody reads or writes tokens and the audit this way.

namespace baton::http {

namespace {

template <class V>
awaitable<Result<Response>> carry_out_record(Services services, Request request) {
  auto verb = input_of<V>(request);
  if (!verb) return refuse(std::move(verb.error()));
  if (is_reserved(verb->kind)) {
    return refuse({.code = Errc::forbidden,
                   .detail = "records of the kind `" + verb->kind.str() +
                             "` are the daemon's own; see /v1/tokens and /v1/audit"});
  }
  return respond(std::move(services.store), *std::move(verb));
}

}  // namespace

awaitable<Result<Response>> list_records(Services services, Request request) {
  return carry_out_record<ListRecords>(std::move(services), std::move(request));
}

awaitable<Result<Response>> get_record(Services services, Request request) {
  return carry_out_record<GetRecord>(std::move(services), std::move(request));
}

awaitable<Result<Response>> put_record(Services services, Request request) {
  return carry_out_record<PutRecord>(std::move(services), std::move(request));
}

}  // namespace baton::http
