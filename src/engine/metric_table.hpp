#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace baton {

/// Everything that is measured. The table of names is the only place that spells them.
enum class Metric : std::uint8_t {
  decisions,
  passes,
  sweeps,
  rebuilds,
  empty_claims,
  conflicts,
  store_errors,
  backoffs,
  backoff_seconds,
  events_trimmed,
  events_dropped,
  events,
  late_results,
  event_gaps,
  requeues,
  wait_seconds,
  run_seconds,
  unmeasured,
  stream_clients,
  stream_overruns,
  webhook_deliveries,
  webhook_failures,
  store_writes_ok,
  store_up,
  store_durable,
  store_degraded,
  store_frozen,
  log_first,
  log_last,
  agents,
  agents_stale,
  agents_quarantined,
  fleet_counted,
  running_oldest,
  queue_depth,
  queue_oldest,
  queue_paused,
  group_lag,
  group_pending,
  group_dead_letters,
  group_dropped,
  memory,
  memory_expired,
  memory_hot,
  signal_seconds,
  decision_seconds,
};

enum class MetricType : std::uint8_t { counter, gauge, histogram };

struct MetricEntry {
  Metric metric;
  std::string_view name;
  MetricType type;
  std::string_view label;  ///< the only one, or none
  std::string_view help;
};

/// In the order of the enum, which is that of the exposition.
std::span<const MetricEntry> metric_table();
const MetricEntry& entry_of(Metric metric);
std::string_view to_text(MetricType type);

/// The table as docs/metrics.md shows it.
std::string metric_document();

}  // namespace baton
