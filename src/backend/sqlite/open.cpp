#include "backend/sqlite/open.hpp"

#include "backend/sqlite/file.hpp"
#include "backend/sqlite/migrate.hpp"
#include "backend/sqlite/salvage.hpp"
#include "core/failpoint.hpp"

namespace baton::sqlite {
namespace {

/// The log is kept short by the writer.
constexpr std::string_view settings =
    "PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;"
    "PRAGMA journal_size_limit = 8388608;";

}  // namespace

Result<void> check_whole(Connection& db, Thoroughness check) {
  return db.check(check == Thoroughness::quick ? "PRAGMA quick_check(1)" : "PRAGMA integrity_check(1)");
}

// Nothing is written before all checks have passed.
Result<std::unique_ptr<Connection>> open_whole_file(const std::string& path) {
  auto db = Connection::open(path, Connection::Mode::writer);
  if (!db) return db;
  auto marks = read_marks(**db);
  if (!marks) return std::unexpected(marks.error());
  if (auto ours = check_marks(*marks, path); !ours) return std::unexpected(ours.error());
  if (auto whole = check_whole(**db, Thoroughness::quick); !whole) return std::unexpected(whole.error());
  if (auto set = (*db)->script(settings); !set) return std::unexpected(set.error());
  if (auto migrated = migrate(**db, *marks); !migrated) return std::unexpected(migrated.error());
  return db;
}

Result<std::unique_ptr<Connection>> open_file(const std::string& path) {
  if (auto finished = finish_salvage(path); !finished) return std::unexpected(finished.error());
  auto created = create_private(path);
  if (!created) return std::unexpected(created.error());
  BATON_FAILPOINT("sqlite.open.created");
  auto db = open_whole_file(path);
  if (db || db.error().code != Errc::corrupt) return db;
  if (auto salvaged = salvage(path, db.error().detail); !salvaged) return std::unexpected(salvaged.error());
  return open_whole_file(path);
}

}  // namespace baton::sqlite
