#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "baton/verb.hpp"

namespace baton::test {

/// The latest few of a kind.
template <class T>
class Recent {
 public:
  void add(T value) {
    items_.push_back(std::move(value));
    if (items_.size() > most) items_.pop_front();
  }
  const std::deque<T>& items() const { return items_; }
  bool empty() const { return items_.empty(); }

 private:
  static constexpr std::size_t most = 16;
  std::deque<T> items_;
};

/// What the clients of a run have learnt from answers, so that later requests make sense, or are stale in a way that
/// once made sense. One thread at a time.
struct Sightings {
  std::map<AgentId, Agent> agents;
  std::map<TaskId, Attempt> tasks;
  Recent<TaskId> ended;  ///< that an operator may retry
  Recent<Fence> fences;
  std::map<LockName, Lock> locks;
  Recent<Lock> old_locks;
  std::map<CorrelationId, Correlation> correlations;
  std::map<std::pair<RecordKind, RecordKey>, Version> records;
  std::map<GroupName, Recent<Position>> delivered;
  std::map<GroupName, Recent<Position>> dead;
  std::map<ThreadId, std::uint64_t> threads;
  Recent<std::string> cursors;
  Recent<std::pair<TaskId, Attempt>> results;
  Recent<Verb> verbs;  ///< that may be repeated word by word
  Position last;
  Seq seq;
  std::uint64_t names = 0;  ///< made so far, so that new ones are new
  std::uint64_t drawn = 0;
  bool freezing = false;  ///< a client is about to freeze, or has frozen, the store

  void learn(const Verb& verb, const Result<Reply>& outcome);

 private:
  friend struct Learning;
  void see(const Agent& agent);
  void see(const Task& task);
  void see(const Grant& grant);
  void see(const Lock& lock);
  void see(const Correlation& correlation) { correlations[correlation.id] = correlation; }
  void see(const Record& record) { records[{record.kind, record.key}] = record.version; }
  void refused(const Verb& verb, const Error& error);
};

}  // namespace baton::test
