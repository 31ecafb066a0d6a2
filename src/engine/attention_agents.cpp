#include "engine/attention_rules.hpp"
#include "engine/phrases.hpp"

// The rules about agents and the lanes they serve.

namespace baton::judges {

namespace {

/// One item for all of them.
template <class Tell>
Findings about_agents(const Tally<AgentId>& agents, const Situation& situation, Tell tell) {
  if (agents.count == 0) return {};
  AttentionItem item{.subject = agents.first.front(),
                     .count = agents.count,
                     .at_least = !situation.agents.complete,
                     .since = agents.since};
  const std::string first = "Agent " + agents.first.front().str();
  if (agents.count == 1) {
    item.sentence = first + " " + tell(false);
  } else {
    item.examples.assign(agents.first.begin(), agents.first.end());
    item.sentence = phrase::counted(agents.count, "agent") + " " + tell(true);
  }
  return {std::move(item)};
}

std::string ago(const Situation& situation, const std::optional<Time>& since) {
  return since ? phrase::span(situation.now() - *since) + " ago" : "some time ago";
}

/// What is known of agents that serve the lane and cannot take its tasks.
std::string excuse_of(const Servers& servers) {
  std::string text;
  const auto add = [&](Standing standing, std::string_view word) {
    if (servers[standing] == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(servers[standing]) + " " + std::string(word);
  };
  add(Standing::draining, "draining");
  add(Standing::quarantined, "quarantined");
  add(Standing::stale, "stale");
  add(Standing::crashed, "crashed");
  return text.empty() ? "no agent serves it" : "of those that serve it " + text;
}

}  // namespace

Findings agent_stale(const Situation& situation, const AttentionOptions& /*options*/) {
  const auto& stale = situation.agents.of(Standing::stale);
  return about_agents(stale, situation, [&](bool many) {
    return std::string(many ? "have" : "has") + " not been heard of in time" + (many ? ", the first of them" : "") +
           " since " + ago(situation, stale.since) + ", and no sweep has taken notice: is a supervisor running?";
  });
}

Findings agent_quarantined(const Situation& situation, const AttentionOptions& /*options*/) {
  const auto& agents = situation.agents;
  return about_agents(agents.quarantined(), situation, [&](bool many) {
    return "crashed too often and " + std::string(many ? "are" : "is") + " given no task before " +
           to_text(*agents.released_at()) + (many ? ", when the first of them is tried again" : "");
  });
}

Findings agent_crashed(const Situation& situation, const AttentionOptions& /*options*/) {
  const auto& crashed = situation.agents.of(Standing::crashed);
  return about_agents(crashed, situation, [&](bool many) {
    return "crashed" + std::string(many ? ", the first of them " : " ") + ago(situation, crashed.since) + ", and " +
           (many ? "have" : "has") + " not come back";
  });
}

Findings all_paused(const Situation& situation, const AttentionOptions& /*options*/) {
  if (!situation.queue.all_paused) return {};
  AttentionItem item{.subject = WholeStore{}, .count = 0};
  for (const auto& [lane, line] : situation.queue.lanes) item.count += line.depth;
  item.sentence = "All lanes are paused: " + phrase::counted(item.count, "task") + " will not be given to anybody";
  return {std::move(item)};
}

Findings lane_paused(const Situation& situation, const AttentionOptions& /*options*/) {
  Findings found;
  for (const Lane& lane : situation.queue.paused) {
    const auto line = situation.queue.lanes.find(lane);
    AttentionItem item{.subject = lane, .count = line == situation.queue.lanes.end() ? 0 : line->second.depth};
    item.sentence = "Lane " + lane.str() + " is paused: " + phrase::counted(item.count, "task") + " in it";
    found.push_back(std::move(item));
  }
  return found;
}

Findings lane_unserved(const Situation& situation, const AttentionOptions& /*options*/) {
  // In a fleet too large to be counted whole, somebody may serve it.
  if (!situation.agents.complete) return {};
  Findings found;
  for (const auto& [lane, line] : situation.queue.lanes) {
    const Servers servers = situation.agents.serving(lane);
    if (servers.live() > 0) continue;
    AttentionItem item{.subject = lane, .count = line.depth, .since = line.oldest};
    item.sentence = phrase::counted(line.depth, "task") + " in lane " + lane.str() +
                    " can be done by nobody: " + excuse_of(servers);
    found.push_back(std::move(item));
  }
  return found;
}

}  // namespace baton::judges
