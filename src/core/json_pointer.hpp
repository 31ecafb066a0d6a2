#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_value.hpp"

namespace baton {

/// The names in a JSON pointer (RFC 6901): `/metadata/min_agents`. Nothing: it is none.
std::optional<std::vector<std::string>> pointer_names(std::string_view pointer);

/// What the pointer leads to; null pointer: nothing.
const JsonValue* look_up(const JsonValue& root, std::string_view pointer);
const JsonValue* look_up(const JsonValue& root, const std::vector<std::string>& names);
JsonValue* look_up(JsonValue& root, const std::vector<std::string>& names);

}  // namespace baton
