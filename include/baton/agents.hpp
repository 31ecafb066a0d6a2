#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton {

enum class AgentState : std::uint8_t { idle, assigned, working, reporting, draining, crashed };

enum class AgentEvent : std::uint8_t {
  registered,     ///< with a new incarnation
  task_assigned,  ///< pushed by a supervisor
  task_claimed,   ///< pulled by the agent
  work_started,   ///< its claim of a pushed task, or its first progress
  output_ready,
  task_settled,  ///< complete, fail, release, decline; also of a cancelled task
  drain,
  resume,  ///< allowed only without a task, which the store checks
  deadline_passed,
  agent_failed,
};

inline constexpr std::size_t agent_states = 6;
inline constexpr std::size_t agent_events = 10;

/// What may follow what, for agents. Nothing else in the program decides it.
constexpr std::optional<AgentState> next(AgentState state, AgentEvent event) {
  using enum AgentState;
  const bool holding = state == assigned || state == working || state == reporting;
  switch (event) {
    case AgentEvent::registered: return idle;
    case AgentEvent::task_assigned: return state == idle ? std::optional(assigned) : std::nullopt;
    case AgentEvent::task_claimed: return state == idle ? std::optional(working) : std::nullopt;
    case AgentEvent::work_started: return state == assigned ? std::optional(working) : std::nullopt;
    case AgentEvent::output_ready: return state == working ? std::optional(reporting) : std::nullopt;
    case AgentEvent::task_settled:
      if (holding) return idle;
      return state == draining ? std::optional(draining) : std::nullopt;
    case AgentEvent::drain: return holding || state == idle ? std::optional(draining) : std::nullopt;
    case AgentEvent::resume: return state == draining ? std::optional(idle) : std::nullopt;
    case AgentEvent::deadline_passed:
    case AgentEvent::agent_failed: return state == crashed ? std::nullopt : std::optional(crashed);
  }
  return std::nullopt;
}

std::string_view to_text(AgentState state);
std::optional<AgentState> parse_agent_state(std::string_view text);
std::string_view to_text(AgentEvent event);
std::optional<AgentEvent> parse_agent_event(std::string_view text);

/// A worker, holding at most one task.
struct Agent {
  AgentId id;
  AgentState state = AgentState::idle;
  Incarnation incarnation;
  Time deadline;  ///< liveness and lease in one: past it, sweep declares the agent crashed
  std::optional<TaskId> current_task;
  Attempt attempt;  ///< of the current task; 0 without one
  std::vector<Lane> lanes;
  std::string version;
  Json metadata;
  std::optional<Time> claims_from;  ///< set while quarantined or on probation: no task is given to it before this
  std::vector<Time> crashes;        ///< those of the last minute, oldest first, at most six
  ClaimId last_claim;
  Time registered_at;

  bool operator==(const Agent&) const = default;
};

/// Makes the agent known, idle and live until now + ttl. One atomic step with its event.
/// The same incarnation again changes nothing and returns the agent as it is. A new incarnation replaces the old
/// one: a task it held is requeued with crashes + 1 and the locks bound to the agent are freed.
/// stale_fence: this incarnation was declared crashed; come back with a new one.
/// Bound: 64 lanes; the lane `*` alone stands for every lane but the reserved ones.
struct Register {
  using Reply = Agent;
  AgentId agent;
  Incarnation incarnation;
  std::vector<Lane> lanes;
  std::string version{};
  Json metadata{};
  Duration ttl = std::chrono::seconds{30};

  bool operator==(const Register&) const = default;
};

/// Removes the agent; a task it held goes back to its place as if released, locks bound to it are freed.
/// `incarnation` unset: an operator removes whatever is there. Returns whether there was one, so a repeat says false.
/// stale_fence: another incarnation has taken over.
struct Deregister {
  using Reply = bool;
  AgentId agent;
  std::optional<Incarnation> incarnation{};

  bool operator==(const Deregister&) const = default;
};

/// What a beat tells its agent.
struct Orders {
  Time deadline;
  std::optional<Fence> grant;   ///< the agent holds this task and did not name it: claim to fetch it
  std::optional<Fence> cancel;  ///< the work on this task no longer counts: stop, then settle to be freed
  bool drain = false;           ///< take no more work

  bool operator==(const Orders&) const = default;
};

/// Proves the agent alive: its deadline becomes at least now + ttl.
/// Renews only the fence it names: naming no task while holding one changes nothing and returns the grant.
/// not_found: never registered. stale_fence: not the current incarnation, task or attempt, or crashed.
/// Not an event. A repeat is another beat.
struct Beat {
  using Reply = Orders;
  AgentId agent;
  Incarnation incarnation;
  std::optional<TaskId> task{};
  Attempt attempt{};
  Duration ttl = std::chrono::seconds{30};

  bool operator==(const Beat&) const = default;
};

/// The compare-and-set: applies `event` if the agent is in state `expected`, in one atomic step with its event.
/// Takes work_started, output_ready, drain, resume and agent_failed; the other arrows belong to register, claim,
/// settle and sweep. agent_failed also requeues the task held (crashes + 1) and frees the locks bound to the agent.
/// conflict{expected, actual}: somebody else was first, or resume while a task is held. invalid: no such arrow.
/// not_found: unknown agent. stale_fence: `incarnation` is given and not current.
/// A repeat finds the state it made and answers conflict with that state as actual.
struct Transition {
  using Reply = Agent;
  AgentId agent;
  AgentState expected = AgentState::idle;
  AgentEvent event = AgentEvent::drain;
  std::optional<Incarnation> incarnation{};

  bool operator==(const Transition&) const = default;
};

/// not_found: unknown agent.
struct GetAgent {
  using Reply = Agent;
  AgentId agent;

  bool operator==(const GetAgent&) const = default;
};

struct AgentPage {
  std::vector<Agent> items;
  std::optional<AgentId> next;  ///< pass as `after` to go on; unset: the end

  bool operator==(const AgentPage&) const = default;
};

/// Agents by id, optionally in one state. Examines at most `limit` (1–1000) agents, so a short page is not the end.
struct ListAgents {
  using Reply = AgentPage;
  std::optional<AgentState> state{};
  AgentId after{};
  std::uint32_t limit = 100;

  bool operator==(const ListAgents&) const = default;
};

}  // namespace baton
