#pragma once

#include <string_view>
#include <utility>
#include <variant>

#include "baton/store.hpp"
#include "core/codec.hpp"
#include "core/writer.hpp"
#include "http/input.hpp"
#include "http/message.hpp"
#include "http/query.hpp"
#include "http/reply_name.hpp"
#include "http/routes.hpp"

namespace baton::http {

/// Refuses every query parameter.
inline Result<void> no_query(const Request& request) { return Query(request).done(); }

inline Response json_response(Json body, unsigned status = 200) {
  Response response{.status = status, .body = std::move(body).take()};
  response.body += '\n';
  return response;
}

/// What a reply to V becomes.
template <class V>
Response response_to(const Reply& reply) {
  Json body = encode(std::get<typename V::Reply>(reply));
  if constexpr (!reply_name<V>.empty()) body = ObjectWriter().json(reply_name<V>, body).json();
  return json_response(std::move(body));
}

/// Carries out the verb and answers with what becomes of its reply.
awaitable<Result<Response>> execute(Store store, Verb verb, Response (*response_to)(const Reply&));
awaitable<Result<Response>> refuse(Error error);

/// Carries out the verb and answers with its reply.
template <class V>
awaitable<Result<Response>> respond(Store store, V verb) {
  return execute(std::move(store), Verb(std::move(verb)), &response_to<V>);
}

/// Carries out the verb that the request stands for.
template <class V>
awaitable<Result<Response>> carry_out(Services services, Request request) {  // NOLINT(performance-*): as Handler
  auto verb = input_of<V>(request);
  if (!verb) return refuse(std::move(verb.error()));
  return respond(std::move(services.store), *std::move(verb));
}

}  // namespace baton::http
