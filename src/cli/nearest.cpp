#include "cli/nearest.hpp"

#include <algorithm>
#include <vector>

namespace baton::cli {

namespace {

/// How many letters have to be put in, taken out, replaced, or changed with the next one.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& least = steps[i][j];
      least = i + j;
      if (i == 0 || j == 0) continue;
      const std::size_t replaced = steps[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      least = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, replaced});
      const bool changed = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (changed) least = std::min(least, steps[i - 2][j - 2] + 1);
    }
  }
  return steps[a.size()][b.size()];
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
