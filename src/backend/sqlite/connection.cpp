#include "backend/sqlite/connection.hpp"

#include <sqlite3.h>

#include <algorithm>

#include "backend/sqlite/errors.hpp"
#include "core/planted.hpp"

namespace baton::sqlite {
namespace {

constexpr int busy_milliseconds = 5000;

sqlite3_destructor_type lifetime(Keep keep) {
  return keep == Keep::borrowed ? SQLITE_STATIC : SQLITE_TRANSIENT;  // NOLINT(performance-no-int-to-ptr)
}

/// Never null, so that an empty text is not bound as NULL.
const char* start_of(std::string_view value) { return value.data() == nullptr ? "" : value.data(); }

Trouble trouble_of(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL: return Trouble::full;
    case SQLITE_NOMEM: return Trouble::memory;
    case SQLITE_IOERR:
    case SQLITE_PROTOCOL: return Trouble::input_output;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH: return Trouble::read_only;
    case SQLITE_CANTOPEN: return Trouble::cannot_open;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return Trouble::busy;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return Trouble::corrupt;
    case SQLITE_TOOBIG: return Trouble::too_big;
    default: return Trouble::other;
  }
}

}  // namespace

Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::bind_null(int index) { bound(sqlite3_bind_null(handle_, index + 1)); }
void Statement::bind_integer(int index, std::int64_t value) { bound(sqlite3_bind_int64(handle_, index + 1, value)); }
void Statement::bind_text(int index, std::string_view value, Keep keep) {
  bound(sqlite3_bind_text64(handle_, index + 1, start_of(value), value.size(), lifetime(keep), SQLITE_UTF8));
}
void Statement::bind_blob(int index, std::string_view value, Keep keep) {
  bound(sqlite3_bind_blob64(handle_, index + 1, start_of(value), value.size(), lifetime(keep)));
}
void Statement::bind_same(int index, const Statement& from, int column) {
  bound(sqlite3_bind_value(handle_, index + 1, sqlite3_column_value(from.handle_, column)));
}

