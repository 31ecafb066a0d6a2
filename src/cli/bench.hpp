#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace baton::cli {

struct BenchOptions {
  std::string store = "sqlite:";  ///< without a path: a temporary file in the current folder
  std::vector<std::string> verbs = {"submit", "claim", "settle", "lifecycle"};
  std::vector<std::size_t> callers = {1, 16, 64, 512};
  double seconds = 2.0;       ///< measured, per verb and number of callers
  std::size_t rounds = 0;     ///< or so many rounds, however long they take; 0: by time
  std::uint64_t fill = 0;     ///< pending tasks beforehand
  std::size_t agents = 2000;  ///< registered beforehand; a round takes at most one task for each
  std::size_t lanes = 1;      ///< that the agents serve and the tasks are spread over
  bool raw = true;            ///< measure the raw engine beside it
  bool json = false;
};

/// Measures a store and prints the figures. Returns the exit code. The store is a new one beside the place named; what
/// is stored there already is not touched.
int run_bench(BenchOptions options);

}  // namespace baton::cli
