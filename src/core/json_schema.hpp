#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "baton/error.hpp"
#include "core/json_value.hpp"

namespace baton {

/// What a value breaks: the first thing found.
struct SchemaFault {
  std::string path;    ///< `$.signals.momentum.enriched_at`
  std::string rule;    ///< the keyword: `format`
  std::string detail;  ///< `is not a date-time`

  /// `$.signals.momentum.enriched_at is not a date-time (rule format)`.
  std::string sentence() const { return path + " " + detail + " (rule " + rule + ")"; }
};

/// A schema that others may refer to.
struct SchemaText {
  std::string uri;
  Json schema;
};

/// A JSON Schema of draft 07, ready to check values. Cheap to copy. Patterns are matched by code points and bounded in
/// work, so neither a long text nor a hostile one ends the process.
class JsonSchema {
 public:
  struct Compiled;

  /// invalid: no schema of draft 07, a reference to nothing, a pattern that cannot be read; the detail says where.
  static Result<JsonSchema> compile(const Json& schema, const std::vector<SchemaText>& others = {});

  std::optional<SchemaFault> fault_of(const JsonValue& value) const;
  /// invalid: the fault as a sentence.
  Result<void> check(const JsonValue& value) const;

 private:
  explicit JsonSchema(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace baton
