#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "baton/error.hpp"
#include "baton/json.hpp"

namespace baton {

class JsonSchema;

/// `1.1.0`; a `v` before it is allowed.
struct SchemaVersion {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t patch = 0;

  static Result<SchemaVersion> parse(std::string_view text);
  std::string str() const;
  auto operator<=>(const SchemaVersion&) const = default;
};

// The steps of a migration, as data. Places are JSON pointers: `/metadata/min_agents`.

/// Adds a member that is not there, with the objects around it. `count_of`: its value is how many items or members that
/// place has.
struct AddMember {
  std::string at;
  Json value{};
  std::string count_of{};
};
/// Gives a member another name. A place that is not there is left so; a name that is taken fails the migration.
struct RenameMember {
  std::string at;
  std::string to;
};
/// The same, to another place.
struct MoveMember {
  std::string at;
  std::string to;
};
struct RemoveMember {
  std::string at;
};
/// Replaces a value by what the table says for it. One that the table does not have stays, or becomes `otherwise`.
struct MapValues {
  struct Entry {
    Json from;
    Json to;
  };
  std::string at;
  std::vector<Entry> values;
  std::optional<Json> otherwise{};
};

using MigrationStep = std::variant<AddMember, RenameMember, MoveMember, RemoveMember, MapValues>;

/// `{"add":"/a","value":1}`, `{"add":"/n","count_of":"/list"}`, `{"rename":"/a","to":"b"}`, `{"move":"/a","to":"/b/c"}`,
/// `{"remove":"/a"}`, `{"map":"/a","values":{"old":"new"},"otherwise":null}`. invalid: none of these.
Result<MigrationStep> parse_step(const Json& step);

/// The value after the step. invalid: the step does not fit the value.
Result<Json> migrated(const MigrationStep& step, const Json& value);

/// How a value of one version becomes one of another: declared steps in order, then code if there is any.
struct Migration {
  SchemaVersion from;
  SchemaVersion to;
  std::vector<MigrationStep> steps{};
  std::function<Result<Json>(const Json&)> code{};
};

/// The schemas of a program by type and version, and the ways from one version to another. Pure.
class SchemaRegistry {
 public:
  /// `correlation_state` 1.0.0 and 1.1.0, `workflow_state` 1.0.0 and `audit_state` 1.0.0.
  static SchemaRegistry built_in();

  /// invalid: the type is no name of `[a-z_]+`, or the schema is none. conflict: the version is there with another.
  Result<void> add(std::string_view type, SchemaVersion version, const Json& schema);
  /// invalid: a version that is unknown.
  Result<void> add(std::string_view type, Migration migration);
  /// One version as a file declares it: `{"type":…,"version":…,"schema":{…},"migrations":[{"from":…,"steps":[…]}]}`.
  Result<void> add_file(const Json& file);

  bool knows(std::string_view type) const { return types_.contains(type); }
  std::vector<std::string> types() const;
  /// In their order. not_found: unknown type.
  Result<std::vector<SchemaVersion>> versions(std::string_view type) const;
  /// The highest version. not_found: unknown type.
  Result<SchemaVersion> current(std::string_view type) const;
  Result<Json> schema(std::string_view type, SchemaVersion version) const;

  /// invalid: the value breaks the schema; the detail names the path and the rule. not_found: unknown type or version.
  Result<void> check(std::string_view type, SchemaVersion version, const Json& value) const;

  /// The shortest way between two versions; of several the one over the highest versions. invalid: there is none.
  Result<std::vector<SchemaVersion>> path(std::string_view type, SchemaVersion from, SchemaVersion to) const;
  /// Takes the value along that way, checked after each step. invalid: a step or a check failed, and which.
  Result<Json> migrate(std::string_view type, Json value, SchemaVersion from, SchemaVersion to) const;

 private:
  struct Known {
    Json text;
    std::shared_ptr<const JsonSchema> schema;
  };
  struct Type {
    std::map<SchemaVersion, Known> versions;
    std::map<SchemaVersion, std::map<SchemaVersion, Migration, std::greater<>>> migrations;
  };
  Result<const Type*> find(std::string_view type) const;
  Result<const Known*> find(std::string_view type, SchemaVersion version) const;

  std::map<std::string, Type, std::less<>> types_;
};

}  // namespace baton
