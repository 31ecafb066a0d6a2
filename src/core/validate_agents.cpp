#include <algorithm>

#include "core/text_table.hpp"
#include "core/validate.hpp"
#include "core/validate_parts.hpp"

namespace baton {
namespace {

bool is_everything(const Lane& lane) { return lane.str() == "*"; }

void examine_lanes(Check& check, const std::vector<Lane>& lanes) {
  check.count("lanes", lanes.size(), 1, limits::lanes_per_agent);
  for (const Lane& lane : lanes) check.required("lanes", lane);
  if (lanes.size() > 1 && std::ranges::any_of(lanes, is_everything)) {
    check.refuse("lanes has * beside others; * stands for every lane and has to be alone");
  }
  check.unique("lanes", lanes);
}

bool is_for_transition(AgentEvent event) {
  using enum AgentEvent;
  return event == work_started || event == output_ready || event == drain || event == resume || event == agent_failed;
}

std::string arrows_from(AgentState state) {
  std::string names;
  for (std::size_t i = 0; i < agent_events; ++i) {
    const auto event = static_cast<AgentEvent>(i);
    if (!is_for_transition(event) || !next(state, event)) continue;
    if (!names.empty()) names += ", ";
    names += text_of(event);
  }
  return names.empty() ? "none" : names;
}

}  // namespace

void examine(Check& check, const Register& verb) {
  check.required("agent", verb.agent);
  check.required("incarnation", verb.incarnation);
  examine_lanes(check, verb.lanes);
  check.text("version", verb.version);
  check.positive("ttl_us", verb.ttl);
}

void examine(Check& check, const Deregister& verb) {
  check.required("agent", verb.agent);
  check.required("incarnation", verb.incarnation);
}

void examine(Check& check, const Beat& verb) {
  check.required("agent", verb.agent);
  check.required("incarnation", verb.incarnation);
  check.required("task", verb.task);
  if (verb.task) check.required("attempt", verb.attempt);
  if (!verb.task && verb.attempt.value != 0) check.refuse("attempt is given without a task; give both or neither");
  check.positive("ttl_us", verb.ttl);
}

void examine(Check& check, const Transition& verb) {
  check.required("agent", verb.agent);
  check.required("incarnation", verb.incarnation);
  const std::string event(text_of(verb.event));
  const std::string state(text_of(verb.expected));
  if (!is_for_transition(verb.event)) {
    check.refuse("event " + event + " belongs to another verb; allowed from " + state + ": " +
                 arrows_from(verb.expected));
  } else if (!next(verb.expected, verb.event)) {
    check.refuse("there is no arrow " + event + " from " + state +
                 "; allowed from there: " + arrows_from(verb.expected));
  }
}

void examine(Check& check, const GetAgent& verb) { check.required("agent", verb.agent); }

void examine(Check& check, const ListAgents& verb) { check.page("limit", verb.limit); }

}  // namespace baton
