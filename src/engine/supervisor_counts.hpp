#pragma once

#include <array>
#include <cstdint>

#include "baton/event.hpp"
#include "baton/upkeep.hpp"

namespace baton {

/// Adds what another sweep did.
inline void add(SweepReport& sums, const SweepReport& report) {
  for (const auto field :
       {&SweepReport::agents_crashed, &SweepReport::locks_expired, &SweepReport::sessions_ended,
        &SweepReport::deadlines_passed, &SweepReport::tasks_due, &SweepReport::dependants_resolved,
        &SweepReport::correlations_timed_out, &SweepReport::dead_letters, &SweepReport::results_expired,
        &SweepReport::records_expired, &SweepReport::correlations_expired, &SweepReport::keys_expired,
        &SweepReport::tasks_forgotten, &SweepReport::events_trimmed, &SweepReport::events_dropped}) {
    sums.*field += report.*field;
  }
  sums.next_due = report.next_due;
}

/// What a supervisor did and met since it started. Lives on the supervisor's event loop thread.
struct SupervisorCounts {
  std::uint64_t passes = 0;
  std::uint64_t sweeps = 0;
  std::uint64_t rebuilds = 0;      ///< of the picture, from the store
  std::uint64_t assigned = 0;      ///< tasks given to agents
  std::uint64_t nothing = 0;       ///< claims that found no task: another supervisor or the agent itself was first
  std::uint64_t conflicts = 0;     ///< agents that were not idle, gone or new: healthy concurrency
  std::uint64_t store_errors = 0;  ///< answers that say that the store is in trouble
  std::uint64_t backoffs = 0;
  Duration backed_off{};                            ///< all of them together
  SweepReport swept{};                              ///< sums; `next_due` is the latest
  std::array<std::uint64_t, event_types> events{};  ///< by type: heard, or read again after a restart

  std::uint64_t events_of(EventType type) const { return events[static_cast<std::size_t>(type)]; }
};

}  // namespace baton
