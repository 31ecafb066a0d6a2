#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "baton/error.hpp"

namespace baton::sqlite {

struct BackedUp {
  std::uint64_t bytes = 0;
  int schema = 0;
};

/// Copies a store into a new file, as it is at one moment, whether or not a daemon serves it. Writes nothing to the
/// store. The file is private, checked and on the disk when it gets its name.
/// conflict: the file is there already. invalid: not a store of ours. corrupt: the store is damaged.
Result<BackedUp> back_up(const std::string& path, const std::string& file);

struct Restored {
  std::optional<std::string> aside{};  ///< where the former store is kept; unset: there was none
  int schema = 0;
};

/// Puts a backup in the place of a store. invalid: the backup is not a store of ours, or a newer program's.
/// corrupt: it is damaged; then nothing was done. unavailable: another process has the store open.
Result<Restored> restore(const std::string& file, const std::string& path);

/// What a store's file is, and what this program would make of it.
struct Schema {
  int from = 0;
  int to = 0;
};

/// Brings the file to this program's schema, unless `dry_run`, which only reads. corrupt: it is damaged, and left alone.
Result<Schema> migrate_file(const std::string& path, bool dry_run);

}  // namespace baton::sqlite
