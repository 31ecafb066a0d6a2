#pragma once

#include <map>
#include <optional>
#include <vector>

#include "baton/attention.hpp"

namespace baton {

/// A task that may need somebody, without its bodies.
struct StuckTask {
  TaskId id;
  Lane lane;
  std::optional<AgentId> holder{};
  Time since;                         ///< when it began to wait or to run, or ended
  std::optional<TaskId> waits_for{};  ///< the first dependency that has not ended, if that is known
};

struct StuckTasks {
  std::vector<StuckTask> items;
  bool more = false;  ///< a bound was reached
};

/// A dependency, as far as it explains those who wait for it.
struct Blocker {
  TaskStatus status = TaskStatus::pending;
  std::optional<AgentId> holder{};
};

/// The tasks that are as old as the thresholds, and those that ended badly.
struct Suspects {
  StuckTasks waiting;
  StuckTasks running;
  StuckTasks blocked;
  StuckTasks failed;
  StuckTasks dead;
  std::map<TaskId, Blocker> blockers;

  bool complete() const { return !waiting.more && !running.more && !blocked.more && !failed.more && !dead.more; }
};

/// The tasks that the request names, at most `pages` thousand examined. If it is cut off at a time of creation, it must
/// have the oldest first.
awaitable<Result<StuckTasks>> read_tasks(View<Verbs<ListTasks>> store, ListTasks request, std::uint32_t pages);

awaitable<Result<Suspects>> read_suspects(View<Verbs<ListTasks, GetTask>> store, Time now, AttentionOptions options);

}  // namespace baton
