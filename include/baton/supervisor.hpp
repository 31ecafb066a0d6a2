#pragma once

#include <functional>
#include <stop_token>

#include "baton/store.hpp"

namespace baton {

/// How a supervisor looks after its fleet.
struct SupervisorOptions {
  bool assign = true;  ///< gives pending tasks to idle agents; false: agents claim for themselves
  Duration lease = std::chrono::seconds{30};  ///< for an agent that is given a task to show itself alive
  Sweep sweep{};                              ///< what is kept, and how much one sweep may do
  Duration rebuild_every =
      std::chrono::minutes{5};  ///< its picture of the fleet, from the store, whatever the log said
  Duration checkpoint_every = std::chrono::seconds{5};
  std::function<void(const Error&)> on_trouble = [](const Error&) {};  ///< each store error that makes it back off
};

/// Looks after everything that is in the store until asked to stop: gives pending tasks to idle agents by lane, as
/// many as there are at once; lets time do its work (`sweep`): crashes the silent and gives their tasks to others,
/// makes tasks due, resolves dependants, ends deadlines, trims. Wakes when the log moves and when something is due.
/// Rides out store errors with back-off (100 ms … 6.4 s). Any number of supervisors may serve one store, and each may
/// die at any moment: every step is one of the store's own atomic verbs. The stop may be asked for on any
/// thread.
awaitable<void> supervise(Store store, SupervisorOptions options, std::stop_token stop);

}  // namespace baton
