#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "baton/merge.hpp"
#include "baton/policies.hpp"
#include "baton/schemas.hpp"
#include "baton/store.hpp"

namespace baton {

/// What shared memory knows beside the store.
struct MemoryOptions {
  SchemaRegistry schemas = SchemaRegistry::built_in();
  MergePatterns patterns = MergePatterns::built_in();
  /// Patterns that are programs: a name and its command line. The input comes as JSON on standard input; what it writes
  /// to standard output is the answer: `{"source_signals":…,"merged_analysis":…,"decision":…}`.
  std::map<std::string, std::vector<std::string>, std::less<>> commands{};
  Duration command_timeout = std::chrono::seconds{10};
  TtlPolicies policies{};
  Duration lock = std::chrono::seconds{30};                              ///< of a correlation, while it is decided
  Duration flush_every = std::chrono::seconds{60};                       ///< counters become metric records
  std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>();  ///< of the hot copy alone
  std::string instance = make_unique_text();
  std::function<void(const Error&)> on_trouble = [](const Error&) {};
};

/// Shared memory as an agent sees it: it reads everything and writes its own signal, nothing else. Cheap to copy.
class AgentMemory {
 public:
  using Verbs = baton::Verbs<GetCorrelation, Signal, GetRecord, ListRecords>;

  AgentMemory(View<Verbs> store, SignalName own, std::shared_ptr<const SchemaRegistry> schemas);

  /// The documents of a correlation by name; `instrument_history`, `recent_decisions`, `market_regime` and
  /// `portfolio_state` are there always.
  awaitable<Result<Json>> context(CorrelationId id) const;
  /// The signals of all agents by name, each complete. not_found: unknown or expired.
  awaitable<Result<Json>> signals(CorrelationId id) const;
  /// The agent's own signal, once a version. invalid: it breaks the contract.
  awaitable<Result<Correlation>> contribute(CorrelationId id, Json body, std::uint32_t version = 1) const;

 private:
  View<Verbs> store_;
  SignalName own_;
  std::shared_ptr<const SchemaRegistry> schemas_;
};

/// Decides correlations until asked to stop: whichever becomes ready is merged by its pattern, once, whatever happens to
/// those who try; the decision and the merged context are kept for audit. Any number may serve one store, and each may
/// die at any moment.
awaitable<void> correlate(Store store, MemoryOptions options, std::stop_token stop);

}  // namespace baton
