#pragma once

#include <algorithm>
#include <chrono>
#include <random>

namespace baton {

/// How long to leave a failing store alone: 100 ms, doubling to 6.4 s, each between half and whole, so that many
/// clients do not come back at the same instant.
class Backoff {
 public:
  std::chrono::milliseconds next() {
    const auto whole = ceiling_.count();
    ceiling_ = std::min(ceiling_ * 2, longest);
    return std::chrono::milliseconds{
        std::uniform_int_distribution<std::chrono::milliseconds::rep>{whole / 2, whole}(random_)};
  }
  void reset() { ceiling_ = shortest; }

 private:
  static constexpr std::chrono::milliseconds shortest{100};
  static constexpr std::chrono::milliseconds longest{6400};

  std::chrono::milliseconds ceiling_ = shortest;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace baton
