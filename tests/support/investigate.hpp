#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "support/model.hpp"

namespace baton::test {

struct Finding {
  std::string report;          ///< for the reader of a failed test
  History history;             ///< the shortest found; the whole one if it shows nothing when done one by one
  bool one_by_one = false;     ///< whether it shows the difference without concurrency
  std::filesystem::path file;  ///< where the history was kept
};

/// Repeats what went wrong in a run one call after the other, shortens it, and keeps it as a file in the directory for
/// temporary files.
Finding investigate(const Backend& backend, const ModelRun& run, std::uint64_t seed);

}  // namespace baton::test
