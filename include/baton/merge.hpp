#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "baton/correlations.hpp"

namespace baton {

/// One agent's contribution as patterns see it: the body is complete, as the schema `correlation_state` asks for.
struct MergeSignal {
  SignalName name;
  std::uint32_t version = 1;
  Time at;
  Json body;
};

/// What a pattern merges: of each expected agent the latest signal that was not late, in the order expected.
struct MergeInput {
  CorrelationId correlation;
  std::vector<SignalName> expected;
  std::vector<MergeSignal> signals;
  Json parameters;  ///< the pattern's own, `metadata.parameters` of the correlation; null: none

  const MergeSignal* find(std::string_view name) const;
  /// The expected agents that did not contribute.
  std::vector<SignalName> missing() const;
};

/// What a pattern makes of it: objects of the merged context, and the decision that follows.
struct Merged {
  Json source_signals;
  Json merged_analysis;
  Json decision;
};

/// Pure: the same input gives the same answer. invalid: an input is missing or of another kind; the detail names its
/// path (`$.signals.risk.analysis.overall_score`).
using MergePattern = std::function<Result<Merged>(const MergeInput&)>;

/// The patterns of a program by name.
class MergePatterns {
 public:
  /// `momentum_risk_fusion`, `weighted_vote`, `quorum`, `first_acceptable` and `collect`; docs/memory.md has their formulas.
  static MergePatterns built_in();

  /// conflict: the name is taken. invalid: it is no name of `[a-z_]+`.
  Result<void> add(std::string_view name, MergePattern pattern);
  bool knows(std::string_view name) const { return patterns_.contains(name); }
  std::vector<std::string> names() const;
  /// not_found: unknown pattern; the detail lists those that are there. Otherwise what the pattern says.
  Result<Merged> merge(std::string_view name, const MergeInput& input) const;

 private:
  std::map<std::string, MergePattern, std::less<>> patterns_;
};

}  // namespace baton
