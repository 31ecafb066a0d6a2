#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <random>

#include "baton/time.hpp"

namespace baton::test {

/// Chance that a seed fixes.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}

  /// 0 … n - 1.
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  std::uint64_t between(std::uint64_t least, std::uint64_t most) { return least + below(most - least + 1); }
  bool percent(unsigned share) { return below(100) < share; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

  /// Short ones are as likely as long ones: every order of magnitude gets the same share.
  Duration duration(Duration shortest, Duration longest) {
    const double low = std::log(static_cast<double>(shortest.count()));
    const double high = std::log(static_cast<double>(longest.count()));
    const double part = static_cast<double>(below(1'000'000)) / 1e6;
    return Duration{static_cast<Duration::rep>(std::exp(low + (high - low) * part))};
  }

  /// One of a container that is not empty.
  template <class Items>
  auto& pick(Items&& items) {
    return *std::next(std::begin(items), static_cast<std::ptrdiff_t>(below(std::size(items))));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace baton::test
