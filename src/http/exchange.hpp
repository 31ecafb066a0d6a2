#pragma once

#include <string_view>
#include <utility>

#include "baton/store.hpp"
#include "core/codec.hpp"
#include "http/message.hpp"
#include "http/query.hpp"

namespace baton::http {

/// The body as JSON; an empty one is `{}`. invalid: it is not a JSON object.
Result<Json> body_of(const Request& request);

/// The body as a verb or another struct whose members it names.
template <class T>
Result<T> body_as(const Request& request) {
  const auto body = body_of(request);
  if (!body) return std::unexpected(body.error());
  return decode<T>(*body);
}

/// Puts what the path names into its place in the body. invalid: malformed, or the body names another.
template <class Id>
Result<void> set_from_path(const Request& request, std::string_view placeholder, Id& into) {
  auto id = Id::parse(request.placeholder(placeholder));
  if (!id) return std::unexpected(id.error());
  if (!into.empty() && into != *id) {
    return fail(Errc::invalid, "the body names another " + std::string(placeholder) + " (" + into.str() +
                                   ") than the path (" + id->str() + ")");
  }
  into = *std::move(id);
  return {};
}

/// Refuses every query parameter.
inline Result<void> no_query(const Request& request) { return Query(request.query).done(); }

inline Response json_response(const Json& body, unsigned status = 200) {
  return {.status = status, .body = body.text() + "\n"};
}

/// Carries out the verb and answers with its reply.
template <class V>
awaitable<Result<Response>> respond(Store store, V verb) {
  auto reply = co_await store.call(std::move(verb));
  if (!reply) co_return std::unexpected(std::move(reply.error()));
  co_return json_response(encode(*reply));
}

}  // namespace baton::http
