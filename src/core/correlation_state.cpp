#include "core/correlation_state.hpp"

#include <algorithm>

#include "core/merge_patterns.hpp"
#include "core/text_table.hpp"

namespace baton {
namespace {

JsonValue member_or(const JsonValue& object, std::string_view name, JsonValue otherwise) {
  const JsonValue* member = object.find(name);
  return member == nullptr ? std::move(otherwise) : *member;
}

/// The metadata that the document keeps, with what the row knows better.
JsonValue metadata_of(const Correlation& correlation) {
  JsonValue metadata = member_or(JsonValue(correlation.document), "metadata", JsonValue(JsonValue::Object{}));
  metadata.set("created_at", JsonValue(to_text(correlation.created_at)));
  metadata.set("last_updated", JsonValue(to_text(correlation.updated_at)));
  metadata.set("timeout_at", JsonValue(to_text(correlation.timeout_at)));
  return metadata;
}

/// Of each name the latest signal; `late` ones only if they are wanted.
std::vector<const SignalEntry*> latest_signals(const Correlation& correlation, bool late) {
  std::vector<const SignalEntry*> latest;
  for (const SignalEntry& entry : correlation.signals) {
    if (entry.late && !late) continue;
    if (!latest.empty() && latest.back()->name == entry.name) {
      latest.back() = &entry;
    } else {
      latest.push_back(&entry);
    }
  }
  return latest;
}

void complete(JsonValue& body, std::string_view name, const std::string& value) {
  if (body.find(name) == nullptr) body.set(name, JsonValue(value));
}

Result<void> check_member(const JsonValue& body, std::string_view name, const std::string& wanted) {
  const JsonValue* member = body.find(name);
  if (member == nullptr || (member->text() != nullptr && *member->text() == wanted)) return {};
  return fail(Errc::invalid, "$." + std::string(name) + " is not `" + wanted +
                                 "`, which this signal belongs to; leave it out or correct it");
}

}  // namespace

Result<OpenCorrelation> with_document(OpenCorrelation request, const SchemaRegistry& schemas) {
  if (!request.document.is_null() && !request.document.is_object()) {
    return fail(Errc::invalid, "$.document is not an object; what it says is the correlation's metadata");
  }
  JsonValue metadata(request.document);
  metadata.set("expected_agents", list_of_names(request.expected));
  metadata.set("orchestration_pattern", JsonValue(request.pattern));
  metadata.set("min_agents", JsonValue::integer(request.min_agents));
  const auto version = schemas.current(correlation_type);
  if (!version) return std::unexpected(version.error());
  JsonValue document;
  document.set("schema", JsonValue(correlation_type));
  document.set("schema_version", JsonValue(version->str()));
  document.set("metadata", std::move(metadata));
  request.document = document.json();
  Correlation opened;
  opened.id = request.id;
  opened.document = request.document;
  if (auto valid = schemas.check(correlation_type, *version, state_of(opened).json()); !valid) {
    return std::unexpected(std::move(valid.error()));
  }
  return request;
}

Result<Json> checked_document(const Correlation& present, const Json& document, const SchemaRegistry& schemas) {
  if (!document.is_object())
    return fail(Errc::invalid, "$.document is not an object; write what was merged and decided");
  Correlation proposed = present;
  JsonValue complete(document);
  const JsonValue before(present.document);
  for (const std::string_view name : {"schema", "schema_version", "metadata"}) {
    const JsonValue* known = before.find(name);
    if (complete.find(name) == nullptr && known != nullptr) complete.set(name, *known);
  }
  proposed.document = complete.json();
  auto state = current_state_of(proposed, schemas);
  if (!state) return std::unexpected(std::move(state.error()));
  const auto version = version_of(proposed);
  if (version && *version) {
    auto valid = schemas.check(correlation_type, *schemas.current(correlation_type), state->json());
    if (!valid) return std::unexpected(std::move(valid.error()));
  }
  return proposed.document;
}

Result<std::optional<SchemaVersion>> version_of(const Correlation& correlation) {
  const JsonValue document(correlation.document);
  const JsonValue* version = document.find("schema_version");
  if (version == nullptr || version->text() == nullptr) return std::optional<SchemaVersion>{};
  auto parsed = SchemaVersion::parse(*version->text());
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  return std::optional(*parsed);
}

JsonValue completed_signal(const CorrelationId& id, const SignalEntry& signal) {
  JsonValue body(signal.body);
  complete(body, "agent_name", signal.name.str());
  complete(body, "corr_id", id.str());
  complete(body, "enriched_at", to_text(signal.at));
  return body;
}

JsonValue state_of(const Correlation& correlation) {
  JsonValue signals(JsonValue::Object{});
  for (const SignalEntry* entry : latest_signals(correlation, true)) {
    signals.set(entry->name.str(), completed_signal(correlation.id, *entry));
  }
  JsonValue state;
  state.set("corr_id", JsonValue(correlation.id.str()));
  state.set("status", JsonValue(text_of(correlation.status)));
  state.set("signals", std::move(signals));
  state.set("metadata", metadata_of(correlation));
  return state;
}

Result<JsonValue> current_state_of(const Correlation& correlation, const SchemaRegistry& schemas) {
  const auto kept = version_of(correlation);
  if (!kept) return std::unexpected(kept.error());
  JsonValue state = state_of(correlation);
  const auto current = schemas.current(correlation_type);
  if (!current || !*kept || **kept == *current) return state;
  auto migrated = schemas.migrate(correlation_type, state.json(), **kept, *current);
  if (!migrated) return std::unexpected(std::move(migrated.error()));
  return JsonValue(*migrated);
}

Result<void> check_signal(const Signal& signal, const SchemaRegistry& schemas) {
  if (!signal.body.is_object()) return fail(Errc::invalid, "$ is not of type object (rule type)");
  const JsonValue body(signal.body);
  if (auto own = check_member(body, "agent_name", signal.name.str()); !own) return own;
  if (auto own = check_member(body, "corr_id", signal.id.str()); !own) return own;
  Correlation alone;
  alone.id = signal.id;
  alone.document = Json::trusted(R"({"metadata":{"min_agents":1}})");
  alone.signals.push_back({.name = signal.name, .version = signal.version, .body = signal.body, .at = Time{}});
  const auto current = schemas.current(correlation_type);
  if (!current) return std::unexpected(current.error());
  if (auto valid = schemas.check(correlation_type, *current, state_of(alone).json()); !valid) return valid;
  const std::string own_type = "signal_" + signal.name.str();
  if (!schemas.knows(own_type)) return {};
  return schemas.check(own_type, *schemas.current(own_type), signal.body);
}

Result<std::optional<Json>> migrated_document(const Correlation& correlation, const SchemaRegistry& schemas) {
  const auto kept = version_of(correlation);
  if (!kept) return std::unexpected(kept.error());
  const auto current = schemas.current(correlation_type);
  if (!current) return std::unexpected(current.error());
  if (!*kept || **kept == *current) return std::optional<Json>{};
  auto state = current_state_of(correlation, schemas);
  if (!state) return std::unexpected(std::move(state.error()));
  JsonValue document(correlation.document);
  JsonValue metadata = member_or(*state, "metadata", JsonValue(JsonValue::Object{}));
  // The row tells them, as it does of every other.
  for (const std::string_view name : {"created_at", "last_updated", "timeout_at"}) metadata.erase(name);
  document.set("schema_version", JsonValue(current->str()));
  document.set("metadata", std::move(metadata));
  return std::optional(document.json());
}

MergeInput merge_input_of(const Correlation& correlation) {
  MergeInput input{.correlation = correlation.id, .expected = correlation.expected, .signals = {}, .parameters = {}};
  const auto latest = latest_signals(correlation, false);
  for (const SignalName& name : correlation.expected) {
    const auto found = std::ranges::find(latest, name, [](const SignalEntry* entry) { return entry->name; });
    if (found == latest.end()) continue;
    input.signals.push_back({.name = name,
                             .version = (*found)->version,
                             .at = (*found)->at,
                             .body = completed_signal(correlation.id, **found).json()});
  }
  const JsonValue document(correlation.document);
  if (const JsonValue* metadata = document.find("metadata")) {
    input.parameters = member_or(*metadata, "parameters", {}).json();
  }
  return input;
}

Json decided_document(const Correlation& correlation, const Json& merged, const Json& decision) {
  JsonValue document(correlation.document);
  document.set("merged", JsonValue(merged)).set("decision", JsonValue(decision));
  return document.json();
}

}  // namespace baton
