#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace baton::cli {

/// The parts of a text that has `mark` between them; empty parts are left out.
inline std::vector<std::string> split(std::string_view text, char mark) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const auto end = std::min(text.find(mark, start), text.size());
    if (end > start) parts.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

}  // namespace baton::cli
