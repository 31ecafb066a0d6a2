#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "baton/time.hpp"

namespace baton {

/// Durations, counted by size: from a few milliseconds, which is a push, to hours, which an agent may well work.
class Histogram {
 public:
  static constexpr std::array bounds = std::to_array<Duration>(
      {std::chrono::milliseconds{5}, std::chrono::milliseconds{10}, std::chrono::milliseconds{25},
       std::chrono::milliseconds{50}, std::chrono::milliseconds{100}, std::chrono::milliseconds{250},
       std::chrono::milliseconds{500}, std::chrono::seconds{1}, std::chrono::milliseconds{2500},
       std::chrono::seconds{5}, std::chrono::seconds{10}, std::chrono::seconds{30}, std::chrono::minutes{1},
       std::chrono::minutes{5}, std::chrono::minutes{30}, std::chrono::hours{1}, std::chrono::hours{6}});

  void observe(Duration value) {
    ++counts_[static_cast<std::size_t>(std::ranges::lower_bound(bounds, value) - bounds.begin())];
    sum_ += value;
  }

  /// How many were at most `bounds[i]`, not counting those below the bound before; the last are those beyond all bounds.
  const std::array<std::uint64_t, bounds.size() + 1>& counts() const { return counts_; }
  Duration sum() const { return sum_; }

 private:
  std::array<std::uint64_t, bounds.size() + 1> counts_{};
  Duration sum_{};
};

}  // namespace baton
