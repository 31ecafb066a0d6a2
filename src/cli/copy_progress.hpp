#pragma once

#include <chrono>
#include <optional>

#include "cli/copy.hpp"
#include "core/rows.hpp"

namespace baton::cli {

/// Shows on standard error how far a copy is: a bar on a terminal, a line a table elsewhere.
class CopyProgress {
 public:
  /// By the counters of the source and the first position in its log the place of a row is judged.
  CopyProgress(bool shown, rows::Meta counters, Position first);
  ~CopyProgress();
  CopyProgress(const CopyProgress&) = delete;
  CopyProgress& operator=(const CopyProgress&) = delete;

  void show(const CopyNews& news);

 private:
  using Clock = std::chrono::steady_clock;

  double part(const CopyNews& news) const;
  void enter(CopyPhase phase);
  void draw(const CopyNews& news);
  void print_line(const CopyNews& news);

  const bool shown_;
  const bool terminal_;
  const rows::Meta counters_;
  const Position first_;
  std::optional<CopyPhase> phase_;
  std::optional<exports::Table> table_;
  std::uint64_t found_ = 0;
  std::uint64_t copied_ = 0;
  Clock::time_point last_news_ = Clock::now();
  Clock::time_point phase_start_ = last_news_;
  Clock::time_point last_drawn_;
};

}  // namespace baton::cli
