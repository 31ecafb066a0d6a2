#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace baton::test {

/// How much is asked of a test: what we promise to have tried (`./dev test`), more of it (`./dev prove`, which sets
/// BATON_PROVE), or as much as one has time for (long mode, which sets BATON_LONG).
enum class Effort { usual, proof, longest };

inline Effort effort() {
  if (std::getenv("BATON_LONG") != nullptr) return Effort::longest;
  return std::getenv("BATON_PROVE") != nullptr ? Effort::proof : Effort::usual;
}

inline std::uint64_t amount(std::uint64_t usual, std::uint64_t proof, std::uint64_t longest) {
  switch (effort()) {
    case Effort::usual: return usual;
    case Effort::proof: return proof;
    case Effort::longest: return longest;
  }
  return usual;
}

/// Told in a line of its own, which `./dev prove` adds up.
inline void tell_figure(std::uint64_t count, std::string_view what) {
  std::cout << "figure: " << count << " " << what << "\n" << std::flush;
}

/// The longest of several waits, each of which had an end of its own. `./dev prove` keeps the longest of all.
class LongestWait {
 public:
  using Moment = std::chrono::steady_clock::time_point;

  void note(Moment since, Moment until = std::chrono::steady_clock::now()) {
    longest_ = std::max(longest_, until - since);
  }
  void tell(std::string_view what) const {
    if (longest_ == Moment::duration{}) return;
    const auto count = std::chrono::duration_cast<std::chrono::milliseconds>(longest_).count();
    std::cout << "longest: " << count << " ms " << what << "\n" << std::flush;
  }

 private:
  Moment::duration longest_{};
};

}  // namespace baton::test
