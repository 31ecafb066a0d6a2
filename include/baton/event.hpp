#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton {

/// Everything the log can say: a closed table. Beats, renewals, progress and group bookkeeping are not events.
enum class EventType : std::uint8_t {
  agent_registered,
  agent_changed,  ///< a change of state that no task event implies
  agent_removed,
  task_created,
  task_assigned,
  task_completed,
  task_failed,
  task_retrying,
  task_requeued,  ///< pending (again); the payload's reason: released, declined, crashed, due, unblocked, retried
  task_dead,
  task_cancelled,
  task_edited,
  task_late_result,
  lock_acquired,
  lock_released,
  lock_expired,
  thread_created,
  thread_updated,
  message_appended,
  correlation_opened,
  correlation_signalled,
  correlation_changed,
  correlation_expired,
  queue_paused,
  queue_resumed,
  group_dead_lettered,
  task_purged,
  thread_purged,
  correlation_purged,
};

inline constexpr std::size_t event_types = 29;

/// The name on the wire: `task.created`.
std::string_view to_text(EventType type);
std::optional<EventType> parse_event_type(std::string_view text);

/// One entry of the log.
struct Event {
  Position position;
  Time at;
  EventType type = EventType::agent_registered;
  std::optional<TaskId> task;
  std::optional<AgentId> agent;
  Json payload;

  bool operator==(const Event&) const = default;
};

}  // namespace baton
