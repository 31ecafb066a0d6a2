#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton {

enum class TaskStatus : std::uint8_t { blocked, scheduled, pending, running, completed, failed, cancelled, dead };

enum class TaskEvent : std::uint8_t {
  due,              ///< run_at has come
  unblocked,        ///< the last dependency is settled and run_at is not ahead
  unblocked_early,  ///< the last dependency is settled, run_at is ahead
  claim,            ///< pulled or pushed
  complete,
  fail_again,  ///< failed with attempts left
  fail_last,   ///< failed without
  release,     ///< also decline
  holder_crashed,
  holder_crashed_last,  ///< the crash that makes it poison
  deadline_passed,
  cancel,
  dependency_failed,  ///< under the fail-fast rule
  retry,              ///< an operator
};

inline constexpr std::size_t task_statuses = 8;
inline constexpr std::size_t task_events = 14;

constexpr bool has_ended(TaskStatus status) {
  using enum TaskStatus;
  return status == completed || status == failed || status == cancelled || status == dead;
}

/// What may follow what, for tasks. Nothing else in the program decides it.
constexpr std::optional<TaskStatus> next(TaskStatus status, TaskEvent event) {
  using enum TaskStatus;
  const auto only = [status](TaskStatus from, TaskStatus to) {
    return status == from ? std::optional(to) : std::nullopt;
  };
  switch (event) {
    case TaskEvent::due: return only(scheduled, pending);
    case TaskEvent::unblocked: return only(blocked, pending);
    case TaskEvent::unblocked_early: return only(blocked, scheduled);
    case TaskEvent::claim: return only(pending, running);
    case TaskEvent::complete: return only(running, completed);
    case TaskEvent::fail_again: return only(running, scheduled);
    case TaskEvent::fail_last: return only(running, failed);
    case TaskEvent::release:
    case TaskEvent::holder_crashed: return only(running, pending);
    case TaskEvent::holder_crashed_last: return only(running, dead);
    case TaskEvent::deadline_passed: return has_ended(status) ? std::nullopt : std::optional(failed);
    case TaskEvent::cancel: return has_ended(status) ? std::nullopt : std::optional(cancelled);
    case TaskEvent::dependency_failed: return only(blocked, cancelled);
    case TaskEvent::retry: return has_ended(status) && status != completed ? std::optional(pending) : std::nullopt;
  }
  return std::nullopt;
}

std::string_view to_text(TaskStatus status);
std::optional<TaskStatus> parse_task_status(std::string_view text);

/// What becomes of a blocked task when something it waits for fails, is cancelled or dies.
enum class DependencyRule : std::uint8_t { fail_fast, proceed };

std::string_view to_text(DependencyRule rule);
std::optional<DependencyRule> parse_dependency_rule(std::string_view text);

enum class SettleKind : std::uint8_t { complete, fail, release, decline };

std::string_view to_text(SettleKind kind);
std::optional<SettleKind> parse_settle_kind(std::string_view text);

/// The settle of the latest attempt that was answered, so that its repeat can be told from a stranger's.
struct LastSettle {
  AgentId agent;
  Incarnation incarnation;
  Attempt attempt;
  SettleKind kind = SettleKind::complete;
  std::string digest;                         ///< of the body
  TaskStatus status = TaskStatus::completed;  ///< what it was answered
  bool counted = true;

  bool operator==(const LastSettle&) const = default;
};

struct Task {
  TaskId id;
  Seq seq;    ///< order of submission, for ever
  Seq place;  ///< place in the line of its priority: seq, until an operator's retry gives it a new one
  KindName kind;
  Lane lane;
  std::optional<ThreadId> thread;
  std::uint32_t priority = 500;
  TaskStatus status = TaskStatus::pending;
  std::optional<Json> payload;  ///< unset in lists
  std::optional<Json> result;   ///< unset in lists
  std::optional<Json> error;    ///< of the last failure, or the reason of the end
  Attempt attempt;
  std::uint32_t failures = 0;
  std::uint32_t crashes = 0;
  std::uint32_t max_attempts = 3;
  std::optional<AgentId> holder;  ///< while running
  std::optional<LastSettle> last_settle;
  std::optional<Time> run_at;
  std::optional<Time> deadline;
  std::vector<TaskId> depends_on;
  std::uint32_t waiting_for = 0;  ///< dependencies not settled yet
  DependencyRule on_failed_dependency = DependencyRule::fail_fast;
  std::optional<IdempotencyKey> idempotency_key;
  std::string digest;  ///< of the body it was submitted with
  std::optional<Json> progress;
  std::string traceparent;
  Json metadata;
  Time created_at;
  Time updated_at;
  std::optional<Time> started_at;  ///< of the current or last attempt
  std::optional<Time> ended_at;

