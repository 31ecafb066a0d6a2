#include "linearizability/claim_rules.hpp"

#include <algorithm>
#include <span>

namespace baton::test {
namespace {

/// The numbers themselves: nobody reads it but the search.
template <class Item>
void append_bytes(std::string& text, const std::vector<Item>& items) {
  static_assert(std::has_unique_object_representations_v<Item>);
  const auto bytes = std::as_bytes(std::span(items));
  text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  text += '|';
}

template <class Item>
Item& at(std::vector<Item>& items, ClaimRules::Number number) {
  if (items.size() <= number) items.resize(number + 1);
  return items[number];
}

}  // namespace

std::string ClaimRules::State::key() const {
  std::string text;
  append_bytes(text, tasks);
  append_bytes(text, agents);
  append_bytes(text, line);
  return text;
}

void ClaimRules::line_up(State& state, Number task) {
  const auto urgency = [&state](Number one) { return std::pair(state.tasks[one].priority, state.tasks[one].place); };
  state.line.insert(std::ranges::upper_bound(state.line, urgency(task), {}, urgency), task);
}

/// The store numbers tasks in the order of their submits. Without that the search would have to try every order of those
/// that got no answer.
bool ClaimRules::is_out_of_turn(const State& state, const Call& call) {
  return call.kind == Kind::submit && call.rank != 0 && call.rank != state.ranked + 1;
}

ClaimRules::Answer ClaimRules::submit(State& state, const Call& call) {
  Task& task = at(state.tasks, call.task);
  if (task.place != 0) return {};
  if (call.rank != 0) state.ranked = call.rank;
  task.priority = call.priority;
  task.place = ++state.places;
  line_up(state, call.task);
  return {};
}

ClaimRules::Answer ClaimRules::claim(State& state, const Call& call) {
  Agent& agent = at(state.agents, call.agent);
  const bool repeated = agent.last_claim == call.claim;
  if (agent.task != 0) {
    if (!repeated) return {.refused = true};
    return {.task = agent.task, .attempt = agent.attempt};
  }
  if (repeated || state.line.empty()) return {};
  const Number first = state.line.front();
  state.line.erase(state.line.begin());
  agent = {.task = first, .attempt = ++state.tasks[first].attempt, .last_claim = call.claim};
  return {.task = agent.task, .attempt = agent.attempt};
}

ClaimRules::Answer ClaimRules::settle(State& state, const Call& call) {
  const auto kind = static_cast<Number>(call.kind);
  Task& task = at(state.tasks, call.task);
  Agent& agent = at(state.agents, call.agent);
  if (agent.task != call.task || agent.attempt != call.attempt) {
    const bool repeated =
        task.settled_by == call.agent && task.settled_attempt == call.attempt && task.settled_kind == kind;
    return {.refused = !repeated};
  }
  agent.task = agent.attempt = 0;
  task.settled_by = call.agent;
  task.settled_attempt = call.attempt;
  task.settled_kind = kind;
  if (call.kind == Kind::release) line_up(state, call.task);
  return {};
}

std::optional<ClaimRules::State> ClaimRules::apply(State state, const Call& call, const std::optional<Answer>& answer) {
  if (is_out_of_turn(state, call)) return std::nullopt;
  Answer ours;
  switch (call.kind) {
    case Kind::submit: ours = submit(state, call); break;
    case Kind::claim: ours = claim(state, call); break;
    case Kind::complete:
    case Kind::release: ours = settle(state, call); break;
  }
  return !answer || *answer == ours ? std::optional(std::move(state)) : std::nullopt;
}

std::string ClaimRules::describe(const Call& call, const std::optional<Answer>& answer) {
  constexpr const char* names[] = {"submit", "claim", "complete", "release"};
  std::string text = names[static_cast<int>(call.kind)];
  if (call.claim != 0) text += " (" + std::to_string(call.claim) + ")";
  if (call.task != 0) text += " task " + std::to_string(call.task);
  if (call.attempt != 0) text += "/" + std::to_string(call.attempt);
  if (call.agent != 0) text += " by agent " + std::to_string(call.agent);
  if (!answer) return text + ": no answer";
  if (answer->refused) return text + ": refused";
  if (answer->task == 0) return text + (call.kind == Kind::claim ? ": nothing" : ": done");
  return text + ": task " + std::to_string(answer->task) + "/" + std::to_string(answer->attempt);
}

}  // namespace baton::test
