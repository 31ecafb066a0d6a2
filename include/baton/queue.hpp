#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "baton/ids.hpp"
#include "baton/time.hpp"

namespace baton {

/// Lanes whose names begin with `baton.` are the engine's own: `*` does not stand for them, and only who names one serves it.
inline bool is_reserved(const Lane& lane) { return lane.str().starts_with("baton."); }

/// The line of one lane at one priority.
struct Line {
  Lane lane;
  std::uint32_t priority = 500;
  std::uint64_t depth = 0;
  Time oldest;  ///< when the first in line was submitted

  bool operator==(const Line&) const = default;
};

struct LineRef {
  Lane lane;
  std::uint32_t priority = 0;

  bool operator==(const LineRef&) const = default;
};

struct QueueReport {
  std::vector<Line> lines;
  std::vector<Lane> paused;  ///< all of them, by name
  bool all_paused = false;
  std::optional<LineRef> next;  ///< pass as `after` to go on; unset: the end

  bool operator==(const QueueReport&) const = default;
};

/// Depth and oldest age of every line that is not empty, by lane and priority. Bound: `limit` (1–1000) lines.
struct QueueStats {
  using Reply = QueueReport;
  std::optional<LineRef> after{};
  std::uint32_t limit = 1000;

  bool operator==(const QueueStats&) const = default;
};

struct Waiting {
  TaskId task;
  std::uint32_t priority = 500;
  Seq place;

  bool operator==(const Waiting&) const = default;
};

/// The next tasks of a lane in the order in which they will be claimed. Empty: none. Bound: `limit` (1–1000).
struct Peek {
  using Reply = std::vector<Waiting>;
  Lane lane;
  std::uint32_t limit = 100;

  bool operator==(const Peek&) const = default;
};

/// Stops or lets go on the claims from one lane, or from all when `lane` is unset. One event if anything changed;
/// a repeat changes nothing. exhausted: pausing a lane beyond 1024 lanes in use.
struct SetPaused {
  using Reply = Done;
  std::optional<Lane> lane{};
  bool paused = true;

  bool operator==(const SetPaused&) const = default;
};

}  // namespace baton
