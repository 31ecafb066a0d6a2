#include <utility>

#include "engine/supervisor.hpp"

/// How a supervisor comes to its picture of the fleet.
namespace baton {

namespace {

constexpr std::uint32_t picture_page = 1000;

}  // namespace

bool Supervisor::needs_picture() const { return !trusted_ || picture_.is_outdated() || Clock::now() >= redraw_at_; }

awaitable<Result<void>> Supervisor::renew_picture() {
  ++counts_.rebuilds;
  trusted_ = true;  // until something is heard that denies it
  drawing_ = true;
  meanwhile_.clear();
  auto drawn = co_await draw_picture();
  drawing_ = false;
  if (!drawn) co_return std::unexpected(std::move(drawn.error()));
  picture_ = *std::move(drawn);
  for (const Event& event : std::exchange(meanwhile_, {})) picture_.hear(event);
  redraw_at_ = Clock::now() + options_.rebuild_every;
  co_return Result<void>{};
}

awaitable<Result<FleetPicture>> Supervisor::draw_picture() {
  const auto log = co_await ask(ReadLog{.limit = 1});
  if (!log) co_return std::unexpected(log.error());
  const Position end = std::get<LogPage>(*log).last;
  tally_.reach(end);
  FleetPicture picture(end);
  if (!options_.assign) co_return picture;  // nobody will ask it
  ListAgents agents{.limit = picture_page};
  for (bool more = true; more;) {
    const auto reply = co_await ask(agents);
    if (!reply) co_return std::unexpected(reply.error());
    const auto& listed = std::get<AgentPage>(*reply);
    for (const Agent& agent : listed.items) picture.add(agent);
    more = listed.next.has_value();
    agents.after = listed.next.value_or(AgentId{});
  }
  QueueStats queue{.limit = picture_page};
  do {
    const auto reply = co_await ask(queue);
    if (!reply) co_return std::unexpected(reply.error());
    const auto& report = std::get<QueueReport>(*reply);
    picture.add(report);
    queue.after = report.next;
  } while (queue.after);
  co_return picture;
}

}  // namespace baton
