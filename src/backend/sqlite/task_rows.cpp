#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {

Task* Ledger::find_task(const TaskId& id) {
  if (const auto known = tasks_.find(id); known != tasks_.end()) return &known->second->task;
  Rows rows = db_.query(sql::task_find, id);
  if (!rows.next()) return nullptr;
  auto entry = std::make_unique<TaskEntry>();
  read_task(rows, entry->task);
  return &(tasks_[id] = std::move(entry))->task;
}

Task& Ledger::task_at(const TaskId& id) {
  if (Task* task = find_task(id)) return *task;
  db_.report_corrupt("task " + id.str() + " is missing though other rows name it");
  auto& entry = tasks_[id];
  entry = std::make_unique<TaskEntry>();
  entry->task.id = id;
  return entry->task;
}

Task Ledger::whole(Task task) {
  Rows rows = db_.query(sql::task_bodies, task.seq);
  if (rows.next()) {
    rows.into(task.payload, task.metadata, task.depends_on, task.result, task.error, task.progress);
  } else {
    db_.report_corrupt("the body of task " + task.id.str() + " is missing");
  }
  return task;
}

Task Ledger::without_bodies(Task task) {
  Rows rows = db_.query(sql::task_details, task.seq);
  if (rows.next()) rows.into(task.metadata, task.depends_on, task.error, task.progress);
  return task;
}

void Ledger::insert_task(const Task& task) {
  insert_task_row(db_, task);
  db_.run(sql::task_insert_bodies, task.seq, task.payload, task.metadata, task.depends_on);
  if (task.result) db_.run(sql::task_set_result, task.seq, *task.result);
  if (task.error) db_.run(sql::task_set_error, task.seq, *task.error);
  if (task.progress) db_.run(sql::task_set_progress, task.seq, *task.progress);
  index(task);
  auto entry = std::make_unique<TaskEntry>();
  entry->task = task;
  tasks_[task.id] = std::move(entry);
}

void Ledger::touch(const Task& task) { tasks_.at(task.id)->changed = true; }

void Ledger::index(const Task& task) {
  if (has_ended(task.status)) return note_ended(task, true);
  lanes_->add_live(task.lane);
  if (task.status == TaskStatus::pending) {
    lanes_->line_up(task.lane, {.priority = task.priority, .place = task.place, .task = task.id});
  }
}

void Ledger::unindex(const Task& task) {
  if (has_ended(task.status)) return note_ended(task, false);
  if (task.status == TaskStatus::pending) lanes_->leave_line(task.lane, task.priority, task.place);
  lanes_->drop_live(task.lane);
}

void Ledger::delete_task(const Task& task) {
  const TaskId id = task.id;
  db_.run(sql::task_delete, task.seq);
  db_.run(sql::task_delete_bodies, task.seq);
  db_.run(sql::task_delete_outcome, task.seq);
  tasks_.erase(id);
}

void Ledger::reindex(const Task& task, const Spot& before) {
  move_in_line(task, before);
  const bool was_live = !has_ended(before.status);
  const bool is_live = !has_ended(task.status);
  if (was_live && is_live && before.lane == task.lane) return;
  if (is_live) lanes_->add_live(task.lane);
  if (was_live) lanes_->drop_live(before.lane);
  if (was_live != is_live) note_ended(task, !is_live);
}

void Ledger::move_in_line(const Task& task, const Spot& before) {
  const bool was_waiting = before.status == TaskStatus::pending;
  const bool waits = task.status == TaskStatus::pending;
  const bool same_spot = before.lane == task.lane && before.priority == task.priority && before.place == task.place;
  if (was_waiting && waits && same_spot) return;
  if (was_waiting) lanes_->leave_line(before.lane, before.priority, before.place);
  if (waits) lanes_->line_up(task.lane, {.priority = task.priority, .place = task.place, .task = task.id});
}

/// An ended task that others wait for is remembered until all of them have been told.
void Ledger::note_ended(const Task& task, bool ended) {
  if (ended) {
    counters_.unresolved += static_cast<std::uint64_t>(db_.run(sql::dependency_note_ended, task.seq, task.id));
  } else {
    counters_.unresolved -= static_cast<std::uint64_t>(db_.run(sql::dependency_forget_ended, task.seq));
  }
}

void Ledger::set_result(Task& task, const Json& result) {
  task.result = result;
  db_.run(sql::task_set_result, task.seq, result);
}

void Ledger::set_error(Task& task, const Json& error) {
  task.error = error;
  db_.run(sql::task_set_error, task.seq, error);
}

void Ledger::set_progress(Task& task, const Json& progress) {
  task.progress = progress;
  db_.run(sql::task_set_progress, task.seq, progress);
}

}  // namespace baton::sqlite
