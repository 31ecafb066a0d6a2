#pragma once

#include <chrono>

#include "baton/store.hpp"
#include "cli/bench_workload.hpp"

namespace baton::cli {

/// A supervisor's pass with nothing to do, again and again for that time, over the agents that the store has.
Result<Tally> measure_passes(Store store, std::chrono::duration<double> time);

/// How long a task waits for an idle agent: from its submit until a supervisor has given it away, and that is in the
/// log. One after the other for that time; each is settled before the next.
Result<Tally> measure_assignment(Store store, std::chrono::duration<double> time);

}  // namespace baton::cli