  bool operator==(const Task&) const = default;
};

/// A task as its submitter describes it.
struct NewTask {
  TaskId id;  ///< made by the caller: the submit can then be repeated
  KindName kind;
  std::optional<Lane> lane{};  ///< by default the kind
  std::optional<ThreadId> thread{};
  std::uint32_t priority = 500;
  Json payload{};
  std::uint32_t max_attempts = 3;
  std::optional<Time> run_at{};
  std::optional<Time> deadline{};
  std::vector<TaskId> depends_on{};
  DependencyRule on_failed_dependency = DependencyRule::fail_fast;
  std::optional<IdempotencyKey> idempotency_key{};
  std::string traceparent{};
  Json metadata{};

  bool operator==(const NewTask&) const = default;
};

struct Submitted {
  TaskId id;  ///< the task that stands for the request: an earlier one's if the key or id was known
  TaskStatus status = TaskStatus::pending;
  bool created = false;

  bool operator==(const Submitted&) const = default;
};

/// Adds tasks, all or nothing, in one atomic step with their events; answers in the order given.
/// Each becomes blocked (waits for other tasks), scheduled (run_at ahead) or pending; one whose dependency has already
/// failed is cancelled at once under fail_fast. Dependencies may name tasks of the same call, in any order.
/// A known id, or a known idempotency key (kept 24 h), with an equal body answers with the task it made; created is
/// false. conflict: with a different body. invalid: unknown dependency, cycle, an id or key twice in the call, a
/// deadline that has passed. exhausted: more than 1024 lanes in use. stale_fence: `fence` is not live and equal.
/// Bound: 1–1000 tasks, 128 dependencies each.
struct Submit {
  using Reply = std::vector<Submitted>;
  std::vector<NewTask> tasks;
  std::optional<LockFence> fence{};

  bool operator==(const Submit&) const = default;
};

/// A task in an agent's hands.
struct Grant {
  Task task;
  Fence fence;
  Time deadline;  ///< the agent's: beat before it

  bool operator==(const Grant&) const = default;
};

/// Gives the most urgent pending task of the agent's lanes (lowest priority number, then lowest place) to the agent,
/// or nothing: no task, its lanes are paused, or it is quarantined. One atomic step: queue, task, agent, lease and
/// log change together; the task's attempt is raised. The agent's deadline becomes at least now + lease.
/// `pushed`: a supervisor does it on the agent's behalf; the agent becomes assigned instead of working, and its own
/// claim then returns that grant and makes it working.
/// A repeat of `claim_id` returns the same grant while it is held, and nothing once it is settled.
/// conflict: the agent is not idle. not_found: never registered. stale_fence: not its incarnation, or crashed.
/// Bound: the heads of the lanes served.
struct Claim {
  using Reply = std::optional<Grant>;
  AgentId agent;
  Incarnation incarnation;
  ClaimId claim_id;
  Duration lease = std::chrono::seconds{60};
  bool pushed = false;

  bool operator==(const Claim&) const = default;
};

/// What a report of progress hears.
struct Heard {
  bool cancel = false;  ///< the work no longer counts and the progress was not kept: stop, then settle
  Time deadline;

  bool operator==(const Heard&) const = default;
};

/// Keeps the latest progress of a running task; the first one of a pushed task makes its agent working.
/// stale_fence: the fence is not the agent's current one. Not an event, renews nothing. A repeat writes the same.
struct Progress {
  using Reply = Heard;
  Fence fence;
  Json progress;

