#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string_view>

#include "engine/histogram.hpp"
#include "engine/log_watch.hpp"

namespace baton {

/// Why tasks went back in line, as the log says it.
inline constexpr std::array requeue_reasons =
    std::to_array<std::string_view>({"released", "declined", "crashed", "due", "unblocked", "retried", "other"});

/// How an attempt ended that somebody settled.
enum class AttemptEnd : std::uint8_t { completed, failed, retrying };
inline constexpr std::array attempt_ends = std::to_array<std::string_view>({"completed", "failed", "retrying"});

/// What the log tells about how a fleet does, summed up. Lives on one event loop thread.
class EventFigures {
 public:
  void hear(const LogWatch::News& news);

  const std::array<std::uint64_t, requeue_reasons.size()>& requeues() const { return requeues_; }
  /// From when a task was pending until an agent had it.
  const Histogram& wait() const { return wait_; }
  /// From when an agent had a task until it settled it.
  const Histogram& run(AttemptEnd end) const { return run_[static_cast<std::size_t>(end)]; }
  /// Tasks that were assigned or settled and whose beginning was not heard.
  std::uint64_t unmeasured() const { return unmeasured_; }
  std::uint64_t gaps() const { return gaps_; }

 private:
  /// The tasks whose times are kept: more than a fleet usually has open, and a bound for the memory.
  static constexpr std::size_t most_open = 100'000;

  struct Watched {
    Time since;
    bool running = false;
  };
  void hear(const Event& event);
  void count_requeue(const Event& event);
  void begin(const Event& event, bool running);
  void assign(const Event& event);
  void settle(const Event& event, AttemptEnd end);

  std::array<std::uint64_t, requeue_reasons.size()> requeues_{};
  Histogram wait_;
  std::array<Histogram, attempt_ends.size()> run_;
  std::uint64_t unmeasured_ = 0;
  std::uint64_t gaps_ = 0;
  boost::unordered_flat_map<TaskId, Watched, std::hash<TaskId>> open_;
};

}  // namespace baton
