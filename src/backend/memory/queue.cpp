#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"

namespace baton::memory {

Result<QueueReport> Ledger::apply(const QueueStats& verb) {
  QueueReport report{.all_paused = all_paused_};
  for (const auto& [name, lane] : lanes_) {
    if (lane.paused) report.paused.push_back(name);
  }
  const LineRef after = verb.after.value_or(LineRef{});
  for (auto lane = lanes_.lower_bound(after.lane); lane != lanes_.end(); ++lane) {
    const auto& ready = lane->second.ready;
    const bool resumes = verb.after && lane->first == after.lane;
    auto line = resumes ? ready.lower_bound({after.priority + 1, Seq{}}) : ready.begin();
    while (line != ready.end()) {
      if (report.lines.size() == verb.limit) {
        report.next = LineRef{report.lines.back().lane, report.lines.back().priority};
        return report;
      }
      const std::uint32_t priority = line->first.first;
      const auto end = ready.lower_bound({priority + 1, Seq{}});
      report.lines.push_back({.lane = lane->first,
                              .priority = priority,
                              .depth = static_cast<std::uint64_t>(std::distance(line, end)),
                              .oldest = tasks_.at(line->second).created_at});
      line = end;
    }
  }
  return report;
}

Result<std::vector<Waiting>> Ledger::apply(const Peek& verb) {
  std::vector<Waiting> waiting;
  const auto lane = lanes_.find(verb.lane);
  if (lane == lanes_.end()) return waiting;
  for (const auto& [rank, task] : lane->second.ready) {
    if (waiting.size() == verb.limit) break;
    waiting.push_back({.task = task, .priority = rank.first, .place = rank.second});
  }
  return waiting;
}

Result<Done> Ledger::apply(const SetPaused& verb) {
  if (!verb.lane) {
    if (all_paused_ != verb.paused) append(draft::queue_paused(verb.lane, verb.paused));
    all_paused_ = verb.paused;
    return Done{};
  }
  const auto known = lanes_.find(*verb.lane);
  const bool was_paused = known != lanes_.end() && known->second.paused;
  if (was_paused == verb.paused) return Done{};
  if (known == lanes_.end() && lanes_.size() >= limits::lanes) return refuse::too_many_lanes();
  LaneState& lane = lanes_[*verb.lane];
  lane.paused = verb.paused;
  if (lane.live == 0 && !lane.paused) lanes_.erase(*verb.lane);
  append(draft::queue_paused(verb.lane, verb.paused));
  return Done{};
}

}  // namespace baton::memory
