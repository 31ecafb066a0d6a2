#include <algorithm>

#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::memory {

namespace {

Task without_bodies(Task task) {
  task.payload.reset();
  task.result.reset();
  return task;
}

bool matches(const ListTasks& wanted, const Task& task) {
  return (!wanted.status || task.status == *wanted.status) && (!wanted.thread || task.thread == wanted.thread) &&
         (!wanted.lane || task.lane == *wanted.lane) && (!wanted.kind || task.kind == *wanted.kind) &&
         (!wanted.holder || task.holder == wanted.holder) &&
         (!wanted.created_from || task.created_at >= *wanted.created_from) &&
         (!wanted.created_until || task.created_at < *wanted.created_until);
}

/// A list examines the tasks of its thread if it names one, else those of its status, else all.
bool is_examined(const ListTasks& wanted, const Task& task) {
  if (wanted.thread) return task.thread == wanted.thread;
  return !wanted.status || task.status == *wanted.status;
}

}  // namespace

Result<Task> Ledger::apply(const Cancel& verb) {
  Task* task = find_task(verb.task);
  if (task == nullptr) return refuse::unknown_task(verb.task);
  if (task->status == TaskStatus::cancelled) return *task;
  if (has_ended(task->status)) return refuse::cannot_cancel(verb.task, task->status);
  const std::optional<AgentId> holder = task->holder;
  end(*task, TaskEvent::cancel, rules::reason(verb.reason.empty() ? "cancelled" : verb.reason));
  append(draft::task_cancelled(*task, holder));
  resolve(limits::dependants_per_step);
  return *task;
}

Result<Task> Ledger::apply(const Retry& verb) {
  Task* task = find_task(verb.task);
  if (task == nullptr) return refuse::unknown_task(verb.task);
  if (verb.attempt && task->attempt != *verb.attempt) {
    return refuse::attempt_differs(verb.task, *verb.attempt, task->attempt);
  }
  if (!next(task->status, TaskEvent::retry)) return refuse::cannot_retry(verb.task, task->status);
  if (!lanes_.contains(task->lane) && lanes_.size() >= limits::lanes) return refuse::too_many_lanes();
  seq_ = seq_.next();
  change(*task, [this](Task& retried) {
    retried.place = seq_;
    retried.failures = retried.crashes = retried.waiting_for = 0;
    retried.error.reset();
    retried.result.reset();
    retried.ended_at.reset();
    if (retried.deadline && *retried.deadline <= now_) retried.deadline.reset();
    retried.status = next(retried.status, TaskEvent::retry).value();
  });
  append(draft::task_requeued(*task, std::nullopt, "retried"));
  return *task;
}

Result<Task> Ledger::apply(const Edit& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  Task* task = find_task(verb.task);
  if (task == nullptr) return refuse::unknown_task(verb.task);
  if (auto allowed = check_edit(verb, *task); !allowed) return std::unexpected(allowed.error());
  change(*task, [&verb](Task& edited) {
    if (verb.priority) edited.priority = *verb.priority;
    if (verb.lane) edited.lane = *verb.lane;
    if (verb.payload) edited.payload = verb.payload;
    if (verb.metadata) edited.metadata = *verb.metadata;
    if (verb.max_attempts) edited.max_attempts = *verb.max_attempts;
    if (verb.run_at) edited.run_at = verb.run_at;
    if (verb.deadline) edited.deadline = verb.deadline;
  });
  append(draft::task_edited(*task));
  return *task;
}

Result<void> Ledger::check_edit(const Edit& verb, const Task& task) {
  if (has_ended(task.status)) return refuse::cannot_edit(task.id, task.status, "it");
  const bool running = task.status == TaskStatus::running;
  if (running && verb.lane) return refuse::cannot_edit(task.id, task.status, "the lane");
  if (running && verb.payload) return refuse::cannot_edit(task.id, task.status, "the payload");
  if (verb.run_at && task.status != TaskStatus::scheduled) {
    return refuse::cannot_edit(task.id, task.status, "run_at");
  }
  if (verb.deadline && *verb.deadline <= now_) return refuse::deadline_passed(task.id);
  const bool alone = lanes_.at(task.lane).live == 1 && !lanes_.at(task.lane).paused;
  const std::size_t others = lanes_.size() - (alone ? 1 : 0);
  if (verb.lane && !lanes_.contains(*verb.lane) && others >= limits::lanes) return refuse::too_many_lanes();
  return {};
}

Result<Task> Ledger::apply(const GetTask& verb) {
  const Task* task = find_task(verb.task);
  if (task == nullptr) return refuse::unknown_task(verb.task);
  return *task;
}