  bool operator==(const Progress&) const = default;
};

struct NextClaim {
  ClaimId claim_id;
  Duration lease = std::chrono::seconds{60};

  bool operator==(const NextClaim&) const = default;
};

struct Settled {
  TaskStatus status = TaskStatus::completed;  ///< of the task, after the call
  bool counted = true;                        ///< false: the task had ended or moved on; the agent was only freed
  std::optional<Grant> next;

  bool operator==(const Settled&) const = default;
};

/// Ends the agent's hold on its task, and may claim its next one in the same atomic step.
/// complete keeps `body` as the result; fail keeps it as the error and schedules the next attempt with exponential
/// back-off, or ends the task when attempts are used up or `retry` is false; release and decline put the task back at
/// its old place (`body` of a decline is its reason). Up to 100 dependants are resolved, sweep does the rest.
/// If the task was cancelled, ended or retried meanwhile the settle only frees the agent (counted is false), which
/// agent.changed tells; a complete then leaves a task.late_result event, too.
/// stale_fence: the fence is not the agent's current one; a complete leaves task.late_result, once an attempt.
/// The same settle repeated answers as the first did, with the same next grant while that is held.
/// not_found: unknown task.
struct Settle {
  using Reply = Settled;
  Fence fence;
  SettleKind kind = SettleKind::complete;
  Json body{};
  bool retry = true;
  std::optional<NextClaim> next{};

  bool operator==(const Settle&) const = default;
};

/// Ends a task that has not ended; a running holder learns it with its next beat and keeps its hold until it settles.
/// Cancelling a cancelled task answers with it. conflict: it ended otherwise. not_found: unknown.
struct Cancel {
  using Reply = Task;
  TaskId task;
  std::string reason{};

  bool operator==(const Cancel&) const = default;
};

/// Puts a failed, dead or cancelled task back in line at a new place, failures and crashes zeroed, its error, result
/// and passed deadline cleared. conflict: another status, or `attempt` is given and is not the task's (so a repeat
/// cannot retry a later failure). not_found: unknown.
struct Retry {
  using Reply = Task;
  TaskId task;
  std::optional<Attempt> attempt{};

  bool operator==(const Retry&) const = default;
};

/// Changes what is set and nothing else; never status, holder or attempt. A pending task moves within the queue, at
/// its place. conflict: the task has ended; lane or payload of a running task; run_at of one that is not scheduled.
/// invalid: nothing to change, or a deadline that has passed. exhausted: a new lane beyond 1024.
/// stale_fence: `fence`. not_found: unknown. A repeat sets the same values and is logged again.
struct Edit {
  using Reply = Task;
  TaskId task;
  std::optional<std::uint32_t> priority{};
  std::optional<Lane> lane{};
  std::optional<Json> payload{};
  std::optional<Json> metadata{};
  std::optional<std::uint32_t> max_attempts{};
  std::optional<Time> run_at{};
  std::optional<Time> deadline{};
  std::optional<LockFence> fence{};

  bool operator==(const Edit&) const = default;
};

/// not_found: unknown.
struct GetTask {
  using Reply = Task;
  TaskId task;

  bool operator==(const GetTask&) const = default;
};

struct TaskPage {
  std::vector<Task> items;  ///< without payload and result
  std::optional<Seq> next;  ///< pass as `after` to go on; unset: the end

  bool operator==(const TaskPage&) const = default;
};

/// Tasks by seq that match all that is set. Stable under writes: seq never changes.
/// Bound: examines at most 1000 tasks a call, so a short or empty page is not the end.
struct ListTasks {
  using Reply = TaskPage;
  std::optional<TaskStatus> status{};
  std::optional<ThreadId> thread{};
  std::optional<Lane> lane{};
  std::optional<KindName> kind{};
  std::optional<AgentId> holder{};
  std::optional<Time> created_from{};   ///< inclusive
  std::optional<Time> created_until{};  ///< exclusive
  bool newest_first = false;
  std::optional<Seq> after{};
  std::uint32_t limit = 100;

  bool operator==(const ListTasks&) const = default;
};

}  // namespace baton
