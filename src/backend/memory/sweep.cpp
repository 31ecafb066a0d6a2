#include <algorithm>
#include <initializer_list>

#include "backend/memory/ledger.hpp"
#include "core/rules.hpp"

namespace baton::memory {

namespace {

/// Carries out `act` for each key that is due, within the budget; returns for how many.
template <class Key, class Act>
std::uint64_t for_due(const Agenda<Key>& agenda, Time now, std::uint64_t& budget, Act act) {
  std::uint64_t done = 0;
  while (budget > 0) {
    const std::optional<Key> key = agenda.due(now);
    if (!key) break;
    act(*key);
    ++done;
    --budget;
  }
  return done;
}

std::optional<Time> earliest(std::initializer_list<std::optional<Time>> times) {
  std::optional<Time> first;
  for (const auto& time : times) {
    if (time && (!first || *time < *first)) first = time;
  }
  return first;
}

std::optional<Time> later(std::optional<Time> time, Duration by) {
  return time ? std::optional(*time + by) : std::nullopt;
}

}  // namespace

Result<SweepReport> Ledger::apply(const Sweep& verb) {
  SweepReport report;
  std::uint64_t budget = verb.limit;
  sweep_holders(budget, report);
  sweep_tasks(budget, report);
  sweep_expired(verb, budget, report);
  trim(verb, report);
  report.next_due = next_due(verb);
  if (report.events_trimmed == limits::trims_per_sweep * verb.limit) report.next_due = now_;
  return report;
}

void Ledger::sweep_holders(std::uint64_t& budget, SweepReport& report) {
  report.agents_crashed = for_due(agent_deadlines_, now_, budget,
                                  [this](const AgentId& id) { crash(agents_.at(id), AgentEvent::deadline_passed); });
  report.locks_expired =
      for_due(lock_expiries_, now_, budget, [this](const LockName& name) { expire_lock(name, "ttl"); });
  for (; budget > 0; --budget) {
    const std::optional<SessionId> id = session_deadlines_.due(now_);
    if (!id) break;
    if (const auto& bound = session_locks_[*id]; !bound.empty()) {
      expire_lock(LockName(*bound.begin()), "session");
      ++report.locks_expired;
      continue;
    }
    session_locks_.erase(*id);
    session_deadlines_.set(*id, std::nullopt);
    sessions_.erase(*id);
    ++report.sessions_ended;
  }
}

void Ledger::sweep_tasks(std::uint64_t& budget, SweepReport& report) {
  report.deadlines_passed = for_due(task_deadlines_, now_, budget, [this](const TaskId& id) {
    Task& task = tasks_.at(id);
    const std::optional<AgentId> holder = task.holder;
    end(task, TaskEvent::deadline_passed, rules::reason("deadline passed"));
    append(draft::task_failed(task, holder));
  });
  report.tasks_due = for_due(scheduled_, now_, budget, [this](const TaskId& id) {
    requeue(tasks_.at(id), TaskEvent::due);
    append(draft::task_requeued(tasks_.at(id), std::nullopt, "due"));
  });
  report.dependants_resolved = resolve(budget);
  budget -= report.dependants_resolved;
}

void Ledger::sweep_expired(const Sweep& verb, std::uint64_t& budget, SweepReport& report) {
  report.correlations_timed_out =
      for_due(collecting_, now_, budget, [this](const CorrelationId& id) { time_out(correlations_.at(id)); });
  report.dead_letters = for_due(last_deliveries_, now_, budget,
                                [this](const DeliveryId& id) { give_up(groups_.at(id.first), id.second); });
  report.results_expired = for_due(result_expiries_, now_, budget, [this](const ResultKey& key) {
    result_expiries_.set(key, std::nullopt);
    results_.erase(key);
  });
  report.records_expired = for_due(record_expiries_, now_, budget, [this](const RecordId& id) { drop_record(id); });
  report.correlations_expired =
      for_due(correlation_expiries_, now_, budget, [this](const CorrelationId& id) { expire_correlation(id); });
  report.keys_expired = for_due(key_expiries_, now_, budget, [this](const IdempotencyKey& key) {
    key_expiries_.set(key, std::nullopt);
    keys_.erase(key);
  });
  report.tasks_forgotten = for_due(ended_, now_ - verb.forget_tasks_after, budget, [this](const TaskId& id) {
    ended_.set(id, std::nullopt);
    forget(tasks_.at(id));
  });
}

void Ledger::forget(const Task& task) {
  for (const TaskId& dependency : task.depends_on) {
    const auto waiting = dependants_.find(dependency);
    if (waiting == dependants_.end()) continue;
    waiting->second.erase(task.seq);
    if (!waiting->second.empty()) continue;
    dependants_.erase(waiting);
    if (const Task* on = find_task(dependency)) unresolved_.erase(on->seq);
  }
  tasks_by_seq_.erase(task.seq);
  late_.erase(task.id);
  tasks_.erase(TaskId(task.id));
}

void Ledger::trim(const Sweep& verb, SweepReport& report) {
  const std::uint64_t most = limits::trims_per_sweep * verb.limit;
  // Past the hard cap, whatever the groups still need.
  if (events_.size() > verb.max_events) {
    const std::uint64_t excess = std::min<std::uint64_t>(events_.size() - verb.max_events, most);
    trim_to(Position{first_position().value + excess - 1}, report);
  }
  if (events_.size() <= verb.keep_events || report.events_trimmed >= most) return;
  const std::uint64_t excess = std::min<std::uint64_t>(events_.size() - verb.keep_events, most - report.events_trimmed);
  Position last{first_position().value + excess - 1};
  for (const auto& [name, group] : groups_) last = std::min(last, unacknowledged(group));
  trim_to(last, report);
}

void Ledger::trim_to(Position last, SweepReport& report) {
  for (auto& [name, group] : groups_) {
    std::uint64_t lost = 0;
    for (auto at = group.pending.begin(); at != group.pending.end() && at->first <= last;) {
      const auto here = at++;
      if (here->second.event) continue;
      ++lost;
      take_pending(group, here->first);
    }
    if (group.row.cursor < last) {
      lost += last.value - group.row.cursor.value;
      group.row.cursor = last;
    }
    group.row.dropped += lost;
    report.events_dropped += lost;
  }
  while (!events_.empty() && events_.front().position <= last) {
    events_.pop_front();
    ++report.events_trimmed;
  }
}

std::optional<Time> Ledger::next_due(const Sweep& verb) const {
  const std::optional<Time> left_over = unresolved_.empty() ? std::nullopt : std::optional(now_);
  const std::optional<Time> first =
      earliest({agent_deadlines_.first(), lock_expiries_.first(), session_deadlines_.first(), task_deadlines_.first(),
                scheduled_.first(), left_over, collecting_.first(), last_deliveries_.first(), result_expiries_.first(),
                record_expiries_.first(), correlation_expiries_.first(), key_expiries_.first(),
                later(ended_.first(), verb.forget_tasks_after)});
  return first ? std::optional(std::max(*first, now_)) : std::nullopt;
}

}  // namespace baton::memory
