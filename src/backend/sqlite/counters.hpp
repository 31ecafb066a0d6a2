#pragma once

#include <cstdint>

#include "backend/sqlite/connection.hpp"
#include "baton/ids.hpp"
#include "baton/time.hpp"

namespace baton::sqlite {

/// What every step continues from: one row in the file, kept in memory by the writer between steps.
struct Counters {
  Position position;       ///< of the newest event
  Seq seq;                 ///< the newest given to a task, or as a place
  std::uint64_t step = 0;  ///< of the newest mutation
  Time now;                ///< in that step
  bool all_paused = false;
  bool frozen = false;
  std::uint64_t unresolved = 0;  ///< ended tasks whose dependants have not all been told; counted from their table
};

Counters load_counters(Connection& db);
void save_counters(Connection& db, const Counters& counters);

}  // namespace baton::sqlite
