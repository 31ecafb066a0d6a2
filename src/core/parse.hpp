#pragma once

#include <cstddef>
#include <string_view>

#include "baton/json.hpp"
#include "baton/limits.hpp"

namespace baton {

struct JsonBounds {
  std::size_t bytes = limits::json_bytes;
  std::size_t depth = limits::json_depth;
};

/// Json::parse with bounds of its own: an exported row wraps values that may each be as large as a value can be.
Result<Json> parse_json(std::string_view text, JsonBounds bounds);

/// Whether that is what the parser said of a value with too many levels.
bool is_too_deep(const Error& error);

}  // namespace baton
