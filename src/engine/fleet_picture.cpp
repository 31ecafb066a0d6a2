#include "engine/fleet_picture.hpp"

#include <algorithm>

namespace baton {

namespace {

const Lane& every_lane() {
  static const Lane every = Lane::of("*");
  return every;
}

}  // namespace

void FleetPicture::add(const Agent& agent) {
  remove(agent.id);
  if (agent.state == AgentState::crashed) return;
  Member& member = members_[agent.id];
  member.incarnation = agent.incarnation;
  member.lanes = agent.lanes;
  member.vetted = true;
  change(agent.id, standing_of(agent.state), agent.claims_from.value_or(Time{}));
}

FleetPicture::Standing FleetPicture::standing_of(AgentState state) {
  if (state == AgentState::idle) return Standing::idle;
  return state == AgentState::draining ? Standing::draining : Standing::busy;
}

void FleetPicture::add(const QueueReport& report) {
  for (const Line& line : report.lines) lines_[line.lane].tasks += line.depth;
  paused_.insert(report.paused.begin(), report.paused.end());
  all_paused_ = report.all_paused;
}

std::vector<FleetPicture::Candidate> FleetPicture::choose(Time now, std::size_t most) {
  std::vector<Candidate> chosen;
  if (all_paused_) return chosen;
  list_those_due(now);
  for (const auto& [lane, waiting] : lines_) {
    if (paused_.contains(lane)) continue;
    // Those who serve all lanes last, so that they are there for lanes that nobody else serves.
    const std::size_t before = chosen.size();
    take(lane, waiting.tasks, most, chosen);
    if (is_reserved(lane)) continue;
    take(every_lane(), waiting.tasks - (chosen.size() - before), most, chosen);
  }
  return chosen;
}

void FleetPicture::take(const Lane& lane, std::uint64_t tasks, std::size_t most, std::vector<Candidate>& chosen) {
  const auto idle = idle_.find(lane);
  if (idle == idle_.end()) return;
  std::vector<AgentId> taken;
  for (auto at = idle->second.begin(); at != idle->second.end() && taken.size() < tasks; ++at) {
    if (chosen.size() + taken.size() >= most) break;
    taken.push_back(at->second);
  }
  for (const AgentId& agent : taken) {
    Member& member = members_.at(agent);
    unlist(agent, member);
    chosen.push_back({.agent = agent, .incarnation = member.incarnation, .heard_of = member.heard_of, .heard = heard_});
  }
}

FleetPicture::Member* FleetPicture::unchanged(const Candidate& asked) {
  const auto at = members_.find(asked.agent);
  return at != members_.end() && at->second.heard_of == asked.heard_of ? &at->second : nullptr;
}

void FleetPicture::note_granted(const Candidate& asked, const Lane& lane) {
  if (const auto line = lines_.find(lane); line != lines_.end() && --line->second.tasks == 0) lines_.erase(line);
  if (Member* member = unchanged(asked)) member->standing = Standing::busy;
}

void FleetPicture::note_nothing(const Candidate& asked) {
  Member* member = unchanged(asked);
  if (member == nullptr) return;
  const std::vector<Lane> lanes = member->lanes;
  if (std::ranges::find(lanes, every_lane()) != lanes.end()) {
    std::erase_if(lines_, [&](const auto& line) {
      return line.second.heard <= asked.heard && !paused_.contains(line.first) && !is_reserved(line.first);
    });
  } else {
    for (const Lane& lane : lanes) set_empty(lane, asked);
  }
  member->standing = Standing::idle;
  list(asked.agent, *member, Time::max());
}

void FleetPicture::set_empty(const Lane& lane, const Candidate& asked) {
  const auto line = lines_.find(lane);
  // What became pending while the claim was under way, it may have missed.
  if (line == lines_.end() || line->second.heard > asked.heard || paused_.contains(lane)) return;
  lines_.erase(line);
}

void FleetPicture::note_refused(const Candidate& asked, Time now) {
  Member* member = unchanged(asked);
  if (member == nullptr) return;
  if (member->standing != Standing::unsure) {
    member->standing = Standing::busy;
    return;
  }
  member->from = now + pause;
  list(asked.agent, *member, now);
}

bool FleetPicture::is_vetted(const Candidate& asked) const {
  const auto at = members_.find(asked.agent);
  return at == members_.end() || at->second.vetted;
}

void FleetPicture::note_seen(const Candidate& asked, const Agent& agent, Time now) {
  Member* member = unchanged(asked);
  if (member == nullptr) return;
  if (agent.state != AgentState::idle || agent.incarnation != asked.incarnation) return note_refused(asked, now);
  member->vetted = true;
  if (!agent.claims_from || *agent.claims_from <= now) return note_nothing(asked);
  member->from = *agent.claims_from;
  list(asked.agent, *member, now);
}

std::optional<Time> FleetPicture::next_due() const {
  return later_.empty() ? std::nullopt : std::optional(later_.begin()->first);
}

void FleetPicture::list(const AgentId& agent, Member& member, Time now) {
  unlist(agent, member);
  member.listed = true;
  if (member.from > now) {
    later_.emplace(member.from, agent);
    return;
  }
  member.from = {};
  for (const Lane& lane : member.lanes) idle_[lane].emplace(member.turn, agent);
}

void FleetPicture::unlist(const AgentId& agent, Member& member) {
  if (!std::exchange(member.listed, false)) return;
  if (later_.erase({member.from, agent}) > 0) return;
  for (const Lane& lane : member.lanes) {
    const auto idle = idle_.find(lane);
    idle->second.erase({member.turn, agent});
    if (idle->second.empty()) idle_.erase(idle);
  }
}

void FleetPicture::list_those_due(Time now) {
  while (!later_.empty() && later_.begin()->first <= now) {
    const AgentId agent = later_.begin()->second;
    list(agent, members_.at(agent), now);
  }
}

}  // namespace baton
