#pragma once

#include <string>

#include "cli/copy.hpp"

namespace baton::cli {

/// A copy that succeeded.
struct CopyOutcome {
  std::string from;
  std::string to;
  CopyReport report;
  double seconds = 0;
  bool source_frozen = false;  ///< it was frozen before and is still
};

std::string as_table(const CopyOutcome& outcome);
std::string as_json(const CopyOutcome& outcome);

}  // namespace baton::cli
