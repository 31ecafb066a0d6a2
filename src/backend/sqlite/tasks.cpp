#include <limits>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::sqlite {

namespace {

bool matches(const ListTasks& wanted, const Task& task) {
  return (!wanted.status || task.status == *wanted.status) && (!wanted.thread || task.thread == wanted.thread) &&
         (!wanted.lane || task.lane == *wanted.lane) && (!wanted.kind || task.kind == *wanted.kind) &&
         (!wanted.holder || task.holder == wanted.holder) &&
         (!wanted.created_from || task.created_at >= *wanted.created_from) &&
         (!wanted.created_until || task.created_at < *wanted.created_until);
}

/// The tasks that the list examines and one more, which tells whether there is a next page.
Rows examined_tasks(Connection& db, const ListTasks& wanted) {
  const Seq end{wanted.newest_first ? std::numeric_limits<std::uint64_t>::max() : 0};
  const Seq after = wanted.after.value_or(end);
  const std::size_t most = limits::page + 1;
  if (wanted.thread) {
    return db.query(wanted.newest_first ? sql::list_tasks_thread_newest : sql::list_tasks_thread, after, most,
                    *wanted.thread);
  }
  if (wanted.status) {
    return db.query(wanted.newest_first ? sql::list_tasks_status_newest : sql::list_tasks_status, after, most,
                    *wanted.status);
  }
  return db.query(wanted.newest_first ? sql::list_tasks_all_newest : sql::list_tasks_all, after, most);
}

}  // namespace

Result<Task> Ledger::apply(const Cancel& verb) {
  Task* task = find_task(verb.task);
  if (task == nullptr) return refuse::unknown_task(verb.task);
  if (task->status == TaskStatus::cancelled) return whole(*task);
  if (has_ended(task->status)) return refuse::cannot_cancel(verb.task, task->status);
  const std::optional<AgentId> holder = task->holder;
  end(*task, TaskEvent::cancel, rules::reason(verb.reason.empty() ? "cancelled" : verb.reason));
  append(draft::task_cancelled(*task, holder));
  resolve(limits::dependants_per_step);
  return whole(*task);
}

Result<Task> Ledger::apply(const Retry& verb) {
  Task* task = find_task(verb.task);
  if (task == nullptr) return refuse::unknown_task(verb.task);
  if (verb.attempt && task->attempt != *verb.attempt) {
    return refuse::attempt_differs(verb.task, *verb.attempt, task->attempt);
  }
  if (!next(task->status, TaskEvent::retry)) return refuse::cannot_retry(verb.task, task->status);
  if (!lanes_->contains(task->lane) && lanes_->size() >= limits::lanes) return refuse::too_many_lanes();
  counters_.seq = counters_.seq.next();
  change(*task, [this](Task& retried) {
    retried.place = counters_.seq;
    retried.failures = retried.crashes = retried.waiting_for = 0;
    retried.ended_at.reset();
    if (retried.deadline && *retried.deadline <= now_) retried.deadline.reset();
    retried.status = next(retried.status, TaskEvent::retry).value();
  });
  db_.run(sql::task_clear_outcome, task->seq);
  append(draft::task_requeued(*task, std::nullopt, "retried"));
  return whole(*task);
}

Result<Task> Ledger::apply(const Edit& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  Task* task = find_task(verb.task);
  if (task == nullptr) return refuse::unknown_task(verb.task);
  if (auto allowed = check_edit(verb, *task); !allowed) return std::unexpected(allowed.error());
  change(*task, [&verb](Task& edited) {
    if (verb.priority) edited.priority = *verb.priority;
    if (verb.lane) edited.lane = *verb.lane;
    if (verb.max_attempts) edited.max_attempts = *verb.max_attempts;
    if (verb.run_at) edited.run_at = verb.run_at;
    if (verb.deadline) edited.deadline = verb.deadline;
  });
  if (verb.payload) db_.run(sql::task_set_payload, task->seq, *verb.payload);
  if (verb.metadata) db_.run(sql::task_set_metadata, task->seq, *verb.metadata);
  append(draft::task_edited(*task));
  return whole(*task);
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
  const bool alone = lanes_->live(task.lane) == 1 && !lanes_->is_paused(task.lane);
  const std::size_t others = lanes_->size() - (alone ? 1 : 0);
  if (verb.lane && !lanes_->contains(*verb.lane) && others >= limits::lanes) return refuse::too_many_lanes();
  return {};
}

Result<Task> Ledger::apply(const GetTask& verb) {
  const Task* task = find_task(verb.task);
  if (task == nullptr) return refuse::unknown_task(verb.task);
  return whole(*task);
}

Result<TaskPage> Ledger::apply(const ListTasks& verb) {
  TaskPage page;
  std::size_t examined = 0;
  std::optional<Seq> last;
  Rows rows = examined_tasks(db_, verb);
  while (rows.next()) {
    if (page.items.size() == verb.limit || examined == limits::page) {
      page.next = last;
      return page;
    }
    Task task;
    read_task(rows, task);
    last = task.seq;
    ++examined;
    if (matches(verb, task)) page.items.push_back(without_bodies(std::move(task)));
  }
  return page;
}

void Ledger::end(Task& task, TaskEvent event, const Json& error) {
  change(task, [&](Task& ended) {
    ended.status = next(ended.status, event).value_or(ended.status);
    ended.holder.reset();
    ended.ended_at = now_;
  });
  set_error(task, error);
}

void Ledger::requeue(Task& task, TaskEvent event) {
  change(task, [event](Task& waiting) {
    waiting.status = next(waiting.status, event).value_or(waiting.status);
    waiting.holder.reset();
  });
}

std::uint64_t Ledger::resolve(std::uint64_t budget) {
  std::uint64_t resolved = 0;
  while (resolved < budget && counters_.unresolved > 0 && resolve_first()) ++resolved;
  return resolved;
}

/// Tells the first dependant of the first task that has ended. False: the tables failed.
bool Ledger::resolve_first() {
  const TaskId ended = first_key<TaskId>(sql::dependency_first_ended);
  if (db_.failed()) return false;
  const Task& dependency = task_at(ended);
  std::vector<std::pair<Seq, TaskId>> waiting;
  {
    Rows rows = db_.query(sql::dependency_first_dependants, ended);
    while (rows.next()) waiting.emplace_back(rows.as<Seq>(0), rows.as<TaskId>(1));
  }
  if (waiting.size() < 2) note_ended(dependency, false);
  if (waiting.empty()) return !db_.failed();
  db_.run(sql::dependency_remove, ended, waiting.front().first);
  if (Task* dependant = find_task(waiting.front().second)) resolve_one(dependency, *dependant);
  return !db_.failed();
}

void Ledger::resolve_one(const Task& dependency, Task& dependant) {
  if (dependant.status != TaskStatus::blocked) return;
  --dependant.waiting_for;
  touch(dependant);
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

}  // namespace baton::sqlite
