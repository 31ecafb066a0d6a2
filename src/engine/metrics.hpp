#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/backlog.hpp"
#include "engine/census.hpp"
#include "engine/courier.hpp"
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

/// Of those who follow the log from outside, and of those who write.
struct LiveFigures {
  std::uint64_t clients = 0;
  std::uint64_t overruns = 0;
  std::map<std::string, DeliveryCounts> deliveries{};
  bool writes_fail = false;
};

/// The exposition of all that is known. Pure.
std::string expose(const EventFigures& events, const std::optional<SupervisorCounts>& supervisor,
                   const std::optional<Gauges>& gauges, const std::optional<LiveFigures>& live = {});

/// The metrics of a process: hears the log for counters and histograms, asks the supervisor for its own and the store for
/// gauges, when somebody looks. Lives on one event loop thread.
class Metrics {
 public:
  using Read = View<Verbs<Health, QueueStats, ListAgents, ListTasks, ListGroups>>;
  using Counts = std::function<SupervisorCounts()>;

  /// Without `counts` there is no supervisor in this process.
  explicit Metrics(Read store, Counts counts = {}) : store_(std::move(store)), counts_(std::move(counts)) {}

  /// Where to ask for what the store does not know.
  void watch(std::function<LiveFigures()> live) { live_ = std::move(live); }

  void hear(const LogWatch::News& news) { events_.hear(news); }

  /// In the Prometheus text format. While the store does not answer, its gauges are missing and baton_store_up is 0.
  awaitable<std::string> expose() const;

 private:
  static awaitable<Result<Gauges>> read(Read store);

  Read store_;
  Counts counts_;
  std::function<LiveFigures()> live_;
  EventFigures events_;
};

}  // namespace baton
