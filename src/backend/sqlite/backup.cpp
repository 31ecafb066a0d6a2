#include "backend/sqlite/backup.hpp"

#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "backend/sqlite/file.hpp"
#include "backend/sqlite/migrate.hpp"
#include "backend/sqlite/open.hpp"
#include "backend/sqlite/recognise.hpp"
#include "backend/sqlite/salvage.hpp"
#include "backend/sqlite/swap.hpp"

namespace baton::sqlite {
namespace {

namespace fs = std::filesystem;

struct Source {
  std::unique_ptr<Connection> db;
  Marks marks;
};

/// A file of ours, to read from.
Result<Source> open_source(const std::string& path) {
  if (auto known = recognise(path); !known) return std::unexpected(std::move(known.error()));
  auto db = Connection::open(path, Connection::Mode::reader);
  if (!db) return std::unexpected(std::move(db.error()));
  const auto marks = read_marks(**db);
  if (!marks) return std::unexpected(marks.error());
  if (marks->origin == Origin::empty) return fail(Errc::invalid, path + " is no store; name one that baton has served");
  if (auto ours = check_marks(*marks, path); !ours) return std::unexpected(std::move(ours.error()));
  return Source{.db = *std::move(db), .marks = *marks};
}

/// A whole one to restore from: what a start salvages of a store is no backup.
Result<Source> open_backup(const std::string& path) {
  auto source = open_source(path);
  Result<void> whole = source ? check_whole(*source->db, Thoroughness::full) : std::unexpected(source.error());
  if (whole) return source;
  if (whole.error().code != Errc::corrupt) return std::unexpected(std::move(whole.error()));
  return fail(Errc::corrupt, "the backup " + path +
                                 " is damaged; restore another one, or start `baton serve` on a copy "
                                 "of it, which salvages what can be read");
}

/// A complete copy on the disk; nothing under that name if it fails.
Result<void> copy_whole(Connection& from, const std::string& path, const std::string& replaced) {
  remove_with_companions(path);
  auto made = create_private(path, replaced);
  if (!made) return std::unexpected(std::move(made.error()));
  Result<void> copied = from.copy_to(path);
  if (copied) {
    auto copy = Connection::open(path, Connection::Mode::reader);
    copied = copy ? check_whole(**copy, Thoroughness::full) : std::unexpected(std::move(copy.error()));
  }
  if (copied) copied = sync_file(path);
  if (!copied) remove_with_companions(path);
  return copied;
}

/// Gives the file its name, unless somebody else has taken that meanwhile.
Result<void> publish(const std::string& part, const std::string& file) {
  std::error_code error;
  fs::create_hard_link(part, file, error);
  std::error_code ignored;
  fs::remove(part, ignored);
  if (error) return cannot("name the backup " + file, error);
  return sync_directory(file);
}

}  // namespace

Result<BackedUp> back_up(const std::string& path, const std::string& file) {
  auto resolved = resolve(path);
  if (!resolved) return std::unexpected(std::move(resolved.error()));
  auto target = resolve(file);
  if (!target) return std::unexpected(std::move(target.error()));
  if (fs::exists(*target)) return fail(Errc::conflict, file + " is there already; name a new file");
  auto source = open_source(*resolved);
  if (!source) return std::unexpected(std::move(source.error()));
  const std::string part = *target + ".part-" + std::to_string(::getpid());
  if (auto copied = copy_whole(*source->db, part, {}); !copied) return std::unexpected(std::move(copied.error()));
  const std::uint64_t bytes = fs::file_size(part);
  if (auto named = publish(part, *target); !named) return std::unexpected(std::move(named.error()));
  return BackedUp{.bytes = bytes, .schema = source->marks.schema};
}

Result<Restored> restore(const std::string& file, const std::string& path) {
  auto resolved = resolve(path);
  if (!resolved) return std::unexpected(std::move(resolved.error()));
  auto source = open_backup(file);
  if (!source) return std::unexpected(std::move(source.error()));
  auto lock = FileLock::take(*resolved);
  if (!lock) return std::unexpected(std::move(lock.error()));
  if (auto finished = finish_salvage(*resolved); !finished) return std::unexpected(finished.error());
  if (auto copied = copy_whole(*source->db, growing(*resolved), *resolved); !copied)
    return std::unexpected(copied.error());
  Restored restored{.schema = source->marks.schema};
  if (fs::exists(*resolved)) {
    restored.aside = name_aside(*resolved, "replaced");
    if (auto kept = set_aside(*resolved, *restored.aside); !kept) return std::unexpected(std::move(kept.error()));
  }
  if (auto swapped = swap_in(*resolved); !swapped) return std::unexpected(std::move(swapped.error()));
  return restored;
}

Result<Schema> migrate_file(const std::string& path, bool dry_run) {
  auto resolved = resolve(path);
  if (!resolved) return std::unexpected(std::move(resolved.error()));
  const auto source = open_source(*resolved);
  if (!source) return std::unexpected(source.error());
  const Schema schema{.from = source->marks.schema, .to = newest_schema()};
  // Who only looks hears of all that would stop who means it.
  const auto whole = dry_run ? check_whole(*source->db, Thoroughness::quick) : Result<void>{};
  if (!whole) return std::unexpected(whole.error());
  if (dry_run || schema.from == schema.to) return schema;
  auto lock = FileLock::take(*resolved);
  if (!lock) return std::unexpected(std::move(lock.error()));
  const auto migrated = open_whole_file(*resolved);
  if (!migrated) return std::unexpected(migrated.error());
  return schema;
}

}  // namespace baton::sqlite
