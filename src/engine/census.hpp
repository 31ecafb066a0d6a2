#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "baton/store.hpp"

namespace baton {

/// How many there are of something, the first few, and the earliest time told with any.
template <class T>
struct Tally {
  static constexpr std::size_t few = 5;

  std::uint64_t count = 0;
  std::vector<T> first;
  std::optional<Time> since;

  void add(T item, Time at) {
    ++count;
    if (first.size() < few) first.push_back(std::move(item));
    if (!since || at < *since) since = at;
  }
};

/// What an agent can do for a task that waits.
enum class Standing : std::uint8_t { idle, busy, draining, quarantined, stale, crashed };

inline constexpr std::size_t standings = 6;

/// As the store would judge at `now`: an agent past its deadline is stale until a sweep declares it crashed.
Standing standing_of(const Agent& agent, Time now);

/// How many agents of each standing.
struct Servers {
  std::array<std::uint64_t, standings> counts{};
  std::optional<Time> first_release;  ///< when the first quarantine ends

  std::uint64_t operator[](Standing standing) const { return counts[static_cast<std::size_t>(standing)]; }
  /// Those that do work, or will when they are free.
  std::uint64_t live() const { return (*this)[Standing::idle] + (*this)[Standing::busy]; }
  void add(Standing standing, const std::optional<Time>& released);
  Servers& operator+=(const Servers& other);
};

/// The agents of a fleet, counted one by one, so that a large fleet needs no more memory than a small one.
class Census {
 public:
  /// Who serves a lane is counted only for `lanes`.
  explicit Census(Time now, std::set<Lane> lanes = {}) : now_(now), lanes_(std::move(lanes)) {}

  void add(const Agent& agent);

  Servers serving(const Lane& lane) const;
  std::uint64_t in(AgentState state) const { return states_[static_cast<std::size_t>(state)]; }
  const Tally<AgentId>& of(Standing standing) const { return standing_[static_cast<std::size_t>(standing)]; }
  /// Agents that crashed too often and are not given work now, whatever else they are.
  const Tally<AgentId>& quarantined() const { return quarantined_; }
  const std::optional<Time>& released_at() const { return released_at_; }

  bool complete = true;  ///< false: the fleet is larger than what was counted

 private:
  Time now_;
  std::set<Lane> lanes_;
  std::array<std::uint64_t, agent_states> states_{};
  std::array<Tally<AgentId>, standings> standing_{};
  Tally<AgentId> quarantined_;
  std::optional<Time> released_at_;
  std::map<Lane, Servers> servers_;
  Servers everywhere_;
};

/// Counts the agents of the store, at most `pages` thousand.
awaitable<Result<Census>> take_census(View<Verbs<ListAgents>> store, Census census, std::uint32_t pages);

}  // namespace baton
