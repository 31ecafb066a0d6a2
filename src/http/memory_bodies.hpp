#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "baton/correlations.hpp"
#include "core/field.hpp"
#include "engine/schema_migration.hpp"
#include "http/example.hpp"
#include "http/input.hpp"

// What goes over the wire about shared memory and is no word, verb or reply of the store.

namespace baton::http {

// Documents and schemas are named by texts of [a-z_]+. They are no SignalName: a token may be for one signal, and all
// may read every document.

struct ContextName {
  CorrelationId id;
  RecordKind name;

  bool operator==(const ContextName&) const = default;
};

struct ContextDocument {
  CorrelationId id;
  RecordKind name;
  Json document;

  bool operator==(const ContextDocument&) const = default;
};

/// All documents by name.
struct ContextDocuments {
  Json documents;
};

struct TimelineEntry {
  Time at;
  std::string what;  ///< opened, signalled, timed_out, decided, changed
  std::optional<SignalName> signal;
  std::optional<std::uint32_t> version;
  std::optional<bool> late;
};

struct Timeline {
  CorrelationId id;
  CorrelationStatus status = CorrelationStatus::collecting;
  std::string step;
  std::vector<TimelineEntry> entries;
};

struct SchemaName {
  RecordKind type;

  bool operator==(const SchemaName&) const = default;
};

struct SchemaText {
  std::string version;
  Json schema;
};

struct SchemaVersions {
  std::string type;
  std::string current;
  std::vector<SchemaText> versions;
};

struct SchemaSummary {
  std::string type;
  std::string current;
  std::vector<std::string> versions;
};

struct SchemaList {
  std::vector<SchemaSummary> schemas;
};

struct ValueToCheck {
  RecordKind type;
  Json value;

  bool operator==(const ValueToCheck&) const = default;
};

struct Checked {
  bool valid = true;
  std::optional<std::string> fault;
};

struct SchemaMigration {
  RecordKind type;
  std::optional<CorrelationId> after;
  std::uint32_t limit = 500;
  bool dry_run = false;
  bool resume = false;

  bool operator==(const SchemaMigration&) const = default;
};

template <>
inline constexpr bool is_query<ContextName> = true;
template <>
inline constexpr bool is_query<SchemaName> = true;

// The verb that has their bounds.
inline Verb as_verb(ContextName name) {
  if (name.id.empty()) return GetCorrelation{};
  return GetRecord{.kind = std::move(name.name), .key = sample<RecordKey>()};
}
inline Verb as_verb(ContextDocument document) {
  return as_verb(ContextName{.id = std::move(document.id), .name = std::move(document.name)});
}
inline Verb as_verb(SchemaName name) { return GetRecord{.kind = std::move(name.type), .key = sample<RecordKey>()}; }
inline Verb as_verb(ValueToCheck value) { return as_verb(SchemaName{std::move(value.type)}); }
inline Verb as_verb(SchemaMigration migration) {
  if (migration.type.empty()) return as_verb(SchemaName{});
  return ListCorrelations{.limit = migration.limit};
}

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::ContextName> {
  using Body = http::ContextName;
  static constexpr auto table = std::tuple(field<&Body::id>("id"), field<&Body::name>("name"));
};

template <>
struct Fields<http::ContextDocument> {
  using Body = http::ContextDocument;
  static constexpr auto table =
      std::tuple(field<&Body::id>("id"), field<&Body::name>("name"), field<&Body::document>("document"));
};

template <>
struct Fields<http::ContextDocuments> {
  static constexpr auto table = std::tuple(field<&http::ContextDocuments::documents>("documents"));
};

template <>
struct Fields<http::TimelineEntry> {
  using Entry = http::TimelineEntry;
  static constexpr auto table =
      std::tuple(field<&Entry::at>("at"), field<&Entry::what>("what"), field<&Entry::signal>("signal"),
                 field<&Entry::version>("version"), field<&Entry::late>("late"));
};

template <>
struct Fields<http::Timeline> {
  using Line = http::Timeline;
  static constexpr auto table = std::tuple(field<&Line::id>("id"), field<&Line::status>("status"),
                                           field<&Line::step>("step"), field<&Line::entries>("entries"));
};

template <>
struct Fields<http::SchemaName> {
  static constexpr auto table = std::tuple(field<&http::SchemaName::type>("type"));
};

template <>
struct Fields<http::SchemaText> {
  using Text = http::SchemaText;
  static constexpr auto table = std::tuple(field<&Text::version>("version"), field<&Text::schema>("schema"));
};

template <>
struct Fields<http::SchemaVersions> {
  using Versions = http::SchemaVersions;
  static constexpr auto table = std::tuple(field<&Versions::type>("type"), field<&Versions::current>("current"),
                                           field<&Versions::versions>("versions"));
};

template <>
struct Fields<http::SchemaSummary> {
  using Summary = http::SchemaSummary;
  static constexpr auto table = std::tuple(field<&Summary::type>("type"), field<&Summary::current>("current"),
                                           field<&Summary::versions>("versions"));
};

template <>
struct Fields<http::SchemaList> {
  static constexpr auto table = std::tuple(field<&http::SchemaList::schemas>("schemas"));
};

template <>
struct Fields<http::ValueToCheck> {
  using Body = http::ValueToCheck;
  static constexpr auto table = std::tuple(field<&Body::type>("type"), field<&Body::value>("value"));
};

template <>
struct Fields<http::Checked> {
  static constexpr auto table =
      std::tuple(field<&http::Checked::valid>("valid"), field<&http::Checked::fault>("fault"));
};

template <>
struct Fields<http::SchemaMigration> {
  using Body = http::SchemaMigration;
  static constexpr auto table =
      std::tuple(field<&Body::type>("type"), field<&Body::after>("after"), field<&Body::limit>("limit"),
                 field<&Body::dry_run>("dry_run"), field<&Body::resume>("resume"));
};

template <>
struct Fields<MigrationPage> {
  using Page = MigrationPage;
  static constexpr auto table = std::tuple(field<&Page::examined>("examined"), field<&Page::migrated>("migrated"),
                                           field<&Page::current>("current"), field<&Page::failed>("failed"),
                                           field<&Page::faults>("faults"), field<&Page::next>("next"));
};

}  // namespace baton
