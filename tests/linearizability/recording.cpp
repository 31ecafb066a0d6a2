#include "linearizability/recording.hpp"

#include <algorithm>

namespace baton::test {
namespace {

/// A call that a client of the store may have sent twice by itself, and whose first run the second would not recognise.
bool may_have_run_before(const RecordRules::Call& call) { return call.body && call.expected; }
bool may_have_run_before(const ClaimRules::Call& call) {
  return call.kind == ClaimRules::Kind::complete || call.kind == ClaimRules::Kind::release;
}
bool may_have_run_before(const auto&) { return false; }

bool is_refusal(const AgentRules::Answer& answer) { return answer.conflict; }
bool is_refusal(const auto& answer) { return answer.refused; }

std::string described(const Operation<ClaimRules>& one) { return ClaimRules::describe(one.call, one.answer); }

}  // namespace

ClaimRules::Number Recording::number_of(const std::string& lane, const TaskId& task) {
  const std::lock_guard lock(mutex_);
  auto& numbers = numbers_[lane];
  return numbers.try_emplace(task, static_cast<ClaimRules::Number>(numbers.size() + 1)).first->second;
}

void Recording::saw(const std::string& lane, ClaimRules::Number task, Seq place) {
  const std::lock_guard lock(mutex_);
  places_[lane][place].insert(task);
}

std::vector<std::pair<std::string, TaskId>> Recording::unplaced() const {
  std::vector<std::pair<std::string, TaskId>> all;
  for (const auto& [lane, numbers] : numbers_) {
    std::set<ClaimRules::Number> placed;
    if (const auto known = places_.find(lane); known != places_.end()) {
      for (const auto& [place, tasks] : known->second) placed.insert(tasks.begin(), tasks.end());
    }
    for (const auto& [task, number] : numbers) {
      if (!placed.contains(number)) all.emplace_back(lane, task);
    }
  }
  return all;
}

Recording::Things<ClaimRules> Recording::ranked_lanes(std::vector<std::string>& found) const {
  auto lanes = lanes_;
  for (const auto& [lane, tasks] : missing_) {
    // It cannot have been carried out before the store was asked for it, and so not before any answer.
    std::erase_if(lanes[lane], [&tasks](const auto& one) {
      return one.call.kind == ClaimRules::Kind::submit && !one.answer && tasks.contains(one.call.task);
    });
    for (const auto& one : lanes[lane]) {
      if (tasks.contains(one.call.task)) found.push_back(lane + " has lost what it acknowledged: " + described(one));
    }
  }
  for (const auto& [lane, places] : places_) {
    std::map<ClaimRules::Number, ClaimRules::Number> ranks;
    for (const auto& [place, tasks] : places) {
      if (tasks.size() > 1) found.push_back(lane + ": several tasks have place " + std::to_string(place.value));
      for (const auto task : tasks) ranks.try_emplace(task, static_cast<ClaimRules::Number>(ranks.size() + 1));
    }
    for (auto& operation : lanes[lane]) {
      const auto rank = ranks.find(operation.call.task);
      if (operation.call.kind == ClaimRules::Kind::submit && rank != ranks.end()) operation.call.rank = rank->second;
    }
  }
  return lanes;
}

/// Claims and settles are sent again and again until they are answered, and happen once. A grant and a settlement
/// are that one time. Whoever is told that there is nothing to claim, or is refused, may still be given a task by an earlier
/// try that is late: that try stays open.
bool Recording::belongs_to_a_try(const std::string& lane, const Operation<ClaimRules>& done) {
  const std::lock_guard lock(mutex_);
  auto& history = lanes_[lane];
  const auto open =
      std::ranges::find_if(history, [&done](const auto& one) { return !one.answer && one.call == done.call; });
  if (open == history.end()) return false;
  const bool is_claim = done.call.kind == ClaimRules::Kind::claim;
  if (done.answer && (done.answer->refused || (is_claim && done.answer->task == 0))) return false;
  open->answer = done.answer;
  open->ended = done.ended;
  ++calls_;
  if (!done.answer) ++unanswered_;
  return true;
}

void Recording::keep(const std::string& lane, Operation<ClaimRules> done) {
  if (!repeats_ || !belongs_to_a_try(lane, done)) keep_in(lanes_, lane, std::move(done));
}

template <class Rules>
void Recording::keep_in(Things<Rules>& things, const std::string& thing, Operation<Rules> done) {
  const std::lock_guard lock(mutex_);
  ++calls_;
  if (!done.answer) ++unanswered_;
  auto& history = things[thing];
  if (repeats_ && done.answer && is_refusal(*done.answer) && may_have_run_before(done.call)) {
    history.push_back({.call = done.call, .began = done.began});
  }
  history.push_back(std::move(done));
}

template <class Rules>
void Recording::judge(const Things<Rules>& things, std::vector<std::string>& found) {
  for (const auto& [thing, history] : things) {
    if (!found.empty()) return;
    const Verdict verdict = check<Rules>(history);
    if (verdict.ruling == Ruling::linearizable) continue;
    found.push_back(thing + (verdict.ruling == Ruling::undecided ? " is too hard to judge: " : ": ") + verdict.why);
  }
}

std::vector<std::string> Recording::contradictions() const {
  std::vector<std::string> found;
  judge(agents_, found);
  judge(locks_, found);
  judge(records_, found);
  // Lanes are the hardest: where a contradiction is known, nobody waits for the next.
  if (found.empty()) judge(ranked_lanes(found), found);
  return found;
}

template void Recording::keep_in(Things<LockRules>&, const std::string&, Operation<LockRules>);
template void Recording::keep_in(Things<RecordRules>&, const std::string&, Operation<RecordRules>);
template void Recording::keep_in(Things<AgentRules>&, const std::string&, Operation<AgentRules>);
template void Recording::keep_in(Things<ClaimRules>&, const std::string&, Operation<ClaimRules>);

}  // namespace baton::test
