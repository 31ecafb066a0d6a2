#pragma once

#include <chrono>
#include <random>

namespace baton::shared {

using SteadyClock = std::chrono::steady_clock;
using TimePoint = SteadyClock::time_point;

/// How long to wait before the next try: doubled each time, and anything between nothing and that, so that many clients
/// of one server do not come back together. Not thread-safe.
class Backoff {
 public:
  /// `first`: the most that is waited after one failure; `last`: ever.
  Backoff(std::chrono::microseconds first, std::chrono::microseconds last) : first_(first), last_(last) {}

  /// `failures`: so many tries have failed, at least one.
  std::chrono::microseconds delay(unsigned failures);

 private:
  std::chrono::microseconds first_;
  std::chrono::microseconds last_;
  std::minstd_rand chance_{std::random_device{}()};
};

}  // namespace baton::shared
