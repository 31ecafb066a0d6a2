#pragma once

#include <cstddef>
#include <vector>

#include "baton/why.hpp"
#include "engine/census.hpp"

/// What there is to say about a task, from what was read of it. Pure.
namespace baton::reasons {

using Reasons = std::vector<WhyReason>;

WhyReason ended(const Task& task);

/// `holder`: the agent that the task names, if it is still there.
Reasons running(const Task& task, const std::optional<Agent>& holder, Time now);

WhyReason scheduled(const Task& task, Time now);

/// A dependency and what it is now.
struct Dependency {
  TaskId id;
  TaskStatus status = TaskStatus::pending;
};

/// `open`: the dependencies that have not ended.
Reasons blocked(const std::vector<Dependency>& open);

/// The task's lane, as far as it matters to a task that waits in it.
struct LaneView {
  bool all_paused = false;
  bool paused = false;
  Servers servers;
  bool counted_all = true;  ///< false: there are more agents than were counted
  std::uint64_t ahead = 0;  ///< tasks of the lane that are before it in line
  bool more_ahead = false;  ///< at least
};

Reasons pending(const Task& task, const LaneView& lane);

/// A task that is pending and was not found in line.
WhyReason not_in_line(const Task& task);

WhyReason store_frozen();

}  // namespace baton::reasons