Result<TaskPage> Ledger::apply(const ListTasks& verb) {
  TaskPage page;
  std::size_t examined = 0;
  std::optional<Seq> last;
  // False once the page is full: one more task exists, so there is a next page.
  const auto visit = [&](const TaskId& id) {
    const Task& task = tasks_.at(id);
    if (!is_examined(verb, task)) return true;
    if (page.items.size() == verb.limit || examined == limits::page) {
      page.next = last;
      return false;
    }
    if (matches(verb, task)) page.items.push_back(without_bodies(task));
    ++examined;
    last = task.seq;
    return true;
  };
  if (verb.newest_first) {
    auto at = verb.after ? tasks_by_seq_.lower_bound(*verb.after) : tasks_by_seq_.end();
    for (bool more = true; more && at != tasks_by_seq_.begin();) {
      --at;
      more = visit(at->second);
    }
  } else {
    auto at = verb.after ? tasks_by_seq_.upper_bound(*verb.after) : tasks_by_seq_.begin();
    while (at != tasks_by_seq_.end() && visit(at->second)) ++at;
  }
  return page;
}

Task* Ledger::find_task(const TaskId& id) {
  const auto at = tasks_.find(id);
  return at == tasks_.end() ? nullptr : &at->second;
}

void Ledger::put(const Task& task) {
  tasks_by_seq_[task.seq] = task.id;
  index(tasks_[task.id] = task);
}

void Ledger::index(const Task& task) {
  if (has_ended(task.status)) {
    ended_.set(task.id, task.ended_at);
    if (dependants_.contains(task.id)) unresolved_[task.seq] = task.id;
    return;
  }
  LaneState& lane = lanes_[task.lane];
  ++lane.live;
  if (task.status == TaskStatus::pending) lane.ready[{task.priority, task.place}] = task.id;
  if (task.status == TaskStatus::scheduled) scheduled_.set(task.id, task.run_at);
  if (task.deadline) task_deadlines_.set(task.id, task.deadline);
}

void Ledger::unindex(const Task& task) {
  if (has_ended(task.status)) {
    ended_.set(task.id, std::nullopt);
    unresolved_.erase(task.seq);
    return;
  }
  const auto lane = lanes_.find(task.lane);
  lane->second.ready.erase({task.priority, task.place});
  if (--lane->second.live == 0 && !lane->second.paused) lanes_.erase(lane);
  if (task.status == TaskStatus::scheduled) scheduled_.set(task.id, std::nullopt);
  if (task.deadline) task_deadlines_.set(task.id, std::nullopt);
}

void Ledger::end(Task& task, TaskEvent event, std::optional<Json> error) {
  change(task, [&](Task& ended) {
    ended.status = next(ended.status, event).value();
    ended.holder.reset();
    ended.ended_at = now_;
    if (error) ended.error = std::move(error);
  });
}

void Ledger::requeue(Task& task, TaskEvent event) {
  change(task, [event](Task& waiting) {
    waiting.status = next(waiting.status, event).value();
    waiting.holder.reset();
  });
}

std::uint64_t Ledger::resolve(std::uint64_t budget) {
  std::uint64_t resolved = 0;
  while (resolved < budget && !unresolved_.empty()) {
    const Task& dependency = tasks_.at(unresolved_.begin()->second);
    auto& waiting = dependants_.at(dependency.id);
    const TaskId dependant = waiting.begin()->second;
    waiting.erase(waiting.begin());
    if (waiting.empty()) {
      dependants_.erase(dependency.id);
      unresolved_.erase(dependency.seq);
    }
    if (Task* waiter = find_task(dependant)) resolve_one(dependency, *waiter);
    ++resolved;
  }
  return resolved;
}

void Ledger::resolve_one(const Task& dependency, Task& dependant) {
  if (dependant.status != TaskStatus::blocked) return;
  --dependant.waiting_for;
  const bool failed = dependency.status != TaskStatus::completed;
  if (failed && dependant.on_failed_dependency == DependencyRule::fail_fast) {
    end(dependant, TaskEvent::dependency_failed, rules::failed_dependency(dependency.id, dependency.status));
    append(draft::task_cancelled(dependant, std::nullopt));
    return;
  }
  if (dependant.waiting_for > 0) return;
  const bool early = dependant.run_at && *dependant.run_at > now_;
  requeue(dependant, early ? TaskEvent::unblocked_early : TaskEvent::unblocked);
  if (!early) append(draft::task_requeued(dependant, std::nullopt, "unblocked"));
}

}  // namespace baton::memory
