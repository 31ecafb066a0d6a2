#pragma once

#include <string>
#include <string_view>

#include "baton/correlations.hpp"
#include "baton/merge.hpp"
#include "baton/schemas.hpp"
#include "core/json_value.hpp"

// Between a correlation as the store keeps it and the document that agents share, the schema `correlation_state`. The
// row has id, status, signals and times; its `document` has the rest:
// `{"schema":"correlation_state","schema_version":"1.1.0","metadata":{…},"merged":{…},"decision":{…}}`.

namespace baton {

inline constexpr std::string_view correlation_type = "correlation_state";

/// The request with a document of the current version; what the caller gave as document becomes its metadata.
/// invalid: that is no object, or breaks the schema.
Result<OpenCorrelation> with_document(OpenCorrelation request, const SchemaRegistry& schemas);

/// What an orchestrator writes as document, with schema, version and metadata of the present one where it says nothing of
/// them. invalid: it is no object, or breaks the schema.
Result<Json> checked_document(const Correlation& present, const Json& document, const SchemaRegistry& schemas);

/// The version of its document. Nothing: it was opened without the contract.
Result<std::optional<SchemaVersion>> version_of(const Correlation& correlation);

/// The shared document, in the version it is kept in.
JsonValue state_of(const Correlation& correlation);
/// The same in the current version, migrated if need be. invalid: the version is unknown, or no way leads from it.
Result<JsonValue> current_state_of(const Correlation& correlation, const SchemaRegistry& schemas);

/// A signal's body with what the store knows of it where it says nothing: agent, correlation, time.
JsonValue completed_signal(const CorrelationId& id, const SignalEntry& signal);

/// invalid: the body breaks the contract, names another agent or correlation, or breaks the schema `signal_<name>` if
/// there is one.
Result<void> check_signal(const Signal& signal, const SchemaRegistry& schemas);

/// The document in the current version; nothing: it is already. invalid: as current_state_of.
Result<std::optional<Json>> migrated_document(const Correlation& correlation, const SchemaRegistry& schemas);

/// What the correlation's pattern merges.
MergeInput merge_input_of(const Correlation& correlation);

/// The document with the merged context and the decision.
Json decided_document(const Correlation& correlation, const Json& merged, const Json& decision);

}  // namespace baton
