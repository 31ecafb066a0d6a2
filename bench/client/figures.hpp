#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {

using Clock = std::chrono::steady_clock;

/// Latencies of one kind.
class Latencies {
 public:
  void add(Clock::duration time) { times_.push_back(time); }
  void add(const Latencies& more) { times_.insert(times_.end(), more.times_.begin(), more.times_.end()); }
  std::size_t count() const { return times_.size(); }
  /// In milliseconds; `share` of 1 is the longest.
  double percentile(double share) const;

 private:
  std::vector<Clock::duration> times_;
};

/// What the system says about the daemon's process.
struct Process {
  double memory_mb = 0;
  double most_memory_mb = 0;
  double cpu_seconds = 0;
  std::size_t descriptors = 0;
};
std::optional<Process> look_at(int pid);
/// User and system time of all its threads; 0: there is no such process.
double cpu_seconds_of(int pid);

}  // namespace bench
