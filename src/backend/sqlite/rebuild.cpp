#include "backend/sqlite/rebuild.hpp"

#include <optional>
#include <vector>

#include "backend/sqlite/codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "baton/tasks.hpp"
#include "core/rules.hpp"

namespace baton::sqlite {
namespace {

struct Blocked {
  Seq seq;
  TaskId id;
  std::optional<Time> run_at;
  std::vector<TaskId> depends_on;
};

std::vector<Blocked> blocked_tasks(Connection& db) {
  std::vector<Blocked> tasks;
  Rows rows = db.query(sql::rebuild_blocked);
  while (rows.next()) {
    Blocked& task = tasks.emplace_back();
    rows.into(task.seq, task.id, task.run_at, task.depends_on);
  }
  return tasks;
}

std::optional<TaskStatus> status_of(Connection& db, const TaskId& id) {
  Rows rows = db.query(sql::rebuild_status_of, id);
  return rows.next() ? std::optional(rows.as<TaskStatus>(0)) : std::nullopt;
}

/// A dependency that completed has been told; one that failed is told again, which changes nothing twice.
void rebuild_dependencies(Connection& db, const Blocked& task) {
  std::uint32_t waiting = 0;
  bool lost = false;
  for (const TaskId& dependency : task.depends_on) {
    const auto status = status_of(db, dependency);
    lost |= !status;
    if (!status || *status == TaskStatus::completed) continue;
    db.run(sql::dependency_add, dependency, task.seq, task.id);
    ++waiting;
  }
  if (lost) {
    db.run(sql::rebuild_cancel, task.seq);
    db.run(sql::task_set_error, task.seq, rules::reason("a dependency was lost when a damaged store was salvaged"));
    return;
  }
  const TaskStatus unblocked = task.run_at ? TaskStatus::scheduled : TaskStatus::pending;
  db.run(sql::rebuild_set_waiting, task.seq, waiting > 0 ? TaskStatus::blocked : unblocked, waiting);
}

}  // namespace

Result<void> rebuild(Connection& db) {
  if (auto repaired = db.script(sql::rebuild_repair); !repaired) return repaired;
  db.run(sql::rebuild_drop_dependencies);
  for (const Blocked& task : blocked_tasks(db)) rebuild_dependencies(db, task);
  if (auto failure = db.take_failure()) return std::unexpected(*std::move(failure));
  return db.script(sql::rebuild_indexes);
}

}  // namespace baton::sqlite
