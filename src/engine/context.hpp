#pragma once

#include <cstddef>
#include <string>

#include "baton/policies.hpp"
#include "baton/schemas.hpp"
#include "baton/store.hpp"

// The documents that orchestrators leave for the agents of a correlation, as records of kind `context`.

namespace baton {

/// All documents of the correlation by name; the four that the contract names are there always.
awaitable<Result<Json>> read_context(View<Verbs<ListRecords>> store, CorrelationId id);
/// not_found: there is none of that name.
awaitable<Result<Record>> read_context_document(View<Verbs<GetRecord>> store, CorrelationId id, std::string name);
/// Replaces the document. invalid: the name is none of `[a-z_]+`, or it breaks the schema `context_<name>` if there is one.
awaitable<Result<Record>> write_context_document(View<Verbs<PutRecord>> store, CorrelationId id, std::string name,
                                                 Json document, const SchemaRegistry* schemas, Duration ttl);
/// How many documents there were.
awaitable<Result<std::size_t>> remove_context(View<Verbs<ListRecords, PutRecord>> store, CorrelationId id);

}  // namespace baton
