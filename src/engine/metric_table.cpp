#include "engine/metric_table.hpp"

#include <array>

namespace baton {

namespace {

constexpr std::array metrics = [] {
  using enum MetricType;
  return std::array{
      MetricEntry{Metric::decisions, "baton_decisions_total", counter, "kind", "What the supervisor did, by kind"},
      MetricEntry{Metric::passes, "baton_passes_total", counter, "", "Passes of the supervisor"},
      MetricEntry{Metric::sweeps, "baton_sweeps_total", counter, "", "Sweeps of the supervisor"},
      MetricEntry{Metric::rebuilds, "baton_rebuilds_total", counter, "",
                  "Times that the supervisor read the fleet anew from the store"},
      MetricEntry{Metric::empty_claims, "baton_empty_claims_total", counter, "",
                  "Pushed claims that found no task, because somebody else was first"},
      MetricEntry{Metric::conflicts, "baton_conflicts_total", counter, "",
                  "Pushed claims for agents that were no longer idle: healthy concurrency, never a reason to back off"},
      MetricEntry{Metric::store_errors, "baton_store_errors_total", counter, "",
                  "Answers to the supervisor that say that the store is in trouble"},
      MetricEntry{Metric::backoffs, "baton_backoffs_total", counter, "",
                  "Times that the supervisor left the store alone because of an error"},
      MetricEntry{Metric::backoff_seconds, "baton_backoff_seconds_total", counter, "", "How long it did so"},
      MetricEntry{Metric::events_trimmed, "baton_events_trimmed_total", counter, "",
                  "Events that sweeps of this process removed from the beginning of the log"},
      MetricEntry{Metric::events_dropped, "baton_events_dropped_total", counter, "",
                  "Of these, events that a group had not acknowledged: the hard cap took them"},
      MetricEntry{Metric::events, "baton_events_total", counter, "type",
                  "Events of the log by type, each once, also those of while no supervisor ran"},
      MetricEntry{Metric::late_results, "baton_task_late_results_total", counter, "",
                  "Results that came after their attempt was over: refused, and kept in the log"},
      MetricEntry{Metric::event_gaps, "baton_event_gaps_total", counter, "",
                  "Times that events may have been missed, the start being one"},
      MetricEntry{Metric::requeues, "baton_task_requeues_total", counter, "reason",
                  "Tasks that became pending again, by reason"},
      MetricEntry{Metric::wait_seconds, "baton_task_wait_seconds", histogram, "",
                  "From when a task was pending until an agent had it"},
      MetricEntry{Metric::run_seconds, "baton_task_run_seconds", histogram, "outcome",
                  "From when an agent had a task until it settled it, by outcome"},
      MetricEntry{Metric::unmeasured, "baton_task_times_unknown_total", counter, "",
                  "Tasks that were assigned or settled and whose beginning this process did not hear"},
      MetricEntry{Metric::stream_clients, "baton_stream_clients", gauge, "",
                  "Clients that follow the events of this process"},
      MetricEntry{Metric::stream_overruns, "baton_stream_overruns_total", counter, "",
                  "Clients that were cut off because they did not read what they asked for"},
      MetricEntry{Metric::webhook_deliveries, "baton_webhook_deliveries_total", counter, "subscription",
                  "Events that this process delivered to a subscription"},
      MetricEntry{Metric::webhook_failures, "baton_webhook_failures_total", counter, "subscription",
                  "Attempts of this process to deliver that failed; what waits is the lag of the subscription's group"},
      MetricEntry{Metric::store_writes_ok, "baton_store_writes_ok", gauge, "",
                  "Whether the store keeps what is written; 0 on a full disk, which still answers reads"},
      MetricEntry{Metric::store_up, "baton_store_up", gauge, "",
                  "Whether the store answers; without it the gauges below are missing"},
      MetricEntry{Metric::store_durable, "baton_store_durable", gauge, "",
                  "Whether an acknowledged write is never lost"},
      MetricEntry{Metric::store_degraded, "baton_store_degraded", gauge, "", "Whether the ephemeral store is down"},
      MetricEntry{Metric::store_frozen, "baton_store_frozen", gauge, "", "Whether every write is refused"},
      MetricEntry{Metric::log_first, "baton_log_first_position", gauge, "", "The oldest event that is kept"},
      MetricEntry{Metric::log_last, "baton_log_last_position", gauge, "", "The newest event"},
      MetricEntry{Metric::agents, "baton_agents", gauge, "state", "Agents by state"},
      MetricEntry{Metric::agents_stale, "baton_agents_stale", gauge, "",
                  "Agents past their deadline that no sweep has declared crashed"},
      MetricEntry{Metric::agents_quarantined, "baton_agents_quarantined", gauge, "",
                  "Agents that crashed too often and are given no task now"},
      MetricEntry{Metric::fleet_counted, "baton_fleet_counted", gauge, "",
                  "Whether the gauges of agents and lanes cover all of them (up to 100000 agents, 10000 lines)"},
      MetricEntry{
          Metric::running_oldest, "baton_task_running_oldest_seconds", gauge, "",
          "How long the attempt takes that runs longest, of the thousand oldest tasks that run; 0 if none does"},
      MetricEntry{Metric::queue_depth, "baton_queue_depth", gauge, "lane",
                  "Pending tasks by lane; beyond 1024 lanes the rest is `other`"},
      MetricEntry{Metric::queue_oldest, "baton_queue_oldest_seconds", gauge, "lane",
                  "How long ago the first in line was submitted, by lane"},
      MetricEntry{Metric::queue_paused, "baton_queue_paused", gauge, "", "Paused lanes; all paused counts as one more"},
      MetricEntry{Metric::group_lag, "baton_group_lag", gauge, "group", "Events that the group has to read"},
      MetricEntry{Metric::group_pending, "baton_group_pending", gauge, "group",
                  "Events that the group was handed and has not acknowledged"},
      MetricEntry{Metric::group_dead_letters, "baton_group_dead_letters", gauge, "group", "Deliveries given up"},
      MetricEntry{Metric::group_dropped, "baton_group_dropped_total", counter, "group",
                  "Events that the group lost to the log's hard cap"},
      MetricEntry{Metric::memory, "baton_memory_total", counter, "kind",
                  "What shared memory did in this process, by kind"},
      MetricEntry{Metric::memory_expired, "baton_memory_expired_total", counter, "type",
                  "Hot copies that were past their time, by type"},
      MetricEntry{Metric::memory_hot, "baton_memory_hot_correlations", gauge, "", "Correlations with a hot copy"},
      MetricEntry{Metric::signal_seconds, "baton_signal_seconds", histogram, "",
                  "From when a signal came until the store had it"},
      MetricEntry{Metric::decision_seconds, "baton_correlation_decision_seconds", histogram, "",
                  "From when a correlation was opened until it was decided"},
  };
}();

static_assert([] {
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (static_cast<std::size_t>(metrics[i].metric) != i) return false;
  }
  return metrics.size() == static_cast<std::size_t>(Metric::decision_seconds) + 1;
}());

}  // namespace

std::span<const MetricEntry> metric_table() { return metrics; }

const MetricEntry& entry_of(Metric metric) { return metrics[static_cast<std::size_t>(metric)]; }

std::string_view to_text(MetricType type) {
  static constexpr std::array names = std::to_array<std::string_view>({"counter", "gauge", "histogram"});
  return names[static_cast<std::size_t>(type)];
}

std::string metric_document() {
  std::string text = "| name | type | label | what it is |\n|---|---|---|---|\n";
  for (const MetricEntry& entry : metrics) {
    text.append("| `").append(entry.name).append("` | ").append(to_text(entry.type)).append(" | ");
    if (!entry.label.empty()) text.append("`").append(entry.label).append("` ");
    text.append("| ").append(entry.help).append(" |\n");
  }
  return text;
}

}  // namespace baton
