#pragma once

#include <boost/regex.hpp>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/codec_members.hpp"
#include "core/json_schema.hpp"

namespace baton {

/// What is worked out once: where references lead and what patterns mean. Documents stay where they are.
struct JsonSchema::Compiled {
  std::deque<JsonValue> documents;
  const JsonValue* root = nullptr;
  std::unordered_map<const JsonValue*, const JsonValue*> references;  // by the value of `$ref`
  std::unordered_map<std::string, boost::wregex> patterns;
};

/// The value against one schema of a compiled document.
std::optional<SchemaFault> find_fault(const JsonSchema::Compiled& compiled, const JsonValue& schema,
                                      const JsonValue& value);

/// A pattern as ECMAScript writes it, over code points. invalid: it cannot be read.
Result<boost::wregex> compile_pattern(const std::string& pattern);
/// Whether it is found in the text; nothing: more work than it may be.
std::optional<bool> matches(const boost::wregex& pattern, std::string_view text);

/// Whether the text is of that format; formats that we do not know hold.
bool fits_format(std::string_view format, std::string_view text);

/// How many code points the text has.
std::size_t code_points(std::string_view text);

/// The schema of schemas of draft 07.
const Json& schema_of_schemas();

}  // namespace baton
