#include "core/event_words.hpp"
#include "engine/fleet_picture.hpp"

/// What the log says, for the picture of the fleet.
namespace baton {

namespace {

bool says(const Event& event, std::string_view reason) { return word_of(event, "reason") == reason; }

}  // namespace

void FleetPicture::hear(const Event& event) {
  if (event.position <= at_) return;
  switch (event.type) {
    case EventType::agent_registered:
    case EventType::agent_changed:
    case EventType::agent_removed: return hear_of_agent(event);
    case EventType::queue_paused:
    case EventType::queue_resumed: return hear_of_pause(event);
    default: return hear_of_task(event);
  }
}

void FleetPicture::hear_of_agent(const Event& event) {
  if (event.type == EventType::agent_registered) return enter(event);
  const auto state = parse_agent_state(word_of(event, "to").value_or(""));
  if (!state || *state == AgentState::crashed) return remove(*event.agent);
  change(*event.agent, standing_of(*state));
}

void FleetPicture::enter(const Event& event) {
  auto incarnation = word_of(event, "incarnation");
  auto lanes = lanes_of(event);
  if (!incarnation || lanes.empty()) {
    outdated_ = true;
    return;
  }
  remove(*event.agent);
  Member& member = members_[*event.agent];
  member.incarnation = Incarnation::trusted(*std::move(incarnation));
  member.lanes = std::move(lanes);
  change(*event.agent, Standing::idle);
}

void FleetPicture::hear_of_task(const Event& event) {
  switch (event.type) {
    case EventType::task_created:
    case EventType::task_edited: return expect_work(event);
    case EventType::task_requeued:
      expect_work(event);
      if (event.agent && !says(event, "crashed")) free(*event.agent, Standing::idle, event.at + pause);
      return;
    case EventType::task_assigned:
      if (event.agent) change(*event.agent, Standing::busy);
      return;
    case EventType::task_completed:
    case EventType::task_retrying:
      if (event.agent) free(*event.agent, Standing::idle, {});
      return;
    // Settled by its holder, or ended over its head: then it holds on until it settles, and nothing tells of that.
    case EventType::task_failed:
    case EventType::task_late_result:
      if (event.agent) free(*event.agent, Standing::unsure, {});
      return;
    case EventType::task_cancelled:
      if (event.agent) free(*event.agent, Standing::unsure, event.at + pause);
      return;
    default: return;
  }
}

void FleetPicture::hear_of_pause(const Event& event) {
  const bool paused = event.type == EventType::queue_paused;
  // Claims that found a paused lane empty may have made it forgotten.
  if (!paused) outdated_ = true;
  const auto lane = lane_of(event);
  if (!lane) {
    all_paused_ = paused;
  } else if (paused) {
    paused_.insert(*lane);
  } else {
    paused_.erase(*lane);
  }
}

void FleetPicture::expect_work(const Event& event) {
  if (!may_be_pending(event)) return;
  const auto lane = lane_of(event);
  if (!lane) {
    outdated_ = true;
    return;
  }
  Waiting& line = lines_[*lane];
  ++line.tasks;
  line.heard = ++heard_;
}

void FleetPicture::change(const AgentId& agent, Standing standing, Time from) {
  const auto at = members_.find(agent);
  if (at == members_.end()) return;
  Member& member = at->second;
  unlist(agent, member);
  member.standing = standing;
  member.heard_of = ++heard_;
  if (standing != Standing::idle && standing != Standing::unsure) return;
  member.turn = ++turns_;
  member.from = from;
  list(agent, member, Time{});
}

void FleetPicture::free(const AgentId& agent, Standing standing, Time from) {
  const auto at = members_.find(agent);
  if (at == members_.end() || at->second.standing == Standing::draining) return;
  // It is idle already: a late result of something it gave up long ago.
  if (standing == Standing::unsure && at->second.standing == Standing::idle) return;
  change(agent, standing, from);
}

void FleetPicture::remove(const AgentId& agent) {
  const auto at = members_.find(agent);
  if (at == members_.end()) return;
  unlist(agent, at->second);
  members_.erase(at);
}

}  // namespace baton
