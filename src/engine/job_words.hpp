#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baton/store.hpp"
#include "core/job.hpp"

namespace baton {

/// A job as it is asked for.
struct NewJob {
  TaskId id{};  ///< empty: made from `key`, or a new one
  KindName kind;
  ThreadId thread;
  Json request{};
  std::uint32_t priority = 500;
  std::optional<std::uint32_t> max_attempts{};  ///< unset: what the kind is configured with
  std::optional<Time> deadline{};
  std::optional<IdempotencyKey> key{};  ///< jobs with the same one are the same job
  std::string traceparent{};
  Json metadata{};

  bool operator==(const NewJob&) const = default;
};

/// What stands for a request: the task to wait for.
struct JobTicket {
  TaskId task;
  ThreadId thread;
  TaskStatus status = TaskStatus::pending;
  bool created = false;  ///< false: it was asked for before
};

/// A job as it stands.
struct JobReport {
  Task task;
  JobRecord record;
};

/// A request on the thread of a running job that its agent took over.
struct FollowUp {
  TaskId task;
  Json request;
};

/// The verbs that the life of a job needs.
using JobStore = View<Verbs<Submit, GetTask, ListTasks, Cancel, Claim, Settle, Register, Deregister, Beat, Transition,
                            GetAgent, ListAgents, PutThread, GetThread, Append, Messages, TryLock, ReleaseLock,
                            InspectLock, GetResult, QueueStats, SetResult, PutRecord, GetRecord>>;

}  // namespace baton
