#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace baton::test {

/// One lane: its tasks, and the agents that serve it and nothing else. Tasks, agents and claims have numbers, from 1 on.
struct ClaimRules {
  using Number = std::uint32_t;
  enum class Kind { submit, claim, complete, release };
  struct Call {
    Kind kind;
    Number agent = 0;
    Number claim = 0;
    Number task = 0;
    Number attempt = 0;
    Number priority = 0;
    Number rank = 0;  ///< of a submit, among those whose place the store has told: from 1 on; 0: it has not
    bool operator==(const Call&) const = default;
  };
  /// `refused`: a claim of an agent that is not idle, a settle whose fence is not the current one. The task and attempt
  /// are those of a grant; without a task there was nothing to claim.
  struct Answer {
    bool refused = false;
    Number task = 0;
    Number attempt = 0;
    bool operator==(const Answer&) const = default;
  };
  struct Task {
    Number priority = 0;
    Number place = 0;  ///< 0: nobody has submitted it
    Number attempt = 0;
    Number settled_by = 0;
    Number settled_attempt = 0;
    Number settled_kind = 0;
  };
  struct Agent {
    Number task = 0;
    Number attempt = 0;
    Number last_claim = 0;
  };
  struct State {
    std::vector<Task> tasks{};
    std::vector<Agent> agents{};
    std::vector<Number> line{};  ///< tasks by priority and place
    Number places = 0;
    Number ranked = 0;  ///< submits with a rank so far
    std::string key() const;
  };

  static std::optional<State> apply(State state, const Call& call, const std::optional<Answer>& answer);
  static std::string describe(const Call& call, const std::optional<Answer>& answer);

 private:
  static void line_up(State& state, Number task);
  static bool is_out_of_turn(const State& state, const Call& call);
  static Answer submit(State& state, const Call& call);
  static Answer claim(State& state, const Call& call);
  static Answer settle(State& state, const Call& call);
};

}  // namespace baton::test
