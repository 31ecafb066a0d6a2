#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace baton {

/// The number that a text begins with; 0: it begins with none.
inline std::uint64_t leading_number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace baton
