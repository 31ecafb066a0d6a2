#include "engine/situation.hpp"

#include <set>

namespace baton {

namespace {

awaitable<Result<std::vector<GroupStanding>>> read_groups(View<Verbs<ListGroups, ReadLog>> store) {
  std::vector<GroupStanding> standings;
  auto groups = co_await store.call(ListGroups{});
  if (!groups) co_return std::unexpected(std::move(groups.error()));
  for (Group& group : *groups) {
    GroupStanding standing{.group = std::move(group)};
    if (standing.group.lag > 0) {
      ReadLog read{.after = standing.group.cursor, .limit = 1};
      auto next = co_await store.call(std::move(read));
      if (!next) co_return std::unexpected(std::move(next.error()));
      if (!next->events.empty()) standing.next_at = next->events.front().at;
    }
    standings.push_back(std::move(standing));
  }
  co_return standings;
}

}  // namespace

awaitable<Result<Situation>> take_situation(View<AttentionVerbs> store, AttentionOptions options) {
  auto health = co_await store.call(Health{});
  if (!health) co_return std::unexpected(std::move(health.error()));
  const Time now = health->now;
  auto queue = co_await read_backlog(store, options.pages);
  if (!queue) co_return std::unexpected(std::move(queue.error()));
  std::set<Lane> lanes;
  for (const auto& [lane, depth] : queue->lanes) lanes.insert(lane);
  Census nobody(now, std::move(lanes));
  auto agents = co_await take_census(store, std::move(nobody), options.agent_pages);
  if (!agents) co_return std::unexpected(std::move(agents.error()));
  auto tasks = co_await read_suspects(store, now, options);
  if (!tasks) co_return std::unexpected(std::move(tasks.error()));
  auto groups = co_await read_groups(store);
  if (!groups) co_return std::unexpected(std::move(groups.error()));
  Situation situation{.health = *std::move(health),
                      .queue = *std::move(queue),
                      .agents = *std::move(agents),
                      .tasks = *std::move(tasks),
                      .groups = *std::move(groups)};
  co_return situation;
}

}  // namespace baton
