#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/backlog.hpp"
#include "engine/census.hpp"
#include "engine/event_figures.hpp"
#include "engine/stuck_tasks.hpp"
#include "engine/supervisor_counts.hpp"

namespace baton {

/// What is read from the store for the gauges.
struct Gauges {
  HealthReport health;
  Backlog queue;
  Census agents{Time{}};
  StuckTasks running;
  std::vector<Group> groups;
};

/// The exposition of all that is known. Pure.
std::string expose(const EventFigures& events, const std::optional<SupervisorCounts>& supervisor,
                   const std::optional<Gauges>& gauges);

/// The metrics of a process: hears the log for counters and histograms, asks the supervisor for its own and the store for
/// gauges, when somebody looks. Lives on one event loop thread.
class Metrics {
 public:
  using Read = View<Verbs<Health, QueueStats, ListAgents, ListTasks, ListGroups>>;
  using Counts = std::function<SupervisorCounts()>;

  /// Without `counts` there is no supervisor in this process.
  explicit Metrics(Read store, Counts counts = {}) : store_(std::move(store)), counts_(std::move(counts)) {}

  void hear(const LogWatch::News& news) { events_.hear(news); }

  /// In the Prometheus text format. While the store does not answer, its gauges are missing and baton_store_up is 0.
  awaitable<std::string> expose() const;

 private:
  static awaitable<Result<Gauges>> read(Read store);

  Read store_;
  Counts counts_;
  EventFigures events_;
};

}  // namespace baton
