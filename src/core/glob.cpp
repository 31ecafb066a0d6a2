#include "core/glob.hpp"

#include <algorithm>
#include <cstddef>

namespace baton {

namespace {

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Where the piece, which has no star, begins in the text from `from` on.
std::size_t find_piece(std::string_view piece, std::string_view text, std::size_t from) {
  const auto found = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), piece.begin(),
                                 piece.end(), [](char a, char b) { return lowered(a) == lowered(b); });
  return found == text.end() && !piece.empty() ? std::string_view::npos
                                               : static_cast<std::size_t>(found - text.begin());
}

/// All pieces one after the other. Within one line the first place of each is as good as any.
bool occurs_in_line(std::string_view pattern, std::string_view line) {
  std::size_t at = 0;
  while (!pattern.empty()) {
    const std::size_t end = std::min(pattern.find('*'), pattern.size());
    const std::size_t found = find_piece(pattern.substr(0, end), line, at);
    if (found == std::string_view::npos) return false;
    at = found + end;
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
  }
  return true;
}

}  // namespace

bool occurs(std::string_view pattern, std::string_view text) {
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (occurs_in_line(pattern, text.substr(0, end))) return true;
    if (end == text.size()) return false;
    text.remove_prefix(end + 1);
  }
}

}  // namespace baton
