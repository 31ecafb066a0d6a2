#include "linearizability/lock_rules.hpp"

namespace baton::test {

/// Whether it may be the token of the lock that is held; from now on it is.
bool LockRules::learns(State& state, std::uint64_t token) {
  if (state.token != 0) return state.token == token;
  if (token <= state.last) return false;
  state.token = token;
  return true;
}

std::optional<LockRules::State> LockRules::take(State state, const Call& call, const std::optional<Answer>& answer) {
  if (state.owner.empty()) {
    state.owner = call.owner;
    state.token = 0;
    if (!answer) return state;
    const bool fits = answer->yes && answer->owner == call.owner && learns(state, answer->token);
    return fits ? std::optional(state) : std::nullopt;
  }
  if (!answer) return state;
  const bool fits = answer->yes == (state.owner == call.owner) && answer->owner == state.owner;
  return fits && learns(state, answer->token) ? std::optional(state) : std::nullopt;
}

std::optional<LockRules::State> LockRules::apply(State state, const Call& call, const std::optional<Answer>& answer) {
  const bool held = !state.owner.empty();
  if (call.kind == Kind::take) return take(std::move(state), call, answer);
  if (call.kind == Kind::look) {
    if (!answer) return state;
    if (answer->yes != held) return std::nullopt;
    return !held || (answer->owner == state.owner && learns(state, answer->token)) ? std::optional(state)
                                                                                   : std::nullopt;
  }
  const bool ours = held && state.owner == call.owner && learns(state, call.token);
  const bool refused = call.kind == Kind::renew ? !ours : held && !ours;
  if (answer && (answer->yes != ours || answer->refused != refused)) return std::nullopt;
  if (ours && call.kind == Kind::free) {
    state.last = state.token;
    state.owner.clear();
    state.token = 0;
  }
  return state;
}

std::string LockRules::describe(const Call& call, const std::optional<Answer>& answer) {
  constexpr const char* names[] = {"take", "renew", "free", "look"};
  std::string text = names[static_cast<int>(call.kind)];
  if (!call.owner.empty()) text += " by " + call.owner;
  if (call.token != 0) text += " with " + std::to_string(call.token);
  if (!answer) return text + ": no answer";
  if (answer->refused) return text + ": refused";
  text += answer->yes ? ": yes" : ": no";
  return answer->owner.empty() ? text : text + ", " + answer->owner + " has " + std::to_string(answer->token);
}

}  // namespace baton::test
