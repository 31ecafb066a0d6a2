#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/store.hpp"

namespace baton {

/// What can keep a task from running, and what it is doing if nothing does.
enum class WhyKind : std::uint8_t {
  ended,               ///< it will not run any more
  running,             ///< by `agent`, since `at`
  not_fetched,         ///< it was given to an agent that has not taken it up
  holder_stale,        ///< its agent has not been heard of in time
  waits_for,           ///< `task`, or `count` more
  resolving,           ///< what it waited for has ended: the next sweep puts it in line
  scheduled,           ///< for `at`
  backing_off,         ///< until `at`, after a failure
  due,                 ///< its time has come: the next sweep puts it in line
  store_frozen,        ///< every write is refused
  all_paused,          ///< every lane
  lane_paused,         ///< its own
  lane_unserved,       ///< no live agent serves it
  agents_busy,         ///< `count` of those that serve its lane
  agents_draining,     ///< they take no more work
  agents_quarantined,  ///< they crashed too often, the first may take work again at `at`
  agents_stale,        ///< they have not been heard of in time
  tasks_ahead,         ///< `count` of its lane will be claimed before it
  not_in_line,         ///< it moves while it is looked at, or the store is damaged
  ready,               ///< nothing: an idle agent can take it now
};

inline constexpr std::size_t why_kinds = 20;

std::string_view to_text(WhyKind kind);

struct WhyReason {
  WhyKind kind = WhyKind::ready;
  std::string sentence;  ///< for a person
  std::string command;   ///< what helps, or shows more; may be empty
  std::optional<TaskId> task{};
  std::optional<AgentId> agent{};
  std::optional<Lane> lane{};
  std::optional<Time> at{};
  std::optional<std::uint64_t> count{};

  bool operator==(const WhyReason&) const = default;
};

struct WhyReport {
  TaskId task;
  TaskStatus status = TaskStatus::pending;
  Time now;                        ///< the store's clock
  std::vector<WhyReason> reasons;  ///< never empty; what stands in the way first
};

using WhyVerbs = Verbs<Health, GetTask, GetAgent, ListAgents, QueueStats, Peek>;

/// What keeps the task from running. Reads only. not_found: no such task.
/// Bound: 128 dependencies, 1000 tasks ahead of it, 100 pages of agents.
awaitable<Result<WhyReport>> why(View<WhyVerbs> store, TaskId task);

}  // namespace baton
