#include "core/planted.hpp"

#if defined(BATON_PLANTED_BUGS) && BATON_PLANTED_BUGS

#include <cstdlib>
#include <string>

namespace baton::planted {
namespace {

constexpr std::string_view first_mark = "\n----\n";
constexpr std::string_view second_mark = "\n====\n";

/// `name: what is wrong`, lines `word: …`, then what is exchanged, behind the first and behind the second mark.
struct Bug {
  std::string_view name;
  std::string_view backend;
  std::string_view before;
  std::string_view after;
};

std::string_view line_after(std::string_view text, std::string_view word) {
  const std::size_t found = text.find(word);
  if (found == std::string_view::npos) return {};
  text.remove_prefix(found + word.size());
  return text.substr(0, text.find('\n'));
}

Bug parse(std::string_view text) {
  Bug bug{.name = text.substr(0, text.find(':')), .backend = line_after(text, "\nin: "), .before = {}, .after = {}};
  const std::size_t first = text.find(first_mark);
  const std::size_t second = text.find(second_mark);
  if (first == std::string_view::npos || second == std::string_view::npos) return bug;
  const std::size_t start = first + first_mark.size();
  bug.before = text.substr(start, second - start);
  bug.after = text.substr(second + second_mark.size());
  if (bug.after.ends_with('\n')) bug.after.remove_suffix(1);
  return bug;
}

const Bug& bug() {
  static const Bug one = [] {
    const char* text = std::getenv("BATON_PLANTED");
    return text == nullptr ? Bug{} : parse(text);
  }();
  return one;
}

}  // namespace

bool is(std::string_view wanted) { return bug().name == wanted; }

std::string_view text(std::string_view backend, std::string_view own) {
  const Bug& planted = bug();
  if (planted.before.empty() || planted.backend != backend) return own;
  const std::size_t at = own.find(planted.before);
  if (at == std::string_view::npos) return own;
  // Statements and scripts are kept for as long as the process lives, and few have a bug.
  return *new std::string(std::string(own).replace(at, planted.before.size(), planted.after));
}

}  // namespace baton::planted

#endif
