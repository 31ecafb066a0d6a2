#pragma once

#include <optional>
#include <string>

#include "baton/agents.hpp"

namespace baton::test {

/// One agent without a task, moved by compare-and-set on its state.
struct AgentRules {
  struct Call {
    std::optional<AgentState> expected{};  ///< unset: a read
    AgentEvent event = AgentEvent::drain;
  };
  /// The state after the call, or the one in its way.
  struct Answer {
    bool conflict = false;
    AgentState state = AgentState::idle;
  };
  struct State {
    AgentState state = AgentState::idle;
    std::string key() const { return std::string(to_text(state)); }
  };

  static std::optional<State> apply(State state, const Call& call, const std::optional<Answer>& answer) {
    const bool fits = !call.expected || *call.expected == state.state;
    if (call.expected && fits) state.state = next(state.state, call.event).value_or(state.state);
    if (answer && (answer->conflict == fits || answer->state != state.state)) return std::nullopt;
    return state;
  }
  static std::string describe(const Call& call, const std::optional<Answer>& answer) {
    std::string text =
        call.expected ? std::string(to_text(call.event)) + " if " + std::string(to_text(*call.expected)) : "read";
    if (!answer) return text + ": no answer";
    return text + (answer->conflict ? ": conflict, " : ": ") + std::string(to_text(answer->state));
  }
};

}  // namespace baton::test
