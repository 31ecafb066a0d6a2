#include "linearizability/record_rules.hpp"

namespace baton::test {

std::optional<RecordRules::State> RecordRules::apply(State state, const Call& call,
                                                     const std::optional<Answer>& answer) {
  bool refused = false;
  if (!call.body) {
    refused = state.version == 0;
  } else if (!call.expected || *call.expected == state.version) {
    state = {.version = state.version + 1, .body = *call.body};
  } else {
    const bool repeated = state.version == *call.expected + 1 && state.body == *call.body;
    refused = !repeated;
  }
  if (!answer) return state;
  const bool fits =
      answer->refused == refused && answer->version == state.version && (refused || answer->body == state.body);
  return fits ? std::optional(state) : std::nullopt;
}

std::string RecordRules::describe(const Call& call, const std::optional<Answer>& answer) {
  std::string text = call.body ? "write " + *call.body : "read";
  if (call.expected) text += " over version " + std::to_string(*call.expected);
  if (!answer) return text + ": no answer";
  return text + (answer->refused ? ": refused, " : ": ") + "version " + std::to_string(answer->version) + " " +
         answer->body;
}

}  // namespace baton::test
