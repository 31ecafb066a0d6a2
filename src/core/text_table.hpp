#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "baton/agents.hpp"
#include "baton/correlations.hpp"
#include "baton/error.hpp"
#include "baton/event.hpp"
#include "baton/tasks.hpp"

namespace baton {

/// The names of an enum's values as text, in the order of the values. Nothing else in the program spells them.
template <class Enum>
inline constexpr std::array<std::string_view, 0> names_of{};

template <>
inline constexpr std::array names_of<Errc> =
    std::to_array<std::string_view>({"not_found", "conflict", "stale_fence", "invalid", "unauthorized", "forbidden",
                                     "unavailable", "corrupt", "exhausted"});

template <>
inline constexpr std::array names_of<AgentState> =
    std::to_array<std::string_view>({"idle", "assigned", "working", "reporting", "draining", "crashed"});

template <>
inline constexpr std::array names_of<AgentEvent> =
    std::to_array<std::string_view>({"registered", "task_assigned", "task_claimed", "work_started", "output_ready",
                                     "task_settled", "drain", "resume", "deadline_passed", "agent_failed"});

template <>
inline constexpr std::array names_of<TaskStatus> = std::to_array<std::string_view>(
    {"blocked", "scheduled", "pending", "running", "completed", "failed", "cancelled", "dead"});

template <>
inline constexpr std::array names_of<DependencyRule> = std::to_array<std::string_view>({"fail_fast", "continue"});

template <>
inline constexpr std::array names_of<SettleKind> =
    std::to_array<std::string_view>({"complete", "fail", "release", "decline"});

template <>
inline constexpr std::array names_of<CorrelationStatus> =
    std::to_array<std::string_view>({"collecting", "ready", "orchestrating", "completed", "failed"});

template <>
inline constexpr std::array names_of<CorrelationEvent> =
    std::to_array<std::string_view>({"all_in", "timeout_enough", "timeout_too_few", "orchestrate", "complete", "fail"});

template <>
inline constexpr std::array names_of<EventType> = std::to_array<std::string_view>(
    {"agent.registered",      "agent.changed",       "agent.removed",       "task.created",      "task.assigned",
     "task.completed",        "task.failed",         "task.retrying",       "task.requeued",     "task.dead",
     "task.cancelled",        "task.edited",         "task.late_result",    "lock.acquired",     "lock.released",
     "lock.expired",          "thread.created",      "thread.updated",      "message.appended",  "correlation.opened",
     "correlation.signalled", "correlation.changed", "correlation.expired", "queue.paused",      "queue.resumed",
     "group.dead_lettered",   "task.purged",         "thread.purged",       "correlation.purged"});

static_assert(names_of<Errc>.size() == static_cast<std::size_t>(Errc::exhausted) + 1);
static_assert(names_of<AgentState>.size() == agent_states);
static_assert(names_of<AgentEvent>.size() == agent_events);
static_assert(names_of<TaskStatus>.size() == task_statuses);
static_assert(names_of<CorrelationStatus>.size() == correlation_statuses);
static_assert(names_of<CorrelationEvent>.size() == correlation_events);
static_assert(names_of<EventType>.size() == event_types);
static_assert(static_cast<std::size_t>(EventType::correlation_purged) + 1 == event_types);

template <class Enum>
constexpr std::string_view text_of(Enum value) {
  return names_of<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum>
constexpr std::optional<Enum> value_of(std::string_view text) {
  const auto found = std::ranges::find(names_of<Enum>, text);
  if (found == names_of<Enum>.end()) return std::nullopt;
  return static_cast<Enum>(found - names_of<Enum>.begin());
}

/// `idle, assigned, …`, for saying what is allowed.
template <class Enum>
std::string all_names() {
  std::string text;
  for (const std::string_view name : names_of<Enum>) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

}  // namespace baton
