#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "baton/error.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace baton::sqlite {

/// Whether a bound text lives until the statement has run, or must be copied.
enum class Keep : bool { borrowed, copied };

/// A prepared statement, kept for the life of its connection. Indexes start at 0.
class Statement {
 public:
  explicit Statement(sqlite3_stmt* handle) : handle_(handle) {}
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind_null(int index);
  void bind_integer(int index, std::int64_t value);
  void bind_text(int index, std::string_view value, Keep keep);
  void bind_blob(int index, std::string_view value, Keep keep);

  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  std::string_view text(int column) const;  ///< valid until the next row
  std::string_view blob(int column) const;
  int columns() const;

  /// A copy of another statement's column, whatever its type.
  void bind_same(int index, const Statement& from, int column);

  /// Fails without running if a value could not be bound.
  int step();
  /// The error of the last step, or of a column that could not be read for want of memory and looked empty.
  int reset();

 private:
  void bound(int code);

  sqlite3_stmt* handle_;
  int bound_ = 0;
};

/// The rows of one query; releases its statement when it goes.
class Rows;

/// One SQLite connection, used by one thread at a time.
///
/// The first statement that fails leaves its error in `failure`; every later one does nothing and returns no rows until
/// the failure is taken. So a verb is written without looking at each statement, and whoever runs it looks once, before
/// anything is committed.
class Connection {
 public:
  enum class Mode : std::uint8_t { writer, reader };

  static Result<std::unique_ptr<Connection>> open(const std::string& path, Mode mode);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Runs a statement to its end and returns how many rows it changed. Defined in codec.hpp, as is query.
  template <class... Values>
  std::int64_t run(std::string_view sql, const Values&... values);
  template <class... Values>
  Rows query(std::string_view sql, const Values&... values);

  /// Runs a statement whose parameters are the columns of a row of another connection, from column `skip` on.
  std::int64_t run_copied(std::string_view sql, const Statement& row, int skip);

  /// Runs text that may hold several statements: migrations and settings.
  Result<void> script(std::string_view sql);
  /// Whether the file is whole, as one of SQLite's checks finds it. corrupt: it is damaged. What cannot be read for
  /// another reason is no damage.
  Result<void> check(std::string_view pragma);
  /// The first column of the first row, 0 without one.
  std::int64_t number(std::string_view sql);
  std::string word(std::string_view sql);

  bool failed() const { return failure_.has_value(); }
  /// The error of the first statement that failed, once.
  std::optional<Error> take_failure() { return std::exchange(failure_, std::nullopt); }
  /// For rows that contradict one another: stored data is damaged in a way SQLite cannot see.
  void report_corrupt(std::string_view what);
  /// For a step of ours that got none.
  void report_no_memory();

  bool in_transaction() const;

  struct Checkpoint {
    bool busy = false;
    int frames = 0;  ///< in the log
    int moved = 0;   ///< of them now in the main file
  };
  enum class CheckpointMode : std::uint8_t { passive, truncate };
  /// Never waits for readers.
  Result<Checkpoint> checkpoint(CheckpointMode mode);
  /// Length of the write-ahead log after the last commit, in pages.
  int log_frames() const { return log_frames_; }

  /// Copies the whole database, as it is at one moment, into a file that is there and empty. The copy has no log of its
  /// own, so that it is one plain file. Only reads here.
  Result<void> copy_to(const std::string& path);

  /// Lets the close remove the log. Only for the last connection, once the log has been moved.
  void remove_log_on_close();

  const std::string& path() const { return path_; }

 private:
  friend class Rows;
  Connection(sqlite3* handle, std::string path) : handle_(handle), path_(std::move(path)) {}

  Statement* prepare(std::string_view sql);
  /// Steps, and says whether there is a row.
  bool advance(Statement& statement);
  std::int64_t changes() const;
  Result<void> read_all();
  void note(int code);
  static int on_commit(void* self, sqlite3* handle, const char* name, int frames);

  sqlite3* handle_;
  std::string path_;
  std::unordered_map<const char*, std::unique_ptr<Statement>> statements_;  ///< by the address of its constant text
  std::optional<Error> failure_;
  int log_frames_ = 0;
};

class Rows {
 public:
  Rows(Connection& connection, Statement* statement) : connection_(connection), statement_(statement) {}
  ~Rows() {
    if (statement_ == nullptr) return;
    if (const int code = statement_->reset(); code != 0) connection_.note(code);
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  bool next() { return statement_ != nullptr && connection_.advance(*statement_); }

  /// Reads consecutive columns. Defined in codec.hpp.
  template <class... Values>
  void into(Values&... values);
  template <class Value>
  Value as(int column);

  const Statement& row() const { return *statement_; }

 private:
  Connection& connection_;
  Statement* statement_;
};

/// For all of the process, before its first connection: SQLite no longer counts the memory that it uses, for which all
/// connections take turns.
void count_no_memory();

/// The engine's version.
std::string engine_version();

}  // namespace baton::sqlite
