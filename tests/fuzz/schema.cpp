#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/json_schema.hpp"

/// A schema and, behind the first end of line, a value: whatever they are, the answer is yes or a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const auto schema = baton::Json::parse(text.substr(0, end));
  const auto value = baton::Json::parse(text.substr(std::min(end + 1, text.size())));
  if (!schema) return 0;
  const auto compiled = baton::JsonSchema::compile(*schema);
  if (!compiled || !value) return 0;
  const auto fault = compiled->fault_of(baton::JsonValue(*value));
  if (fault && fault->sentence().empty()) __builtin_trap();
  return 0;
}
