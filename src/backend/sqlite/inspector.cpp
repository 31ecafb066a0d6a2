#include "backend/sqlite/inspector.hpp"

#include <utility>

#include "backend/sqlite/codec.hpp"
#include "backend/sqlite/file.hpp"
#include "backend/sqlite/migrate.hpp"
#include "backend/sqlite/readers.hpp"
#include "backend/sqlite/recognise.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {
namespace {

constexpr const char* salvage_it =
    "keep a copy of the file, then start baton on it: what can be read is salvaged and the damaged file is set aside";
constexpr const char* remove_it = "`baton store copy` into a new store leaves it behind";

template <class... Parts>
std::string spaced(const Parts&... parts) {
  std::string text;
  ((text += (text.empty() ? "" : " "), text += parts), ...);
  return text;
}

std::string digits(std::int64_t number) { return std::to_string(number); }

class FileInspector final : public Inspector {
 public:
  FileInspector(FileLock lock, std::unique_ptr<Connection> db) : lock_(std::move(lock)), db_(std::move(db)) {}

  Result<std::vector<Flaw>> flaws() override {
    std::vector<Flaw> found;
    {
      Rows verdicts = db_->query("PRAGMA integrity_check(20)");
      while (verdicts.next()) {
        auto verdict = verdicts.as<std::string>(0);
        if (verdict != "ok") found.push_back({"the file", std::move(verdict), salvage_it});
      }
    }
    // Where pages are damaged, reading on only says so again.
    if (auto failure = db_->take_failure()) found.push_back({"the file", std::move(failure->detail), salvage_it});
    if (!found.empty()) return found;
    Rows strays = db_->query(sql::inspect_strays);
    while (strays.next()) {
      found.push_back({"table " + strays.as<std::string>(0), strays.as<std::string>(1), remove_it});
    }
    if (auto failure = db_->take_failure()) return std::unexpected(*std::move(failure));
    return found;
  }

  Result<ExportPage> rows(Export request) override {
    Answer answer = answer_on(*db_, std::move(request), SystemClock().now());
    if (!answer.outcome) return std::unexpected(std::move(answer.outcome.error()));
    return std::get<ExportPage>(*std::move(answer.outcome));
  }

  // What else a file has are indexes of its own, and integrity_check compares those.
  Result<bool> is_still_frozen() override { return true; }  // the lock on the file is ours alone

  std::vector<Index> indexes() const override {
    return {Index::queue,          Index::lines,       Index::lanes,          Index::unresolved,
            Index::pending_counts, Index::dead_counts, Index::last_deliveries};
  }

  Result<void> entries(Index index, const Visit& visit) override {
    tell(index, visit);
    if (auto failure = db_->take_failure()) return std::unexpected(*std::move(failure));
    return {};
  }

  std::string mend_index() const override { return "`baton store copy` into a new file builds every index anew"; }

 private:
  void tell(Index index, const Visit& visit) {
    switch (index) {
      case Index::queue:
        return each(sql::inspect_ready, [&](Rows& row) {
          visit({row.as<TaskId>(0).str(), spaced(row.as<std::string>(1), number(row, 2), number(row, 3))});
        });
      case Index::lines:
        return each(sql::inspect_lines,
                    [&](Rows& row) { visit({spaced(row.as<std::string>(0), number(row, 1)), number(row, 2)}); });
      case Index::lanes:
        return each(sql::inspect_lanes, [&](Rows& row) {
          visit({row.as<std::string>(0), number(row, 1) + (row.row().integer(2) != 0 ? " paused" : "")});
        });
      case Index::unresolved:
        return each(sql::inspect_unresolved, [&](Rows& row) { visit({row.as<TaskId>(0).str(), {}}); });
      case Index::pending_counts: return counts(sql::inspect_pending, visit);
      case Index::dead_counts: return counts(sql::inspect_dead, visit);
      case Index::last_deliveries:
        return each(sql::inspect_last_deliveries,
                    [&](Rows& row) { visit({spaced(row.as<std::string>(0), number(row, 1)), number(row, 2)}); });
      default: return;
    }
  }

  static std::string number(Rows& row, int column) { return digits(row.row().integer(column)); }

  void counts(std::string_view statement, const Visit& visit) {
    each(statement, [&](Rows& row) { visit({row.as<std::string>(0), number(row, 1)}); });
  }

  template <class Tell>
  void each(std::string_view statement, Tell tell_row) {
    Rows rows = db_->query(statement);
    while (rows.next()) tell_row(rows);
  }

  FileLock lock_;
  std::unique_ptr<Connection> db_;
};

}  // namespace

Result<std::unique_ptr<Inspector>> open_inspector(const std::string& path) {
  auto resolved = resolve(path);
  if (!resolved) return std::unexpected(std::move(resolved.error()));
  if (auto known = recognise(*resolved); !known) return std::unexpected(std::move(known.error()));
  auto lock = FileLock::take_to_read(*resolved);
  if (!lock) return std::unexpected(std::move(lock.error()));
  auto db = Connection::open(*resolved, Connection::Mode::reader);
  if (!db) return std::unexpected(std::move(db.error()));
  // Marks that cannot be read are damage, and that is for the check to say.
  if (const auto marks = read_marks(**db)) {
    if (auto known = check_marks(*marks, path); !known) return std::unexpected(std::move(known.error()));
    if (marks->schema < newest_schema()) {
      return fail(Errc::invalid, path + " has schema " + std::to_string(marks->schema) +
                                     ", older than this program's " + std::to_string(newest_schema()) +
                                     "; run `baton store migrate` first");
    }
  }
  return std::make_unique<FileInspector>(*std::move(lock), *std::move(db));
}

}  // namespace baton::sqlite
