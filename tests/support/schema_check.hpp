#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace baton::test {

using JsonValue = boost::json::value;

/// Compares values with the JSON Schemas of a document. Knows the keywords that our documents use: any other is found
/// wrong, and so is a member that the schema does not name.
class SchemaCheck {
 public:
  /// `document` is what references point into; it outlives the check.
  explicit SchemaCheck(const JsonValue& document) : document_(document) {}

  /// What is wrong, one line each: `$.items[0].id: is missing`.
  std::vector<std::string> faults(const JsonValue& schema, const JsonValue& value) const;

 private:
  class Walk;

  const JsonValue& document_;
};

/// What a reference like `#/components/schemas/Task` points to. Throws if there is no such thing.
const JsonValue& resolve(const JsonValue& document, std::string_view reference);

}  // namespace baton::test
