#pragma once

#include <memory>
#include <string>

#include "backend/sqlite/connection.hpp"

namespace baton::sqlite {

/// The writing connection on a file that is ours, whole and up to date; salvaged first if it was damaged.
/// `path` is resolved and locked.
Result<std::unique_ptr<Connection>> open_file(const std::string& path);

/// The same, but a damaged file is refused: corrupt.
Result<std::unique_ptr<Connection>> open_whole_file(const std::string& path);

/// corrupt: the engine finds damage in the file. `check`: how thoroughly it looks.
enum class Thoroughness : bool { quick, full };
Result<void> check_whole(Connection& db, Thoroughness check);

}  // namespace baton::sqlite
