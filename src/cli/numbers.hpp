#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace baton::cli {

/// `1,234,567`.
inline std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

}  // namespace baton::cli
