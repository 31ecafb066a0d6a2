#pragma once

#include <optional>
#include <string_view>

#include "baton/verb.hpp"

namespace baton {

/// An event before the log gives it a position and a time.
struct Draft {
  EventType type;
  std::optional<TaskId> task{};
  std::optional<AgentId> agent{};
  Json payload{};
};

/// What each event says, in one wording for every backend.
namespace draft {

Draft agent_registered(const Agent& agent);
Draft agent_changed(const Agent& after, AgentState before, AgentEvent event);
Draft agent_removed(const Agent& agent);

Draft task_created(const Task& task);
Draft task_assigned(const Task& task, bool pushed);
Draft task_completed(const Task& task, const AgentId& agent);
Draft task_failed(const Task& task, std::optional<AgentId> agent);
Draft task_retrying(const Task& task, const AgentId& agent);
Draft task_requeued(const Task& task, std::optional<AgentId> agent, std::string_view reason);
Draft task_declined(const Task& task, const AgentId& agent, const Json& why);
Draft task_dead(const Task& task, const AgentId& agent);
Draft task_cancelled(const Task& task, std::optional<AgentId> agent);
Draft task_edited(const Task& task);
/// Of an attempt that is over: the fence's, not the task's own.
Draft task_late_result(const Task& task, const Fence& fence, const Json& result);
/// Says nothing of the task, not even its trace.
Draft task_purged(const TaskId& task);

Draft lock_acquired(const Lock& lock);
Draft lock_released(const Lock& lock);
Draft lock_expired(const Lock& lock, std::string_view reason);

Draft thread_created(const Thread& thread);
Draft thread_updated(const Thread& thread);
Draft thread_purged(const ThreadId& thread);
Draft message_appended(const ThreadId& thread, const Message& message);

Draft correlation_opened(const Correlation& correlation);
Draft correlation_signalled(const CorrelationId& id, const SignalEntry& signal);
Draft correlation_changed(const Correlation& after, CorrelationStatus before);
Draft correlation_expired(const CorrelationId& id);
Draft correlation_purged(const CorrelationId& id);

Draft queue_paused(const std::optional<Lane>& lane, bool paused);
Draft group_dead_lettered(const GroupName& group, Position position, std::uint32_t count);

/// The payload of a task's event without what people and agents wrote into it (error, why, result), which always comes last.
Json without_words(const Json& payload);

}  // namespace draft
}  // namespace baton
