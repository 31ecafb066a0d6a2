#include "engine/metrics.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "engine/exposition.hpp"

namespace baton {

namespace {

constexpr std::uint32_t counted_queue_pages = 10;
constexpr std::uint32_t counted_agent_pages = 100;
constexpr std::uint32_t running_task_pages = 1;

struct SweptKind {
  std::string_view name;
  std::uint64_t SweepReport::* count;
};

constexpr std::array swept_kinds{
    SweptKind{"agents_crashed", &SweepReport::agents_crashed},
    SweptKind{"locks_expired", &SweepReport::locks_expired},
    SweptKind{"sessions_ended", &SweepReport::sessions_ended},
    SweptKind{"deadlines_passed", &SweepReport::deadlines_passed},
    SweptKind{"tasks_due", &SweepReport::tasks_due},
    SweptKind{"dependants_resolved", &SweepReport::dependants_resolved},
    SweptKind{"correlations_timed_out", &SweepReport::correlations_timed_out},
    SweptKind{"dead_letters", &SweepReport::dead_letters},
    SweptKind{"results_expired", &SweepReport::results_expired},
    SweptKind{"records_expired", &SweepReport::records_expired},
    SweptKind{"correlations_expired", &SweepReport::correlations_expired},
    SweptKind{"keys_expired", &SweepReport::keys_expired},
    SweptKind{"tasks_forgotten", &SweepReport::tasks_forgotten},
};

void write_supervisor(Exposition& out, const SupervisorCounts& counts) {
  out.family(Metric::decisions).sample(counts.assigned, "assigned");
  for (const SweptKind& kind : swept_kinds) out.sample(counts.swept.*kind.count, kind.name);
  out.alone(Metric::passes, counts.passes).alone(Metric::sweeps, counts.sweeps);
  out.alone(Metric::rebuilds, counts.rebuilds).alone(Metric::empty_claims, counts.nothing);
  out.alone(Metric::conflicts, counts.conflicts).alone(Metric::store_errors, counts.store_errors);
  out.alone(Metric::backoffs, counts.backoffs);
  out.family(Metric::backoff_seconds).seconds(counts.backed_off);
  out.alone(Metric::events_trimmed, counts.swept.events_trimmed);
  out.alone(Metric::events_dropped, counts.swept.events_dropped);
  out.family(Metric::events);
  for (std::size_t i = 0; i < event_types; ++i) out.sample(counts.events[i], to_text(static_cast<EventType>(i)));
  out.alone(Metric::late_results, counts.events_of(EventType::task_late_result));
}

void write_events(Exposition& out, const EventFigures& events) {
  out.alone(Metric::event_gaps, events.gaps());
  out.family(Metric::requeues);
  for (std::size_t i = 0; i < requeue_reasons.size(); ++i) out.sample(events.requeues()[i], requeue_reasons[i]);
  out.family(Metric::wait_seconds).histogram(events.wait());
  out.family(Metric::run_seconds);
  for (std::size_t i = 0; i < attempt_ends.size(); ++i) {
    out.histogram(events.run(static_cast<AttemptEnd>(i)), attempt_ends[i]);
  }
  out.alone(Metric::unmeasured, events.unmeasured());
}

void write_live(Exposition& out, const LiveFigures& live) {
  out.alone(Metric::stream_clients, live.clients).alone(Metric::stream_overruns, live.overruns);
  out.family(Metric::webhook_deliveries);
  for (const auto& [name, counts] : live.deliveries) out.sample(counts.delivered, name);
  out.family(Metric::webhook_failures);
  for (const auto& [name, counts] : live.deliveries) out.sample(counts.failed, name);
  out.alone(Metric::store_writes_ok, static_cast<std::uint64_t>(!live.writes_fail));
}

void write_agents(Exposition& out, const Gauges& gauges) {
  out.family(Metric::agents);
  for (std::size_t i = 0; i < agent_states; ++i) {
    const auto state = static_cast<AgentState>(i);
    out.sample(gauges.agents.in(state), to_text(state));
  }
  out.alone(Metric::agents_stale, gauges.agents.of(Standing::stale).count);
  out.alone(Metric::agents_quarantined, gauges.agents.quarantined().count);
  out.alone(Metric::fleet_counted, static_cast<std::uint64_t>(gauges.agents.complete && gauges.queue.complete));
  Time oldest = gauges.health.now;
  for (const StuckTask& task : gauges.running.items) oldest = std::min(oldest, task.since);
  out.family(Metric::running_oldest).seconds(gauges.health.now - oldest);
}

/// Depth and oldest of the lanes by the label that stands for them: no more labels than a store may have lanes in use.
std::map<std::string, LaneDepth> by_label(const std::map<Lane, LaneDepth>& lanes) {
  std::map<std::string, LaneDepth> labels;
  for (const auto& [lane, line] : lanes) {
    const std::string label = labels.size() < limits::lanes ? lane.str() : "other";
    auto& sum = labels.try_emplace(label, LaneDepth{.depth = 0, .oldest = line.oldest}).first->second;
    sum.depth += line.depth;
    sum.oldest = std::min(sum.oldest, line.oldest);
  }
  return labels;
}

void write_queue(Exposition& out, const Gauges& gauges) {
  const auto lanes = by_label(gauges.queue.lanes);
  out.family(Metric::queue_depth);
  for (const auto& [label, line] : lanes) out.sample(line.depth, label);
  out.family(Metric::queue_oldest);
  for (const auto& [label, line] : lanes)
    out.seconds(std::max(gauges.health.now - line.oldest, Duration::zero()), label);
  out.alone(Metric::queue_paused, gauges.queue.paused.size() + static_cast<std::uint64_t>(gauges.queue.all_paused));
}

void write_groups(Exposition& out, const std::vector<Group>& groups) {
  const auto each = [&](Metric metric, std::uint64_t Group::* figure) {
    out.family(metric);
    for (const Group& group : groups) out.sample(group.*figure, group.name.str());
  };
  each(Metric::group_lag, &Group::lag);
  each(Metric::group_pending, &Group::pending);
  each(Metric::group_dead_letters, &Group::dead);
  each(Metric::group_dropped, &Group::dropped);
}

void write_store(Exposition& out, const Gauges& gauges) {
  out.alone(Metric::store_durable, static_cast<std::uint64_t>(gauges.health.durable));
  out.alone(Metric::store_degraded, static_cast<std::uint64_t>(gauges.health.degraded));
  out.alone(Metric::store_frozen, static_cast<std::uint64_t>(gauges.health.frozen));
  out.alone(Metric::log_first, gauges.health.first.value).alone(Metric::log_last, gauges.health.last.value);
  write_agents(out, gauges);
  write_queue(out, gauges);
  write_groups(out, gauges.groups);
}

}  // namespace

std::string expose(const EventFigures& events, const std::optional<SupervisorCounts>& supervisor,
                   const std::optional<Gauges>& gauges, const std::optional<LiveFigures>& live) {
  Exposition out;
  if (supervisor) write_supervisor(out, *supervisor);
  write_events(out, events);
  if (live) write_live(out, *live);
  out.alone(Metric::store_up, static_cast<std::uint64_t>(gauges.has_value()));
  if (gauges) write_store(out, *gauges);
  return out.text();
}

awaitable<std::string> Metrics::expose() const {
  auto gauges = co_await read(store_);
  std::optional<SupervisorCounts> supervisor;
  if (counts_) supervisor = counts_();
  std::optional<LiveFigures> live;
  if (live_) live = live_();
  co_return baton::expose(events_, supervisor, gauges ? std::optional(*std::move(gauges)) : std::nullopt, live);
}

awaitable<Result<Gauges>> Metrics::read(Read store) {
  auto health = co_await store.call(Health{});
  if (!health) co_return std::unexpected(std::move(health.error()));
  auto queue = co_await read_backlog(store, counted_queue_pages);
  if (!queue) co_return std::unexpected(std::move(queue.error()));
  Census nobody(health->now);
  auto agents = co_await take_census(store, std::move(nobody), counted_agent_pages);
  if (!agents) co_return std::unexpected(std::move(agents.error()));
  ListTasks running{.status = TaskStatus::running};
  auto tasks = co_await read_tasks(store, std::move(running), running_task_pages);
  if (!tasks) co_return std::unexpected(std::move(tasks.error()));
  auto groups = co_await store.call(ListGroups{});
  if (!groups) co_return std::unexpected(std::move(groups.error()));
  Gauges gauges{.health = *std::move(health),
                .queue = *std::move(queue),
                .agents = *std::move(agents),
                .running = *std::move(tasks),
                .groups = *std::move(groups)};
  co_return gauges;
}

}  // namespace baton
