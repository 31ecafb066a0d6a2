#include <algorithm>
#include <charconv>
#include <deque>

#include "baton/ids.hpp"
#include "baton/schemas.hpp"
#include "core/json_schema.hpp"

namespace baton {
namespace {

std::string known_types(const std::vector<std::string>& types) {
  std::string text;
  for (const std::string& type : types) text += (text.empty() ? "" : ", ") + type;
  return text;
}

std::string label(std::string_view type, SchemaVersion version) { return std::string(type) + " " + version.str(); }

Result<std::string> text_member(const JsonValue& file, std::string_view name) {
  const JsonValue* member = file.find(name);
  if (member == nullptr || member->text() == nullptr) {
    return fail(Errc::invalid, "a schema file needs the text `" + std::string(name) + "`");
  }
  return *member->text();
}

Result<SchemaVersion> version_member(const JsonValue& file, std::string_view name) {
  auto text = text_member(file, name);
  if (!text) return std::unexpected(std::move(text.error()));
  return SchemaVersion::parse(*text);
}

Result<Migration> migration_in(const JsonValue& declared, SchemaVersion to) {
  auto from = version_member(declared, "from");
  if (!from) return std::unexpected(std::move(from.error()));
  Migration migration{.from = *from, .to = to};
  const JsonValue* steps = declared.find("steps");
  if (steps == nullptr || steps->array() == nullptr) {
    return fail(Errc::invalid, "a migration needs the list `steps`; it may be empty");
  }
  for (const JsonValue& each : *steps->array()) {
    auto step = parse_step(each.json());
    if (!step) return std::unexpected(std::move(step.error()));
    migration.steps.push_back(*std::move(step));
  }
  return migration;
}

Result<Json> carry_out(const Migration& migration, Json value) {
  for (const MigrationStep& step : migration.steps) {
    auto next = migrated(step, value);
    if (!next) return next;
    value = *std::move(next);
  }
  return migration.code ? migration.code(value) : Result<Json>(std::move(value));
}

}  // namespace

Result<SchemaVersion> SchemaVersion::parse(std::string_view text) {
  const std::string_view whole = text;
  if (text.starts_with('v')) text.remove_prefix(1);
  SchemaVersion version;
  for (std::uint32_t* part : {&version.major, &version.minor, &version.patch}) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *part);
    const bool last = part == &version.patch;
    const auto used = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || (last ? used != text.size() : used == text.size() || *end != '.')) {
      return fail(Errc::invalid, "`" + std::string(whole) + "` is no version of a schema; write it like 1.1.0");
    }
    text.remove_prefix(last ? used : used + 1);
  }
  return version;
}

