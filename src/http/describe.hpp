#pragma once

#include <string_view>
#include <utility>

#include "http/contract.hpp"
#include "http/input.hpp"
#include "http/problem.hpp"
#include "http/reply_name.hpp"
#include "http/request_members.hpp"
#include "http/routes.hpp"
#include "http/schema.hpp"

// The contract of an operation, from the types of what it takes and answers.

namespace baton::http {

/// Where the members of a request stand.
enum class Place { query, body };

/// What the operation is told. `type` names the schema of its body, `key` the member that Idempotency-Key stands for.
Contract takes(const Route& route, Schemas& schemas, std::string_view type, const RequestMembers& members, Place place,
               std::string_view key);

template <class In>
Contract takes(const Route& route, Schemas& schemas) {
  return takes(route, schemas, type_name<In>(), members_of_request<In>(schemas),
               is_query<In> ? Place::query : Place::body, own_key_name<In>());
}

/// With that answer, if it is not refused.
Contract answers(Contract contract, const Json& schema, const Json& example);

template <class In, class Out>
Contract contract_of(const Route& route, Schemas& schemas) {
  return answers(takes<In>(route, schemas), schemas.of<Out>(), encode(sample<Out>()));
}

/// With a text of that type as the answer.
Contract answers_text(Contract contract, std::string_view content_type);

/// That problem as an answer's body.
Content problem_content(const Problem& problem, Schemas& schemas);

/// A reply under a name of its own: `{"removed":true}`.
Contract answers_named(Contract contract, std::string_view name, const Json& schema, const Json& example);

/// A verb and its reply.
template <class V>
Contract contract_of_verb(const Route& route, Schemas& schemas) {
  using Reply = typename V::Reply;
  if constexpr (reply_name<V>.empty()) {
    return contract_of<V, Reply>(route, schemas);
  } else {
    return answers_named(takes<V>(route, schemas), reply_name<V>, schemas.of<Reply>(), encode(sample<Reply>()));
  }
}

}  // namespace baton::http
