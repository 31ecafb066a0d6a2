#include "cli/nearest.hpp"

#include <algorithm>
#include <vector>

namespace baton::cli {

namespace {

/// How many letters have to be put in, taken out or replaced.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view typed, std::span<const std::string> known) {
  std::string best;
  std::size_t least = std::max<std::size_t>(typed.size() / 3, 1) + 1;
  for (const std::string& word : known) {
    const std::size_t steps = distance(typed, word);
    if (steps >= least) continue;
    least = steps;
    best = word;
  }
  return best;
}

}  // namespace baton::cli
