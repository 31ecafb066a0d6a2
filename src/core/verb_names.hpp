#pragma once

#include <string_view>

#include "baton/verb.hpp"

namespace baton {

/// The name of a verb on the wire: its type in snake case.
template <class V>
inline constexpr std::string_view verb_name{};

template <>
inline constexpr std::string_view verb_name<Register> = "register";
template <>
inline constexpr std::string_view verb_name<Deregister> = "deregister";
template <>
inline constexpr std::string_view verb_name<Beat> = "beat";
template <>
inline constexpr std::string_view verb_name<Transition> = "transition";
template <>
inline constexpr std::string_view verb_name<GetAgent> = "get_agent";
template <>
inline constexpr std::string_view verb_name<ListAgents> = "list_agents";
template <>
inline constexpr std::string_view verb_name<Submit> = "submit";
template <>
inline constexpr std::string_view verb_name<Claim> = "claim";
template <>
inline constexpr std::string_view verb_name<Progress> = "progress";
template <>
inline constexpr std::string_view verb_name<Settle> = "settle";
template <>
inline constexpr std::string_view verb_name<Cancel> = "cancel";
template <>
inline constexpr std::string_view verb_name<Retry> = "retry";
template <>
inline constexpr std::string_view verb_name<Edit> = "edit";
template <>
inline constexpr std::string_view verb_name<GetTask> = "get_task";
template <>
inline constexpr std::string_view verb_name<ListTasks> = "list_tasks";
template <>
inline constexpr std::string_view verb_name<QueueStats> = "queue_stats";
template <>
inline constexpr std::string_view verb_name<Peek> = "peek";
template <>
inline constexpr std::string_view verb_name<SetPaused> = "set_paused";
template <>
inline constexpr std::string_view verb_name<ReadLog> = "read_log";
template <>
inline constexpr std::string_view verb_name<PutGroup> = "put_group";
template <>
inline constexpr std::string_view verb_name<DropGroup> = "drop_group";
template <>
inline constexpr std::string_view verb_name<ListGroups> = "list_groups";
template <>
inline constexpr std::string_view verb_name<ReadGroup> = "read_group";
template <>
inline constexpr std::string_view verb_name<Ack> = "ack";
template <>
inline constexpr std::string_view verb_name<InspectGroup> = "inspect_group";
template <>
inline constexpr std::string_view verb_name<DeadLetters> = "dead_letters";
template <>
inline constexpr std::string_view verb_name<Redrive> = "redrive";
template <>
inline constexpr std::string_view verb_name<PutThread> = "put_thread";
template <>
inline constexpr std::string_view verb_name<GetThread> = "get_thread";
template <>
inline constexpr std::string_view verb_name<ListThreads> = "list_threads";
template <>
inline constexpr std::string_view verb_name<Append> = "append";
template <>
inline constexpr std::string_view verb_name<Messages> = "messages";
template <>
inline constexpr std::string_view verb_name<TryLock> = "try_lock";
template <>
inline constexpr std::string_view verb_name<RenewLock> = "renew_lock";
template <>
inline constexpr std::string_view verb_name<ReleaseLock> = "release_lock";
template <>
inline constexpr std::string_view verb_name<InspectLock> = "inspect_lock";
template <>
inline constexpr std::string_view verb_name<ListLocks> = "list_locks";
template <>
inline constexpr std::string_view verb_name<BeatSession> = "beat_session";
template <>
inline constexpr std::string_view verb_name<SetResult> = "set_result";
template <>
inline constexpr std::string_view verb_name<GetResult> = "get_result";
template <>
inline constexpr std::string_view verb_name<OpenCorrelation> = "open_correlation";
template <>
inline constexpr std::string_view verb_name<GetCorrelation> = "get_correlation";
template <>
inline constexpr std::string_view verb_name<Signal> = "signal";
template <>
inline constexpr std::string_view verb_name<Advance> = "advance";
template <>
inline constexpr std::string_view verb_name<ListCorrelations> = "list_correlations";
template <>
inline constexpr std::string_view verb_name<PutRecord> = "put_record";
template <>
inline constexpr std::string_view verb_name<GetRecord> = "get_record";
template <>
inline constexpr std::string_view verb_name<ListRecords> = "list_records";
template <>
inline constexpr std::string_view verb_name<PurgeTask> = "purge_task";
template <>
inline constexpr std::string_view verb_name<PurgeThread> = "purge_thread";
template <>
inline constexpr std::string_view verb_name<PurgeCorrelation> = "purge_correlation";
template <>
inline constexpr std::string_view verb_name<Sweep> = "sweep";
template <>
inline constexpr std::string_view verb_name<Health> = "health";
template <>
inline constexpr std::string_view verb_name<Freeze> = "freeze";
template <>
inline constexpr std::string_view verb_name<Export> = "export";
template <>
inline constexpr std::string_view verb_name<Import> = "import";

}  // namespace baton
