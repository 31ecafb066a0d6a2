#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "core/exports.hpp"
#include "core/findings.hpp"
#include "core/inspector.hpp"

namespace baton {

/// What came out of a check.
struct Inspection {
  Findings findings;
  std::array<std::uint64_t, exports::tables> rows{};
  std::uint64_t entries = 0;  ///< of indexes
  bool complete = false;      ///< false: rows cannot be read, so that the indexes were not compared with them

  std::uint64_t all_rows() const;
};

/// Called now and then with the number of rows and entries looked at; false ends the check.
using InspectionWatch = std::function<bool(std::uint64_t)>;

/// Looks for everything that is wrong with a store: what its backend finds, what its rows contradict one another in, and
/// where its indexes do not agree with the rows. unavailable: interrupted, or what the store says.
Result<Inspection> inspect(Inspector& inspector, const InspectionWatch& watch);

}  // namespace baton
