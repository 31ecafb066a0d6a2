#pragma once

#include <string>
#include <utility>

#include "baton/store.hpp"

namespace baton {

/// Applies events to agents as whoever looks at them would: reads the state, asks `next` what follows, and sets it if
/// nobody was first. Cheap to copy; thread-safe.
class Machine {
 public:
  using Agents = View<Verbs<GetAgent, Transition>>;

  explicit Machine(Agents agents) : agents_(std::move(agents)) {}

  /// The agent after the event. Takes what Transition takes.
  /// conflict{expected, actual}: somebody else changed the agent between the look and the step: healthy concurrency, look
  /// again if it still matters. stale_fence: another incarnation took over in between. not_found: unknown agent.
  /// invalid: no agent id, or an event that nothing follows in that state.
  awaitable<Result<Agent>> apply_event(AgentId agent, AgentEvent event) const;
  awaitable<Result<Agent>> apply_event(std::string agent, AgentEvent event) const;

 private:
  static awaitable<Result<Agent>> apply(Agents agents, AgentId agent, AgentEvent event);
  static awaitable<Result<Agent>> apply_named(Agents agents, std::string agent, AgentEvent event);

  Agents agents_;
};

}  // namespace baton