bool Statement::is_null(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_, column); }
std::string_view Statement::text(int column) const {
  const auto* start = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  if (start == nullptr) return {};
  return {start, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}
std::string_view Statement::blob(int column) const {
  const auto* start = static_cast<const char*>(sqlite3_column_blob(handle_, column));
  if (start == nullptr) return {};
  return {start, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}
int Statement::columns() const { return sqlite3_column_count(handle_); }

// A value that was not bound for want of memory would be NULL.
void Statement::bound(int code) {
  if (code != SQLITE_OK) bound_ = code;
}
int Statement::step() {
  const int code = std::exchange(bound_, SQLITE_OK);
  return code == SQLITE_OK ? sqlite3_step(handle_) : code;
}
int Statement::reset() { return sqlite3_reset(handle_); }

Result<std::unique_ptr<Connection>> Connection::open(const std::string& path, Mode mode) {
  const int access = mode == Mode::writer ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  std::unique_ptr<Connection> connection(new Connection(handle, path));
  if (code != SQLITE_OK) {
    return std::unexpected(describe(trouble_of(code), path, handle == nullptr ? "no memory" : sqlite3_errmsg(handle)));
  }
  sqlite3_busy_timeout(handle, busy_milliseconds);
  // Only the writer moves the log into the main file, when it decides to: neither a close nor a commit does.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_wal_autocheckpoint(handle, 0);
  sqlite3_wal_hook(handle, &Connection::on_commit, connection.get());
  if (mode == Mode::reader) return connection;
  // A commit is on the disk before anybody hears of it. What a fleet works on stays in memory: 16 MiB of pages.
  if (auto set = connection->script("PRAGMA synchronous = FULL; PRAGMA cache_size = -16384"); !set) {
    return std::unexpected(set.error());
  }
  return connection;
}

Connection::~Connection() {
  statements_.clear();
  sqlite3_close_v2(handle_);
}

std::int64_t Connection::run_copied(std::string_view sql, const Statement& row, int skip) {
  Statement* statement = prepare(sql);
  if (statement == nullptr) return 0;
  for (int column = skip; column < row.columns(); ++column) statement->bind_same(column - skip, row, column);
  Rows rows(*this, statement);
  while (rows.next()) {
  }
  return failed() ? 0 : changes();
}

Result<void> Connection::script(std::string_view sql) {
  const std::string text(planted::text("sqlite", sql));
  const int code = sqlite3_exec(handle_, text.c_str(), nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return {};
  return std::unexpected(describe(trouble_of(code), path_, sqlite3_errmsg(handle_)));
}

/// Whether the file and its log can be read to their ends.
Result<void> Connection::read_all() {
  std::string chunk(std::size_t{1} << 16, '\0');
  for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER}) {
    sqlite3_file* file = nullptr;
    sqlite3_file_control(handle_, "main", which, static_cast<void*>(&file));
    if (file == nullptr || file->pMethods == nullptr) continue;
    sqlite3_int64 size = 0;
    int code = file->pMethods->xFileSize(file, &size);
    for (sqlite3_int64 at = 0; code == SQLITE_OK && at < size; at += static_cast<sqlite3_int64>(chunk.size())) {
      const auto bytes = std::min(static_cast<sqlite3_int64>(chunk.size()), size - at);
      code = file->pMethods->xRead(file, chunk.data(), static_cast<int>(bytes), at);
    }
    if (code != SQLITE_OK) return std::unexpected(describe(trouble_of(code), path_, sqlite3_errstr(code)));
  }
  return {};
}

// SQLite tells of a page that it could not read like of a damaged one. So it is damage only if all can be read, and
// only if it is still there.
Result<void> Connection::check(std::string_view pragma) {
  std::string verdict;
  for (int look = 0; look < 2; ++look) {
    verdict = word(pragma);
    if (auto failure = take_failure()) return std::unexpected(*std::move(failure));
    if (verdict == "ok") return {};
    if (auto readable = read_all(); !readable) return readable;
  }
  return fail(Errc::corrupt, "the store file " + path_ + ": " + verdict);
}

std::int64_t Connection::number(std::string_view sql) {
  Rows rows(*this, prepare(sql));
  return rows.next() ? rows.row().integer(0) : 0;
}

std::string Connection::word(std::string_view sql) {
  Rows rows(*this, prepare(sql));
  return rows.next() ? std::string(rows.row().text(0)) : std::string();
}

void Connection::report_corrupt(std::string_view what) {
  if (!failure_) failure_ = describe(Trouble::corrupt, path_, what);
}

void Connection::report_no_memory() {
  if (!failure_) failure_ = describe(Trouble::memory, path_, "out of memory");
}

bool Connection::in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

Result<Connection::Checkpoint> Connection::checkpoint(CheckpointMode mode) {
  Checkpoint done;
  const int how = mode == CheckpointMode::passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE;
  sqlite3_busy_timeout(handle_, 0);
  const int code = sqlite3_wal_checkpoint_v2(handle_, nullptr, how, &done.frames, &done.moved);
  sqlite3_busy_timeout(handle_, busy_milliseconds);
  done.busy = (code & 0xff) == SQLITE_BUSY;
  if (code == SQLITE_OK || done.busy) return done;
  return std::unexpected(describe(trouble_of(code), path_, sqlite3_errmsg(handle_)));
}

Result<void> Connection::copy_to(const std::string& path) {
  auto target = open(path, Mode::writer);
  if (!target) return std::unexpected(std::move(target.error()));
  sqlite3* to = (*target)->handle_;
  sqlite3_backup* backup = sqlite3_backup_init(to, "main", handle_, "main");
  // All pages in one step: one read transaction, so that a writer beside it changes nothing.
  if (backup != nullptr) sqlite3_backup_step(backup, -1);
  const int code = backup == nullptr ? sqlite3_errcode(to) : sqlite3_backup_finish(backup);
  if (code != SQLITE_OK) return std::unexpected(describe(trouble_of(code), path, sqlite3_errmsg(to)));
  return (*target)->script("PRAGMA journal_mode = DELETE");
}

void Connection::remove_log_on_close() { sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr); }

Statement* Connection::prepare(std::string_view sql) {
  if (failure_) return nullptr;
  auto& kept = statements_[sql.data()];
  if (kept == nullptr) {
    sqlite3_stmt* handle = nullptr;
    const std::string_view text = planted::text("sqlite", sql);
    const int code = sqlite3_prepare_v3(handle_, text.data(), static_cast<int>(text.size()), SQLITE_PREPARE_PERSISTENT,
                                        &handle, nullptr);
    if (code != SQLITE_OK) {
      statements_.erase(sql.data());
      note(code);
      return nullptr;
    }
    std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> prepared(handle, &sqlite3_finalize);
    kept = std::make_unique<Statement>(prepared.get());
    (void)prepared.release();
  }
  return kept.get();
}

bool Connection::advance(Statement& statement) {
  if (failure_) return false;
  const int code = statement.step();
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) note(code);
  return false;
}

std::int64_t Connection::changes() const { return sqlite3_changes64(handle_); }

int Connection::on_commit(void* self, sqlite3* /*handle*/, const char* /*name*/, int frames) {
  static_cast<Connection*>(self)->log_frames_ = frames;
  return SQLITE_OK;
}

void Connection::note(int code) {
  if (!failure_) failure_ = describe(trouble_of(code), path_, sqlite3_errmsg(handle_));
}

void count_no_memory() { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

std::string engine_version() { return sqlite3_libversion(); }

}  // namespace baton::sqlite