std::string SchemaVersion::str() const {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

Result<void> SchemaRegistry::add(std::string_view type, SchemaVersion version, const Json& schema) {
  if (!is_signal_name(type)) {
    return fail(Errc::invalid, "`" + std::string(type) + "` is no name for a schema; use 1 to 128 of a-z and _");
  }
  auto compiled = JsonSchema::compile(schema);
  if (!compiled) {
    return fail(Errc::invalid, "the schema " + label(type, version) + ": " + compiled.error().detail);
  }
  auto& versions = types_[std::string(type)].versions;
  const auto known = versions.find(version);
  if (known != versions.end() && known->second.text != schema) {
    return fail(Errc::conflict,
                "the schema " + label(type, version) + " is there with another text; give yours a new version");
  }
  versions[version] = {.text = schema, .schema = std::make_shared<const JsonSchema>(*std::move(compiled))};
  return {};
}

Result<void> SchemaRegistry::add(std::string_view type, Migration migration) {
  for (const SchemaVersion version : {migration.from, migration.to}) {
    if (auto known = find(type, version); !known) return fail(Errc::invalid, known.error().detail);
  }
  auto& from = types_.find(type)->second.migrations[migration.from];
  from.insert_or_assign(migration.to, std::move(migration));
  return {};
}

Result<void> SchemaRegistry::add_file(const Json& text) {
  const JsonValue file(text);
  const auto type = text_member(file, "type");
  if (!type) return std::unexpected(type.error());
  const auto version = version_member(file, "version");
  if (!version) return std::unexpected(version.error());
  const JsonValue* schema = file.find("schema");
  if (schema == nullptr) return fail(Errc::invalid, "a schema file needs the member `schema`");
  if (auto added = add(*type, *version, schema->json()); !added) return added;
  const JsonValue* migrations = file.find("migrations");
  if (migrations == nullptr) return {};
  if (migrations->array() == nullptr) return fail(Errc::invalid, "`migrations` of a schema file is a list");
  for (const JsonValue& declared : *migrations->array()) {
    auto migration = migration_in(declared, *version);
    if (!migration) return std::unexpected(std::move(migration.error()));
    if (auto added = add(*type, *std::move(migration)); !added) return added;
  }
  return {};
}

std::vector<std::string> SchemaRegistry::types() const {
  std::vector<std::string> names;
  for (const auto& [name, type] : types_) names.push_back(name);
  return names;
}

Result<const SchemaRegistry::Type*> SchemaRegistry::find(std::string_view type) const {
  const auto known = types_.find(type);
  if (known != types_.end()) return &known->second;
  return fail(Errc::not_found,
              "there is no schema of type `" + std::string(type) + "`; known: " + known_types(types()));
}

Result<const SchemaRegistry::Known*> SchemaRegistry::find(std::string_view type, SchemaVersion version) const {
  const auto known = find(type);
  if (!known) return std::unexpected(known.error());
  const auto found = (*known)->versions.find(version);
  if (found != (*known)->versions.end()) return &found->second;
  return fail(Errc::not_found, "there is no schema " + label(type, version) + "; versions are never guessed");
}

Result<std::vector<SchemaVersion>> SchemaRegistry::versions(std::string_view type) const {
  const auto known = find(type);
  if (!known) return std::unexpected(known.error());
  std::vector<SchemaVersion> versions;
  for (const auto& [version, schema] : (*known)->versions) versions.push_back(version);
  return versions;
}

Result<SchemaVersion> SchemaRegistry::current(std::string_view type) const {
  const auto known = versions(type);
  if (!known) return std::unexpected(known.error());
  return known->back();
}

Result<Json> SchemaRegistry::schema(std::string_view type, SchemaVersion version) const {
  const auto known = find(type, version);
  if (!known) return std::unexpected(known.error());
  return (*known)->text;
}

Result<void> SchemaRegistry::check(std::string_view type, SchemaVersion version, const Json& value) const {
  const auto known = find(type, version);
  if (!known) return std::unexpected(known.error());
  auto checked = (*known)->schema->check(JsonValue(value));
  if (!checked) checked.error().detail = label(type, version) + ": " + checked.error().detail;
  return checked;
}

Result<std::vector<SchemaVersion>> SchemaRegistry::path(std::string_view type, SchemaVersion from,
                                                        SchemaVersion to) const {
  for (const SchemaVersion version : {from, to}) {
    if (auto known = find(type, version); !known) return std::unexpected(known.error());
  }
  const auto& migrations = types_.find(type)->second.migrations;
  std::map<SchemaVersion, SchemaVersion> reached_from{{from, from}};
  for (std::deque<SchemaVersion> next{from}; !next.empty(); next.pop_front()) {
    const auto ways = migrations.find(next.front());
    if (ways == migrations.end()) continue;
    for (const auto& [target, migration] : ways->second) {
      if (reached_from.try_emplace(target, next.front()).second) next.push_back(target);
    }
  }
  if (!reached_from.contains(to)) {
    return fail(Errc::invalid, "no migration leads from " + label(type, from) + " to " + to.str() + "; declare one");
  }
  std::vector<SchemaVersion> way{to};
  while (way.back() != from) way.push_back(reached_from.at(way.back()));
  std::ranges::reverse(way);
  return way;
}

Result<Json> SchemaRegistry::migrate(std::string_view type, Json value, SchemaVersion from, SchemaVersion to) const {
  const auto way = path(type, from, to);
  if (!way) return std::unexpected(way.error());
  const auto& migrations = types_.find(type)->second.migrations;
  for (std::size_t i = 1; i < way->size(); ++i) {
    auto migrated = carry_out(migrations.at((*way)[i - 1]).at((*way)[i]), std::move(value));
    if (!migrated) {
      return fail(Errc::invalid,
                  label(type, (*way)[i - 1]) + " to " + (*way)[i].str() + ": " + migrated.error().detail);
    }
    value = *std::move(migrated);
    if (auto checked = check(type, (*way)[i], value); !checked) return std::unexpected(std::move(checked.error()));
  }
  return value;
}

}  // namespace baton
