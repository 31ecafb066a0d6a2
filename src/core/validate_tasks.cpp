#include <algorithm>

#include "core/traceparent.hpp"
#include "core/validate.hpp"
#include "core/validate_parts.hpp"

namespace baton {
namespace {

void examine_priority(Check& check, std::uint32_t priority) {
  check.within("priority", priority, 0, limits::priorities - 1);
}

void examine_dependencies(Check& check, const NewTask& task) {
  check.count("depends_on", task.depends_on.size(), 0, limits::dependencies_per_task);
  if (task.depends_on.empty() || check.failed()) return;
  for (const TaskId& dependency : task.depends_on) check.required("depends_on", dependency);
  if (std::ranges::find(task.depends_on, task.id) != task.depends_on.end()) {
    check.refuse("depends_on names the task itself; a task cannot wait for itself");
  }
  check.unique("depends_on", task.depends_on);
}

void examine_new(Check& check, const NewTask& task) {
  check.required("id", task.id);
  check.required("kind", task.kind);
  if (task.lane) {
    examine_lane(check, "lane", *task.lane);
  } else {
    examine_lane(check, "kind", Lane::trusted(task.kind.str()));
  }
  check.required("thread", task.thread);
  examine_priority(check, task.priority);
  check.within("max_attempts", task.max_attempts, 1, limits::attempts);
  check.writable("run_at", task.run_at);
  check.writable("deadline", task.deadline);
  examine_dependencies(check, task);
  check.required("idempotency_key", task.idempotency_key);
  if (!task.traceparent.empty() && !is_traceparent(task.traceparent)) {
    check.refuse("traceparent is not of the W3C form 00-<32 hex>-<16 hex>-<2 hex>; correct it or leave it out");
  }
}

void examine_uniqueness(Check& check, const std::vector<NewTask>& tasks) {
  std::vector<TaskId> ids;
  std::vector<IdempotencyKey> keys;
  ids.reserve(tasks.size());
  for (const NewTask& task : tasks) {
    ids.push_back(task.id);
    if (task.idempotency_key) keys.push_back(*task.idempotency_key);
  }
  check.unique("tasks", std::move(ids));
  check.unique("tasks", std::move(keys));
}

bool sets_nothing(const Edit& verb) {
  return !verb.priority && !verb.lane && !verb.payload && !verb.metadata && !verb.max_attempts && !verb.run_at &&
         !verb.deadline;
}

}  // namespace

void examine(Check& check, const Submit& verb) {
  check.count("tasks", verb.tasks.size(), 1, limits::tasks_per_submit);
  if (check.failed()) return;
  check.each("tasks", verb.tasks, examine_new);
  if (verb.tasks.size() > 1) examine_uniqueness(check, verb.tasks);
  examine(check, verb.fence);
}

void examine(Check& check, const Claim& verb) {
  check.required("agent", verb.agent);
  check.required("incarnation", verb.incarnation);
  check.required("claim_id", verb.claim_id);
  check.positive("lease_us", verb.lease);
}

void examine(Check& check, const Progress& verb) { examine(check, verb.fence); }

void examine(Check& check, const Settle& verb) {
  examine(check, verb.fence);
  if (!verb.next) return;
  check.required("next.claim_id", verb.next->claim_id);
  check.positive("next.lease_us", verb.next->lease);
}

void examine(Check& check, const Cancel& verb) {
  check.required("task", verb.task);
  check.text("reason", verb.reason);
}

void examine(Check& check, const Retry& verb) {
  check.required("task", verb.task);
  check.storable("attempt", verb.attempt);
}

void examine(Check& check, const Edit& verb) {
  check.required("task", verb.task);
  if (sets_nothing(verb)) {
    check.refuse("nothing to change; set priority, lane, payload, metadata, max_attempts, run_at or deadline");
  }
  if (verb.priority) examine_priority(check, *verb.priority);
  if (verb.lane) examine_lane(check, "lane", *verb.lane);
  if (verb.max_attempts) check.within("max_attempts", *verb.max_attempts, 1, limits::attempts);
  check.writable("run_at", verb.run_at);
  check.writable("deadline", verb.deadline);
  examine(check, verb.fence);
}

void examine(Check& check, const GetTask& verb) { check.required("task", verb.task); }

void examine(Check& check, const ListTasks& verb) {
  check.required("thread", verb.thread);
  check.required("lane", verb.lane);
  check.required("kind", verb.kind);
  check.required("holder", verb.holder);
  check.writable("created_from", verb.created_from);
  check.writable("created_until", verb.created_until);
  check.storable("after", verb.after);
  check.page("limit", verb.limit);
}

void examine(Check& check, const QueueStats& verb) {
  if (verb.after) {
    check.required("after.lane", verb.after->lane);
    check.within("after.priority", verb.after->priority, 0, limits::priorities - 1);
  }
  check.page("limit", verb.limit);
}

void examine(Check& check, const Peek& verb) {
  examine_lane(check, "lane", verb.lane);
  check.page("limit", verb.limit);
}

void examine(Check& check, const SetPaused& verb) {
  if (verb.lane) examine_lane(check, "lane", *verb.lane);
}

}  // namespace baton
