#pragma once

#include <chrono>

#include "baton/store.hpp"
#include "cli/bench_workload.hpp"

namespace baton::cli {

/// Signals into the hot copy of shared memory: checked against the contract and kept, five agents of a thousand
/// correlations in turn, for that time.
Result<Tally> measure_hot_signals(std::chrono::duration<double> time);

/// All signals of one of them, from there.
Result<Tally> measure_hot_reads(std::chrono::duration<double> time);

/// Signals down to the store, one after the other.
Result<Tally> measure_signals(Store store, std::chrono::duration<double> time);

}  // namespace baton::cli
