#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "baton/open.hpp"
#include "core/inspector.hpp"

namespace baton {

/// For a program that shares its process with nobody, before it opens a store: engines keep no books of the whole process that
/// nobody reads.
void own_process();

/// One name for one store, whatever its spelling, as far as that can be seen from the URL: the whole path of a file, or
/// the server's address and the namespace. invalid: as open_store.
Result<std::string> identity_of(std::string_view url, const StoreOptions& options);

/// invalid: as open_store, for all that can be seen without opening it.
Result<void> check_url(std::string_view url, const StoreOptions& options);

/// Whether opening could make a store that is not there. invalid: a directory. unavailable: its directory is not there, or
/// not for this user to write.
Result<void> check_place(std::string_view url);

/// Refuses a store that opening would first have to make: a file that is not there. not_found.
Result<void> check_there(std::string_view url);

/// What a store's file or namespace is written in, and what this program writes. 0: it is empty.
struct SchemaChange {
  int from = 0;
  int to = 0;
};

/// Brings a store to this program's schema without serving it, unless `dry_run`. invalid: as open_store, or a newer
/// program's. not_found: a file that is not there. corrupt: a damaged one. Other errors as open_store.
Result<SchemaChange> migrate_store(std::string_view url, StoreOptions options, bool dry_run);

struct Backup {
  std::uint64_t bytes = 0;
  int schema = 0;
};

/// Copies a SQLite store into a new file, as it is at one moment, whether or not a daemon serves it.
/// invalid: no SQLite store; the detail says what to use instead. conflict: the file is there already.
Result<Backup> back_up(std::string_view url, const std::string& file);

struct Restoration {
  std::string aside;  ///< where the former store is kept; empty: there was none
  int schema = 0;
};

/// Puts a backup in the place of a SQLite store. invalid: as back_up, or the file is no backup. corrupt: it is damaged.
/// unavailable: another process has the store open.
Result<Restoration> restore(const std::string& file, std::string_view url);

/// Looks at a store from inside; nobody else writes to it meanwhile. invalid: as open_store, or a store that has no
/// inside to look at. Other errors as open_store.
Result<std::unique_ptr<Inspector>> open_inspector(std::string_view url, StoreOptions options = {});

}  // namespace baton
