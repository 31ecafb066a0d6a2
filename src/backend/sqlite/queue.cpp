#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"

namespace baton::sqlite {

Result<QueueReport> Ledger::apply(const QueueStats& verb) {
  QueueReport report{.all_paused = counters_.all_paused};
  Rows paused = db_.query(sql::queue_paused, Lane{}, limits::lanes);
  while (paused.next()) report.paused.push_back(paused.as<Lane>(0));
  const Lane lane = verb.after ? verb.after->lane : Lane{};
  const std::int64_t priority = verb.after ? verb.after->priority : -1;
  Rows lines = db_.query(sql::queue_lines, lane, priority, verb.limit + 1);
  while (lines.next()) {
    if (report.lines.size() == verb.limit) {
      report.next = LineRef{report.lines.back().lane, report.lines.back().priority};
      break;
    }
    Line line;
    lines.into(line.lane, line.priority, line.depth, line.oldest);
    report.lines.push_back(std::move(line));
  }
  return report;
}

Result<std::vector<Waiting>> Ledger::apply(const Peek& verb) {
  std::vector<Waiting> waiting;
  Rows rows = db_.query(sql::queue_peek, verb.lane, verb.limit);
  while (rows.next()) {
    Waiting next;
    rows.into(next.task, next.priority, next.place);
    waiting.push_back(next);
  }
  return waiting;
}

Result<Done> Ledger::apply(const SetPaused& verb) {
  if (!verb.lane) {
    if (counters_.all_paused != verb.paused) append(draft::queue_paused(verb.lane, verb.paused));
    counters_.all_paused = verb.paused;
    return Done{};
  }
  if (lanes_->is_paused(*verb.lane) == verb.paused) return Done{};
  if (!lanes_->contains(*verb.lane) && lanes_->size() >= limits::lanes) return refuse::too_many_lanes();
  lanes_->set_paused(*verb.lane, verb.paused);
  append(draft::queue_paused(verb.lane, verb.paused));
  return Done{};
}

}  // namespace baton::sqlite
