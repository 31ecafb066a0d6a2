#pragma once

#include <span>
#include <string>
#include <string_view>

#include "baton/verb.hpp"

/// The refusals that every backend answers with, in one wording.
namespace baton::refuse {

using Refusal = std::unexpected<Error>;

Refusal unknown_agent(const AgentId& agent);
Refusal unknown_task(const TaskId& task);
Refusal unknown_group(const GroupName& group);
Refusal unknown_thread(const ThreadId& thread);
Refusal unknown_correlation(const CorrelationId& id);
Refusal unknown_record(const RecordKind& kind, const RecordKey& key);

Refusal other_incarnation(const AgentId& agent);
Refusal crashed(const AgentId& agent);
Refusal stale_fence(const Fence& fence);
Refusal stale_lock(const LockName& lock);
Refusal stale_session(const SessionId& session);
Refusal not_lockable(const AgentId& agent);

Refusal not_idle(const AgentId& agent, AgentState actual);
Refusal state_differs(const Transition& wanted, AgentState actual);
Refusal holds_a_task(const AgentId& agent, AgentState actual);

Refusal task_id_taken(const TaskId& task);
Refusal key_taken(const IdempotencyKey& key);
Refusal twice_in_call(std::string what);
Refusal unknown_dependency(const TaskId& task, const TaskId& dependency);
Refusal dependency_cycle();
Refusal deadline_passed(const TaskId& task);
Refusal too_many_lanes();

Refusal cannot_cancel(const TaskId& task, TaskStatus actual);
Refusal cannot_retry(const TaskId& task, TaskStatus actual);
Refusal cannot_purge(const TaskId& task, TaskStatus actual);
Refusal attempt_differs(const TaskId& task, Attempt expected, Attempt actual);
Refusal cannot_edit(const TaskId& task, TaskStatus actual, std::string what);

Refusal too_many_groups();
Refusal message_taken(const MessageId& id);
Refusal too_many_locks();
Refusal result_taken(const TaskId& task, Attempt attempt);
Refusal version_differs(std::string what, Version expected, Version actual);

Refusal correlation_taken(const CorrelationId& id);
Refusal signal_taken(const SignalName& name, std::uint32_t version);
Refusal too_many_signals(const CorrelationId& id);
Refusal cannot_advance(CorrelationStatus actual, CorrelationEvent event);

Refusal frozen();
Refusal not_frozen();
Refusal foreign_row(std::string why);
Refusal bad_cursor();

/// The refusal of that name, from what it is about as text: how a backend that decides outside of this program names
/// them. corrupt: no such refusal, or not what it is about.
Refusal by_name(std::string_view name, std::span<const std::string> about);

}  // namespace baton::refuse
