#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backend/sqlite/connection.hpp"

namespace baton::sqlite {

/// What became of one table of a damaged file.
struct Copied {
  std::string table;
  std::uint64_t kept = 0;
  std::optional<std::uint64_t> lost;  ///< unset: nobody can tell
};

/// Copies every row that can be read, table by table. Inside the caller's transaction on `to`.
std::vector<Copied> copy_rows(Connection& from, Connection& to);

}  // namespace baton::sqlite
