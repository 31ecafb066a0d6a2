#include "engine/census.hpp"

#include <algorithm>

namespace baton {

namespace {

bool is_quarantined(const Agent& agent, Time now) { return agent.claims_from && *agent.claims_from > now; }

/// Since when the agent is what it is, as far as the store tells.
Time in_standing_since(const Agent& agent, Standing standing) {
  const bool crashed = standing == Standing::crashed || standing == Standing::quarantined;
  return crashed && !agent.crashes.empty() ? agent.crashes.back() : agent.deadline;
}

void keep_earlier(std::optional<Time>& kept, const std::optional<Time>& other) {
  if (other && (!kept || *other < *kept)) kept = other;
}

}  // namespace

Standing standing_of(const Agent& agent, Time now) {
  if (agent.state == AgentState::crashed) return Standing::crashed;
  if (agent.deadline <= now) return Standing::stale;
  if (agent.state == AgentState::draining) return Standing::draining;
  if (agent.state != AgentState::idle) return Standing::busy;
  return is_quarantined(agent, now) ? Standing::quarantined : Standing::idle;
}

void Servers::add(Standing standing, const std::optional<Time>& released) {
  ++counts[static_cast<std::size_t>(standing)];
  if (standing == Standing::quarantined) keep_earlier(first_release, released);
}

Servers& Servers::operator+=(const Servers& other) {
  for (std::size_t i = 0; i < standings; ++i) counts[i] += other.counts[i];
  keep_earlier(first_release, other.first_release);
  return *this;
}

void Census::add(const Agent& agent) {
  static const Lane every = Lane::of("*");
  const Standing standing = standing_of(agent, now_);
  ++states_[static_cast<std::size_t>(agent.state)];
  standing_[static_cast<std::size_t>(standing)].add(agent.id, in_standing_since(agent, standing));
  if (is_quarantined(agent, now_)) {
    quarantined_.add(agent.id, in_standing_since(agent, Standing::quarantined));
    keep_earlier(released_at_, agent.claims_from);
  }
  for (const Lane& lane : agent.lanes) {
    if (lane == every) {
      everywhere_.add(standing, agent.claims_from);
    } else if (lanes_.contains(lane)) {
      servers_[lane].add(standing, agent.claims_from);
    }
  }
}

Servers Census::serving(const Lane& lane) const {
  Servers all = is_reserved(lane) ? Servers{} : everywhere_;
  if (const auto found = servers_.find(lane); found != servers_.end()) all += found->second;
  return all;
}

awaitable<Result<Census>> take_census(View<Verbs<ListAgents>> store, Census census, std::uint32_t pages) {
  ListAgents request{.limit = limits::page};
  for (std::uint32_t page = 0; page < pages; ++page) {
    auto some = co_await store.call(request);
    if (!some) co_return std::unexpected(std::move(some.error()));
    for (const Agent& agent : some->items) census.add(agent);
    if (!some->next) co_return census;
    request.after = *std::move(some->next);
  }
  census.complete = false;
  co_return census;
}

}  // namespace baton
