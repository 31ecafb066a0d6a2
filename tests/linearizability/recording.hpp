#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "baton/store.hpp"
#include "linearizability/agent_rules.hpp"
#include "linearizability/checker.hpp"
#include "linearizability/claim_rules.hpp"
#include "linearizability/lock_rules.hpp"
#include "linearizability/record_rules.hpp"

namespace baton::test {

/// What clients of one store did at once, by the thing they did it to: things of different names know nothing of each
/// other, so each has an order of its own.
class Recording {
 public:
  /// `repeats`: the connections break, so that the store's client sends by itself again whatever it may. Then one who is
  /// refused may have been served before: its first message by the store, its second after somebody else had come.
  Recording(std::string name, std::size_t calls, bool repeats)
      : name_(std::move(name)), left_(static_cast<std::int64_t>(calls)), repeats_(repeats) {}

  Moment now() { return ++now_; }
  /// Whether there is one more call to make.
  bool take_turn() { return left_.fetch_sub(1) > 0; }
  /// The same name in another history is another thing.
  std::string own(const std::string& thing) const { return name_ + "-" + thing; }
  ClaimRules::Number number_of(const std::string& lane, const TaskId& task);
  /// The store has told the place of a task.
  void saw(const std::string& lane, ClaimRules::Number task, Seq place);
  /// Tasks of which nobody has told the place so far, each with its lane.
  std::vector<std::pair<std::string, TaskId>> unplaced() const;
  /// When all was over the store did not know this task.
  void missed(const std::string& lane, const TaskId& task) { missing_[lane].insert(number_of(lane, task)); }

  void keep(const std::string& thing, Operation<LockRules> done) { keep_in(locks_, thing, std::move(done)); }
  void keep(const std::string& thing, Operation<RecordRules> done) { keep_in(records_, thing, std::move(done)); }
  void keep(const std::string& thing, Operation<AgentRules> done) { keep_in(agents_, thing, std::move(done)); }
  /// What was tried before without an answer is the same call, from its first try on.
  void keep(const std::string& lane, Operation<ClaimRules> done);

  std::size_t calls() const { return calls_; }
  std::size_t unanswered() const { return unanswered_; }

  /// The first thing of which no order of the calls explains the answers.
  std::vector<std::string> contradictions() const;

 private:
  template <class Rules>
  using Things = std::map<std::string, std::vector<Operation<Rules>>>;

  /// With the submits in the order that the store has told, without those of which it has never heard.
  Things<ClaimRules> ranked_lanes(std::vector<std::string>& found) const;
  bool belongs_to_a_try(const std::string& lane, const Operation<ClaimRules>& done);
  template <class Rules>
  void keep_in(Things<Rules>& things, const std::string& thing, Operation<Rules> done);
  template <class Rules>
  static void judge(const Things<Rules>& things, std::vector<std::string>& found);

  const std::string name_;
  std::atomic<Moment> now_{0};
  std::atomic<std::int64_t> left_;
  const bool repeats_;
  std::mutex mutex_;
  std::map<std::string, std::map<TaskId, ClaimRules::Number>> numbers_;
  std::map<std::string, std::map<Seq, std::set<ClaimRules::Number>>> places_;
  std::map<std::string, std::set<ClaimRules::Number>> missing_;
  std::size_t calls_ = 0;
  std::size_t unanswered_ = 0;
  Things<LockRules> locks_;
  Things<RecordRules> records_;
  Things<AgentRules> agents_;
  Things<ClaimRules> lanes_;
};

/// Lets so many clients loose on the store until the recording has its calls.
void record(const Store& store, Recording& recording, std::size_t clients, std::uint64_t seed);

/// Asks the store, which answers again, for each task of which nobody told the place. Without that the search would have to
/// try with and without each submit that got no answer, at every moment.
void look_for_lost_tasks(const Store& store, Recording& recording);

}  // namespace baton::test
