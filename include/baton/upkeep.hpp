#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "baton/ids.hpp"
#include "baton/time.hpp"

namespace baton {

/// What one sweep did, and when the next one has something to do.
struct SweepReport {
  std::uint64_t agents_crashed = 0;
  std::uint64_t locks_expired = 0;
  std::uint64_t sessions_ended = 0;
  std::uint64_t deadlines_passed = 0;
  std::uint64_t tasks_due = 0;
  std::uint64_t dependants_resolved = 0;
  std::uint64_t correlations_timed_out = 0;
  std::uint64_t dead_letters = 0;
  std::uint64_t results_expired = 0;
  std::uint64_t records_expired = 0;
  std::uint64_t correlations_expired = 0;
  std::uint64_t keys_expired = 0;
  std::uint64_t tasks_forgotten = 0;
  std::uint64_t events_trimmed = 0;
  std::uint64_t events_dropped = 0;  ///< trimmed beyond what a group had acknowledged, because of the hard cap
  std::optional<Time> next_due;      ///< unset: nothing waits for time. Now: the bound was reached, sweep again

  bool operator==(const SweepReport&) const = default;
};

/// Does what time alone makes due, in the order of the report's fields: crashes agents past their deadline, ends
/// lapsed sessions and locks, fails tasks past theirs, makes scheduled tasks pending, resolves dependants left over,
/// ends collecting past the timeout, gives up deliveries, removes what has expired, trims the log.
/// Each item is a compare-and-set inside the one atomic step: what a settle or beat changed before is left alone.
/// Trims the oldest events beyond keep_events, never past a group's oldest unacknowledged one; beyond max_events it
/// does, and the group counts what it lost. Any number of callers may sweep. A repeat does what is then due.
/// Bound: `limit` (1–1000) items of all sorts together, events trimmed counted apart, at most 10 × limit.
struct Sweep {
  using Reply = SweepReport;
  std::uint32_t limit = 1000;
  std::uint64_t keep_events = 1'000'000;
  std::uint64_t max_events = 10'000'000;
  Duration forget_tasks_after = std::chrono::hours{24 * 30};

  bool operator==(const Sweep&) const = default;
};

/// How the store is. Always answers if the store can be reached.
struct HealthReport {
  Time now;
  std::string backend;  ///< `memory`, `sqlite`, …
  std::string version;  ///< of the engine
  bool durable = false;
  std::string durability;  ///< `full`, `relaxed: why`, `none`
  bool degraded = false;
  bool frozen = false;
  std::vector<std::string> notes;  ///< what an operator should know: what was salvaged, sizes that grow
  Position first;
  Position last;

  bool operator==(const HealthReport&) const = default;
};

struct Health {
  using Reply = HealthReport;

  bool operator==(const Health&) const = default;
};

/// Refuses every mutation with `unavailable` until thawed; reads, import and freeze itself go on. Repeatable.
struct Freeze {
  using Reply = Done;
  bool frozen = true;

  bool operator==(const Freeze&) const = default;
};

struct ExportPage {
  std::vector<std::string> rows;  ///< one JSON object each: {"table": …, "row": …}
  std::string next;               ///< pass as `after` to go on; empty: the end

  bool operator==(const ExportPage&) const = default;
};

/// Everything in the store as rows, in one fixed order that is the same on every backend: equal stores give equal
/// text. Consistent over several pages only while frozen. Bound: `limit` (1–1000) rows.
struct Export {
  using Reply = ExportPage;
  std::string after{};
  std::uint32_t limit = 1000;

  bool operator==(const Export&) const = default;
};

/// Writes exported rows as they are, each replacing the row of the same key; indexes follow. Needs a frozen store, so
/// that nothing else writes. A repeat writes the same. conflict: the store is not frozen. invalid: a row that no
/// export made, and then nothing of the call is written. Returns how many. Bound: 1000 rows.
struct Import {
  using Reply = std::uint64_t;
  std::vector<std::string> rows;

  bool operator==(const Import&) const = default;
};

}  // namespace baton
