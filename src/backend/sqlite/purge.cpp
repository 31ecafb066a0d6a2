#include <algorithm>
#include <limits>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"

namespace baton::sqlite {

namespace {

constexpr Position everything{std::numeric_limits<std::int64_t>::max()};

using Payloads = std::vector<std::pair<Position, Json>>;

/// Without their words; only those that had some.
Payloads shortened(Rows rows) {
  Payloads all;
  while (rows.next()) {
    const auto payload = rows.as<Json>(1);
    Json without = draft::without_words(payload);
    if (without != payload) all.emplace_back(rows.as<Position>(0), std::move(without));
  }
  return all;
}

}  // namespace

Result<Purged> Ledger::apply(const PurgeTask& verb) {
  const Task* task = find_task(verb.task);
  if (task != nullptr && !has_ended(task->status)) return refuse::cannot_purge(verb.task, task->status);
  const bool results_left = db_.run(sql::purge_results, verb.task, verb.limit) == std::int64_t{verb.limit};
  if (results_left) return Purged{.more = true, .after = verb.after};
  if (task != nullptr && is_unresolved(*task)) {
    resolve(limits::dependants_per_step);
    if (is_unresolved(*task)) return Purged{.more = true, .after = verb.after};
  }
  const Position upto = end_of_stretch(verb);
  silence(verb, upto);
  if (upto != everything) return Purged{.more = true, .after = upto};
  if (task == nullptr) return Purged{};
  if (task->idempotency_key) db_.run(sql::purge_key, *task->idempotency_key, verb.task);
  flush();
  forget_task(verb.task);
  append(draft::task_purged(verb.task));
  return Purged{.removed = true};
}

bool Ledger::is_unresolved(const Task& task) {
  return counters_.unresolved > 0 && first_key<Seq>(sql::purge_is_unresolved, task.seq) == task.seq;
}

/// Where a call has to stop, or `everything`: it reaches the end of the log.
Position Ledger::end_of_stretch(const PurgeTask& verb) {
  const std::uint32_t others = verb.limit - 1;
  Position upto = everything;
  const auto lower = [&upto](Position position) {
    if (position.value > 0) upto = std::min(upto, position);
  };
  lower(first_key<Position>(sql::purge_last_event, verb.after, others));
  for (const GroupState& group : all_groups()) {
    for (const bool dead : {false, true}) {
      lower(first_key<Position>(sql::purge_last_delivery, group.row.name, dead, verb.after, others));
    }
  }
  return upto;
}

/// Takes the words out of the task's events, and out of the copies that deliveries keep.
void Ledger::silence(const PurgeTask& verb, Position upto) {
  log_change_.rewritten = true;
  for (const auto& [position, payload] : shortened(db_.query(sql::purge_events, verb.after, upto, verb.task))) {
    db_.run(sql::purge_set_event, position, payload);
  }
  for (const GroupState& group : all_groups()) {
    for (const bool dead : {false, true}) {
      const auto& name = group.row.name;
      for (const auto& [position, payload] :
           shortened(db_.query(sql::purge_copies, name, dead, verb.after, upto, verb.task))) {
        db_.run(sql::purge_set_copy, name, dead, position, payload);
      }
    }
  }
}

Result<Purged> Ledger::apply(const PurgeThread& verb) {
  const auto thread = find_thread(verb.thread);
  if (!thread) return Purged{};
  const std::uint64_t left = thread->messages > verb.limit ? thread->messages - verb.limit : 0;
  db_.run(sql::purge_messages, verb.thread, left);
  if (left > 0) {
    db_.run(sql::thread_count, verb.thread, left, now_);
    return Purged{.more = true};
  }
  db_.run(sql::purge_thread, verb.thread);
  append(draft::thread_purged(verb.thread));
  return Purged{.removed = true};
}

Result<Purged> Ledger::apply(const PurgeCorrelation& verb) {
  if (!find_correlation(verb.id)) return Purged{};
  drop_correlation(verb.id);
  append(draft::correlation_purged(verb.id));
  return Purged{.removed = true};
}

}  // namespace baton::sqlite
