#pragma once

#include <string>

#include "baton/store.hpp"

namespace baton::test {

/// What a worker does with its store.
struct Workload {
  std::string url;
  std::string round;           ///< distinguishes the names of this life from those before
  std::size_t callers = 16;    ///< at once
  std::size_t calls = 20'000;  ///< in all, and then it closes the store
  std::size_t payload_bytes = 40;
  bool imports = false;  ///< freezes the store, imports what it exports, thaws it, and goes on
};

/// Opens the store, works on it with many callers at once and tells of every acknowledged mutation on descriptor 3.
/// Returns the exit code of the process; usually it is killed before.
int work(const Workload& workload);

/// The workload as arguments of a program, and back.
std::vector<std::string> to_arguments(const Workload& workload);
Workload parse_workload(const std::vector<std::string>& arguments);

}  // namespace baton::test
