#include <algorithm>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/rules.hpp"

namespace baton::sqlite {

namespace {

/// A key of two columns.
template <class First, class Second>
struct Pair {
  First first;
  Second second;
};

template <class Key>
void read_key(Rows& rows, Key& key) {
  rows.into(key);
}
template <class First, class Second>
void read_key(Rows& rows, Pair<First, Second>& key) {
  rows.into(key.first, key.second);
}

}  // namespace

/// Carries out `act` for each key that is due, in the order of time and key, within the budget; returns for how many.
/// `act` takes the key out of the index that the query walks.
template <class Key, class Act>
std::uint64_t Ledger::for_due(std::string_view sql, Time until, std::uint64_t& budget, Act act) {
  std::uint64_t done = 0;
  while (budget > 0) {
    Key key{};
    {
      Rows rows = db_.query(sql, until);
      if (!rows.next()) break;
      read_key(rows, key);
    }
    act(key);
    flush();
    ++done;
    --budget;
  }
  return done;
}

Result<SweepReport> Ledger::apply(const Sweep& verb) {
  SweepReport report;
  std::uint64_t budget = verb.limit;
  sweep_holders(budget, report);
  sweep_tasks(budget, report);
  sweep_joint_work(budget, report);
  sweep_expired(verb, budget, report);
  trim(verb, report);
  report.next_due = next_due(verb);
  if (report.events_trimmed == limits::trims_per_sweep * verb.limit) report.next_due = now_;
  return report;
}

void Ledger::sweep_holders(std::uint64_t& budget, SweepReport& report) {
  report.agents_crashed = for_due<AgentId>(sql::sweep_agents, now_, budget, [this](const AgentId& id) {
    if (Agent* agent = find_agent(id)) crash(*agent, AgentEvent::deadline_passed);
  });
  report.locks_expired = for_due<LockName>(sql::sweep_locks, now_, budget, [this](const LockName& name) {
    if (const auto lock = find_lock(name)) expire_lock(*lock, "ttl");
  });
  sweep_sessions(budget, report);
}

/// Each lock that is freed counts, and so does each session; a session stays until its last lock is free.
void Ledger::sweep_sessions(std::uint64_t& budget, SweepReport& report) {
  while (budget > 0) {
    SessionId id;
    {
      Rows rows = db_.query(sql::sweep_sessions, now_);
      if (!rows.next()) return;
      rows.into(id);
    }
    const std::uint64_t freed = expire_session_locks(id, budget);
    report.locks_expired += freed;
    budget -= freed;
    if (budget == 0) return;
    db_.run(sql::session_drop, id);
    ++report.sessions_ended;
    --budget;
  }
}

void Ledger::sweep_tasks(std::uint64_t& budget, SweepReport& report) {
  report.deadlines_passed = for_due<TaskId>(sql::sweep_deadlines, now_, budget, [this](const TaskId& id) {
    Task& task = task_at(id);
    const std::optional<AgentId> holder = task.holder;
    end(task, TaskEvent::deadline_passed, rules::reason("deadline passed"));
    append(draft::task_failed(task, holder));
  });
  report.tasks_due = for_due<TaskId>(sql::sweep_scheduled, now_, budget, [this](const TaskId& id) {
    Task& task = task_at(id);
    requeue(task, TaskEvent::due);
    append(draft::task_requeued(task, std::nullopt, "due"));
  });
  report.dependants_resolved = resolve(budget);
  budget -= report.dependants_resolved;
  flush();
}

void Ledger::sweep_joint_work(std::uint64_t& budget, SweepReport& report) {
  using DeliveryId = Pair<GroupName, Position>;
  report.correlations_timed_out =
      for_due<CorrelationId>(sql::sweep_collecting, now_, budget, [this](const CorrelationId& id) {
        auto correlation = find_correlation(id);
        if (!correlation) return;
        time_out(*correlation);
        put_correlation(*correlation);
      });
  report.dead_letters = for_due<DeliveryId>(sql::sweep_deliveries, now_, budget, [this](const DeliveryId& id) {
    auto group = find_group(id.first);
    auto row = find_delivery(id.first, false, id.second);
    if (!group || !row) return db_.report_corrupt("a delivery without its group");
    give_up(*group, *std::move(row));
    save_group(*group);
  });
}

void Ledger::sweep_expired(const Sweep& verb, std::uint64_t& budget, SweepReport& report) {
  using ResultKey = Pair<TaskId, Attempt>;
  using RecordId = Pair<RecordKind, RecordKey>;
  report.results_expired = for_due<ResultKey>(sql::sweep_results, now_, budget, [this](const ResultKey& key) {
    db_.run(sql::result_drop, key.first, key.second);
  });
  report.records_expired = for_due<RecordId>(
      sql::sweep_records, now_, budget, [this](const RecordId& id) { db_.run(sql::record_drop, id.first, id.second); });
  report.correlations_expired = for_due<CorrelationId>(sql::sweep_correlations, now_, budget,
                                                       [this](const CorrelationId& id) { expire_correlation(id); });
  report.keys_expired = for_due<IdempotencyKey>(sql::sweep_keys, now_, budget,
                                                [this](const IdempotencyKey& key) { db_.run(sql::key_drop, key); });
  report.tasks_forgotten = for_due<TaskId>(sql::sweep_ended, now_ - verb.forget_tasks_after, budget,
                                           [this](const TaskId& id) { forget_task(id); });
}

void Ledger::forget_task(const TaskId& id) {
  const Task task = without_bodies(task_at(id));
  for (const TaskId& dependency : task.depends_on) {
    const bool waited = db_.run(sql::dependency_remove, dependency, task.seq) > 0;
    if (!waited || counters_.unresolved == 0) continue;
    counters_.unresolved -= static_cast<std::uint64_t>(db_.run(sql::dependency_forget_told, dependency));
  }
  db_.run(sql::late_result_drop, id);
  delete_task(task);
}

std::optional<Time> Ledger::next_due(const Sweep& verb) {
  std::optional<Time> first = counters_.unresolved > 0 ? std::optional(now_) : std::nullopt;
  Rows rows = db_.query(sql::sweep_next);
  if (!rows.next()) return std::nullopt;
  const int ended = rows.row().columns() - 1;
  for (int column = 0; column <= ended; ++column) {
    auto at = rows.as<std::optional<Time>>(column);
    if (at && column == ended) *at += verb.forget_tasks_after;
    if (at && (!first || *at < *first)) first = at;
  }
  return first ? std::optional(std::max(*first, now_)) : std::nullopt;
}

}  // namespace baton::sqlite
