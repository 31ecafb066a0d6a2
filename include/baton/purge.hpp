#pragma once

#include <cstdint>

#include "baton/ids.hpp"

namespace baton {

/// What one call of a purge came to.
struct Purged {
  bool removed = false;  ///< it was there, and is gone with this call
  bool more = false;     ///< the bound was reached: call again
  Position after;        ///< of a task: pass as `after` then

  bool operator==(const Purged&) const = default;
};

/// Removes an ended task before its time, with all that hangs on it: payload, result, error, progress, idempotency key
/// and the results handed over under its id. Its events stay in the log, and in the dead letters of groups, without what
/// people and agents wrote into them: errors, reasons, late results. task.purged tells of it.
/// Goes through the log from `after` on, and removes the task in the last step: until then it can be retried. Dependants
/// that have not been told of its end are told first. Of an unknown task goes what the log and the results hold.
/// conflict: it has not ended; cancel it first. A repeat finds nothing: removed is false.
/// Bound: `limit` (1–1000) events, deliveries of each group and results, and 100 dependants, a call.
struct PurgeTask {
  using Reply = Purged;
  TaskId task;
  Position after{};
  std::uint32_t limit = 1000;

  bool operator==(const PurgeTask&) const = default;
};

/// Removes a thread with its messages, the latest first; a thread of which some are left can still be read. Events name
/// threads and messages and hold nothing of them, so they stay as they are. thread.purged tells of it. Tasks that name
/// the thread stay. A repeat finds nothing: removed is false. Bound: `limit` (1–1000) messages a call.
struct PurgeThread {
  using Reply = Purged;
  ThreadId thread;
  std::uint32_t limit = 1000;

  bool operator==(const PurgeThread&) const = default;
};

/// Removes a correlation in whatever state, also one that has expired, with its document and signals. Events name them and
/// hold nothing of them, so they stay as they are. correlation.purged tells of it. A repeat finds nothing: removed is false.
/// Records are no part of it: whoever keeps some of a correlation removes them before.
struct PurgeCorrelation {
  using Reply = Purged;
  CorrelationId id;

  bool operator==(const PurgeCorrelation&) const = default;
};

}  // namespace baton
