#pragma once

#include <string>
#include <string_view>

#include "baton/json.hpp"

namespace baton {

/// The first 32 hex digits of the SHA-256 of `text`.
std::string digest(std::string_view text);

/// The value with the members of every object sorted by name, so that equal values have equal text.
std::string sorted_text(const Json& json);

}  // namespace baton
