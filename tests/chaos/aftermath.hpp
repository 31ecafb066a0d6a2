#pragma once

#include <map>
#include <string>
#include <vector>

#include "baton/blocking.hpp"

namespace baton::test {

/// When an agent was killed, by the store's clock.
struct Killing {
  AgentId agent;
  Time at;
};

/// The whole log, and what it says about each task.
class Aftermath {
 public:
  explicit Aftermath(BlockingStore& store);

  /// Every task has ended, and once.
  std::vector<std::string> ends_wrong(const std::vector<TaskId>& tasks) const;
  /// `done TASK ATTEMPT`, as agents told: each is the one completion that the log has of the task.
  std::vector<std::string> contradictions(const std::vector<std::string>& told) const;
  /// What the killed held is in other hands or has ended within that time.
  std::vector<std::string> waits(const std::vector<Killing>& killings, Duration at_most) const;
  /// Of how many tasks the holders were killed.
  std::size_t orphans(const std::vector<Killing>& killings) const;

 private:
  /// Where the killed agent's hold on a task begins in the task's history, if it held one.
  std::optional<std::pair<TaskId, std::size_t>> held_by(const Killing& killing) const;

  std::map<TaskId, std::vector<Event>> histories_;
};

}  // namespace baton::test
