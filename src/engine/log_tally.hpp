#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/checkpoint.hpp"

namespace baton {

/// Counts the log's events by type, each once: those that are heard, and those that nobody heard since the last
/// checkpoint. Lives on one event loop thread.
class LogTally {
 public:
  using Counts = std::array<std::uint64_t, event_types>;

  LogTally(const View<Verbs<ReadLog, GetRecord, PutRecord>>& store, Duration save_every)
      : store_(store), checkpoint_(store), save_every_(save_every) {}

  void hear(std::span<const Event> events);

  /// The log has come that far, whether anybody heard it or not.
  void reach(Position position) { reached_ = std::max(reached_, position); }

  /// Reads what was not heard, a bounded part of it, and keeps the checkpoint when that is due.
  awaitable<Result<void>> keep_up();

  /// Keeps the checkpoint now.
  awaitable<Result<void>> save();

  /// There is more to read.
  bool is_behind() const { return !counted_ || *counted_ < reached_; }
  const Counts& counts() const { return counts_; }

 private:
  using Clock = std::chrono::steady_clock;

  awaitable<Result<void>> begin();
  awaitable<Result<void>> read_page();
  void count(const Event& event);

  View<Verbs<ReadLog, GetRecord, PutRecord>> store_;
  Checkpoint checkpoint_;
  Duration save_every_;
  Clock::time_point save_at_ = Clock::time_point::min();
  Counts counts_{};
  std::optional<Position> counted_;  ///< everything up to here; unset: not begun
  Position reached_;
};

}  // namespace baton
