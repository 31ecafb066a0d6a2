#include "baton/why.hpp"

#include <algorithm>
#include <set>

#include "engine/why_reasons.hpp"

namespace baton {

namespace {

using reasons::Reasons;

constexpr std::uint32_t pages_of_agents = 100;
// A task that is claimed between two reads is looked at again, so often.
constexpr int most_looks = 5;

awaitable<Result<Reasons>> why_running(View<Verbs<GetAgent>> store, Task task, Time now) {
  std::optional<Agent> holder;
  if (task.holder) {
    auto agent = co_await store.call(GetAgent{.agent = *task.holder});
    if (!agent && agent.error().code != Errc::not_found) co_return std::unexpected(std::move(agent.error()));
    if (agent) holder = *std::move(agent);
  }
  co_return reasons::running(task, holder, now);
}

awaitable<Result<Reasons>> why_blocked(View<Verbs<GetTask>> store, std::vector<TaskId> depends_on) {
  std::vector<reasons::Dependency> open;
  for (const TaskId& id : depends_on) {
    auto task = co_await store.call(GetTask{.task = id});
    // One that was forgotten has ended.
    if (!task && task.error().code != Errc::not_found) co_return std::unexpected(std::move(task.error()));
    if (task && !has_ended(task->status)) open.push_back({.id = id, .status = task->status});
  }
  co_return reasons::blocked(open);
}

/// Nothing if the task is not in line any more.
awaitable<Result<std::optional<Reasons>>> why_pending(View<WhyVerbs> store, Task task, Time now) {
  reasons::LaneView lane;
  auto line = co_await store.call(Peek{.lane = task.lane, .limit = limits::page});
  if (!line) co_return std::unexpected(std::move(line.error()));
  const auto place = std::ranges::find(*line, task.id, &Waiting::task);
  lane.ahead = static_cast<std::uint64_t>(place - line->begin());
  lane.more_ahead = place == line->end();
  if (lane.more_ahead && line->size() < limits::page) co_return std::optional<Reasons>{};
  auto queue = co_await store.call(QueueStats{.limit = 1});
  if (!queue) co_return std::unexpected(std::move(queue.error()));
  lane.all_paused = queue->all_paused;
  lane.paused = std::ranges::find(queue->paused, task.lane) != queue->paused.end();
  Census nobody(now, std::set<Lane>{task.lane});
  auto agents = co_await take_census(store, std::move(nobody), pages_of_agents);
  if (!agents) co_return std::unexpected(std::move(agents.error()));
  lane.servers = agents->serving(task.lane);
  lane.counted_all = agents->complete;
  co_return std::optional(reasons::pending(task, lane));
}

awaitable<Result<std::optional<Reasons>>> explain(View<WhyVerbs> store, Task task, Time now) {
  switch (task.status) {
    case TaskStatus::running: co_return co_await why_running(store, std::move(task), now);
    case TaskStatus::blocked: co_return co_await why_blocked(store, std::move(task.depends_on));
    case TaskStatus::pending: co_return co_await why_pending(store, std::move(task), now);
    case TaskStatus::scheduled: co_return Reasons{reasons::scheduled(task, now)};
    default: co_return Reasons{reasons::ended(task)};
  }
}

}  // namespace

awaitable<Result<WhyReport>> why(View<WhyVerbs> store, TaskId task) {
  for (int round = 1;; ++round) {
    const auto health = co_await store.call(Health{});
    if (!health) co_return std::unexpected(health.error());
    auto found = co_await store.call(GetTask{.task = task});
    if (!found) co_return std::unexpected(std::move(found.error()));
    WhyReport report{.task = task, .status = found->status, .now = health->now, .reasons = {}};
    auto told = co_await explain(store, *found, health->now);
    if (!told) co_return std::unexpected(std::move(told.error()));
    if (!*told && round < most_looks) continue;
    report.reasons = std::move(*told).value_or(Reasons{reasons::not_in_line(*found)});
    if (health->frozen && !has_ended(report.status)) {
      report.reasons.insert(report.reasons.begin(), reasons::store_frozen());
    }
    co_return report;
  }
}

}  // namespace baton
