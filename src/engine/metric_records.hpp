#pragma once

#include <string>

#include "baton/policies.hpp"
#include "baton/store.hpp"
#include "engine/memory_counts.hpp"

namespace baton {

/// Keeps counters as records of kind `metric`, by hour, minute and process, and sums each hour up in one record of kind
/// `metric_aggregated`, once it is over and everybody had five minutes to tell. Any number of processes may do so.
class MetricRecords {
 public:
  using Kept = View<Verbs<PutRecord, GetRecord, ListRecords>>;

  MetricRecords(Kept store, const TtlPolicies& policies, std::string instance)
      : store_(std::move(store)), policies_(policies), instance_(std::move(instance)) {}

  /// Keeps what was counted since the last time, and sums up the hours that are over.
  awaitable<Result<void>> flush(MemoryCounts counts, Time now);
  /// The sum of an hour. not_found: nobody told anything.
  awaitable<Result<void>> roll_up(std::string hour);

 private:
  Kept store_;
  const TtlPolicies& policies_;
  std::string instance_;
  MemoryCounts told_;
  std::string rolled_up_;  ///< the hour that was summed up last
};

}  // namespace baton
