#pragma once

#include <memory>
#include <string>

#include "backend/sqlite/connection.hpp"

namespace baton::sqlite {

/// The writing connection on a file that is ours, whole and up to date; salvaged first if it was damaged.
/// `path` is resolved and locked.
Result<std::unique_ptr<Connection>> open_file(const std::string& path);

}  // namespace baton::sqlite
