#include <algorithm>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {

void Ledger::trim(const Sweep& verb, SweepReport& report) {
  const std::uint64_t most = limits::trims_per_sweep * verb.limit;
  // Past the hard cap, whatever the groups still need.
  if (const std::uint64_t kept = kept_events(); kept > verb.max_events) {
    const std::uint64_t excess = std::min<std::uint64_t>(kept - verb.max_events, most);
    trim_to(Position{first_position().value + excess - 1}, report);
  }
  const std::uint64_t kept = kept_events();
  if (kept <= verb.keep_events || report.events_trimmed >= most) return;
  const std::uint64_t excess = std::min<std::uint64_t>(kept - verb.keep_events, most - report.events_trimmed);
  Position last{first_position().value + excess - 1};
  for (const GroupState& group : all_groups()) last = std::min(last, unacknowledged(group));
  trim_to(last, report);
}

void Ledger::trim_to(Position last, SweepReport& report) {
  for (GroupState& group : all_groups()) {
    auto lost = static_cast<std::uint64_t>(db_.run(sql::delivery_drop_trimmed, group.row.name, last));
    group.pending -= lost;
    if (group.row.cursor < last) {
      lost += last.value - group.row.cursor.value;
      group.row.cursor = last;
    }
    if (lost == 0) continue;
    group.row.dropped += lost;
    report.events_dropped += lost;
    save_group(group);
  }
  report.events_trimmed += static_cast<std::uint64_t>(db_.run(sql::event_trim, last));
  log_change_.begins = first_position();
}

std::uint64_t Ledger::kept_events() {
  const Position first = first_position();
  return first.value == 0 ? 0 : first_key<Position>(sql::event_last).value - first.value + 1;
}

}  // namespace baton::sqlite
