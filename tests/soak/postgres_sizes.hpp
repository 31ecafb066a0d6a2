#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/postgres_process.hpp"

namespace baton::test {

/// The tables that every task changes, the index of the queue, and the tasks themselves.
inline constexpr std::array hot_tables{"ready", "lines", "agents", "beats"};
inline constexpr std::array watched{"ready", "ready_pkey", "lines", "agents", "beats", "tasks"};

/// What the files of a namespace hold at one moment.
struct Sizes {
  std::map<std::string, std::uint64_t> bytes;
  /// Rows that are no more: counted in the hot tables (the server's statistics forget that a table was written anew), told by
  /// the statistics for the others.
  std::map<std::string, std::uint64_t> dead;
  std::map<std::string, std::uint64_t> file;  ///< changes when a table is written anew

  /// Each as large as in either.
  void grow_to(const Sizes& other);
};

/// Puts what counts there; before the first look.
void prepare_sizes(const PostgresProcess& server);
Sizes sizes_of(const PostgresProcess& server);

/// A table of text with a line a minute.
std::string table_of(const std::vector<Sizes>& minutes,
                     const std::vector<std::vector<std::chrono::microseconds>>& claims, std::size_t first = 1);

}  // namespace baton::test
