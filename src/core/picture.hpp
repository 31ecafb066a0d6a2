#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/exports.hpp"
#include "core/rows.hpp"

namespace baton {

/// What a check remembers of a store's rows: everything that other rows and indexes have to agree with, and nothing of
/// what the rows carry.
struct Picture {
  struct TaskFacts {
    Seq seq;
    Seq place;
    TaskStatus status = TaskStatus::pending;
    std::uint32_t priority = 0;
    std::uint32_t waiting_for = 0;
    Attempt attempt;
    const std::string* lane = nullptr;    ///< in `names`
    const std::string* thread = nullptr;  ///< in `names`; null: none
    const std::string* holder = nullptr;  ///< in `names`; null: none
    const std::string* key = nullptr;     ///< in `names`; null: none
    std::optional<Time> run_at;
    std::optional<Time> deadline;
    std::optional<Time> ended_at;
  };
  struct AgentFacts {
    AgentState state = AgentState::idle;
    Time deadline;
    std::optional<TaskId> task;
    Attempt attempt;
  };
  struct GroupFacts {
    rows::GroupRow row;
    std::uint64_t pending = 0;
    std::uint64_t dead = 0;
  };
  struct DeliveryFacts {
    Time at;
    bool last = false;
  };
  struct ThreadFacts {
    std::uint64_t counted = 0;  ///< messages, by the thread
    std::uint64_t messages = 0;
  };
  struct CorrelationFacts {
    CorrelationStatus status = CorrelationStatus::collecting;
    Time timeout_at;
    std::optional<Time> expires_at;
    std::set<SignalName> missing;  ///< expected and not signalled
    std::uint64_t signals = 0;
  };

  /// One copy of a text that many rows repeat.
  const std::string* name(const std::string& text) { return &*names.insert(text).first; }

  std::unordered_set<std::string> names;
  std::array<std::uint64_t, exports::tables> rows{};
  rows::Meta meta;
  std::map<AgentId, AgentFacts> agents;
  std::unordered_map<TaskId, TaskFacts> tasks;
  std::vector<rows::Dependency> dependencies;
  std::vector<rows::Key> keys;
  std::set<Lane> paused;
  Position first_event;
  Position last_event;
  std::map<GroupName, GroupFacts> groups;
  std::map<std::pair<GroupName, Position>, DeliveryFacts> deliveries;  ///< pending
  std::map<ThreadId, ThreadFacts> threads;
  std::map<SessionId, Time> sessions;
  std::vector<Lock> locks;
  std::vector<std::pair<std::string, Time>> results;  ///< `task attempt`, and the expiry
  std::map<CorrelationId, CorrelationFacts> correlations;
  std::vector<std::pair<std::string, std::optional<Time>>> records;  ///< `kind key`, and the expiry
};

}  // namespace baton
