#include "support/shrink.hpp"

#include <algorithm>
#include <utility>

namespace baton::test {
namespace {

History without(const History& history, std::size_t first, std::size_t count) {
  History rest;
  rest.reserve(history.size());
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (i < first || i >= first + count) rest.push_back(history[i]);
  }
  return rest;
}

}  // namespace

History shrink(History history, const Shows& shows, std::size_t budget) {
  std::size_t spent = 0;
  std::size_t piece = std::max<std::size_t>(history.size() / 2, 1);
  while (spent < budget) {
    bool left_out = false;
    // From the end: what comes last depends on what came before it.
    for (std::size_t end = history.size(); end > 0 && spent < budget;) {
      const std::size_t first = end > piece ? end - piece : 0;
      History rest = without(history, first, end - first);
      spent += rest.size() + 1;
      end = first;
      if (!shows(rest)) continue;
      history = std::move(rest);
      left_out = true;
    }
    if (piece == 1 && !left_out) break;
    piece = std::max<std::size_t>(piece / 2, 1);
  }
  return history;
}

}  // namespace baton::test
