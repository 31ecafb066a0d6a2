#pragma once

#include <map>
#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "baton/time.hpp"

namespace baton {

/// How long shared state is kept, by its type and state. The defaults:
///
///   ephemeral   active_correlation 300 s, failed_correlation 600 s, completed_correlation 60 s, workflow_state 180 s,
///               performance_counters 3600 s, anything else 300 s
///   durable     correlation_state 24 h (completed 1 h, failed 7 d), audit_logs 30 d (compliance 1 y),
///               performance_metrics 7 d (aggregated 30 d), locks 60 s (long_running 300 s), anything else 3600 s
class TtlPolicies {
 public:
  TtlPolicies();

  /// Of the hot copy in memory.
  Duration ephemeral(std::string_view type) const;
  /// Of what the store keeps. A state that the type does not list has the type's default.
  Duration durable(std::string_view type, std::string_view state = "default") const;

  /// Changes policies: `durable.correlation_state.completed=2h, ephemeral.workflow_state=10m`, in s, m, h or d.
  /// invalid: a name that is none of these, or no duration.
  Result<void> configure(std::string_view settings);

  /// `durable.audit_logs.compliance` and how long, of every policy.
  const std::map<std::string, Duration, std::less<>>& all() const { return policies_; }

 private:
  Result<void> set(std::string_view name, std::string_view value);

  std::map<std::string, Duration, std::less<>> policies_;
};

}  // namespace baton
