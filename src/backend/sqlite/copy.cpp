#include "backend/sqlite/copy.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "backend/sqlite/codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/failpoint.hpp"

namespace baton::sqlite {
namespace {

/// How to read a table from either end, and how to write it. A table with row numbers can also be read from the middle.
struct TableWords {
  std::string_view name;
  std::string_view read;
  std::string_view read_back;
  std::string_view keep;
  std::string_view count;
  bool numbered = true;
};

#define BATON_TABLE(name, numbered)                                                           \
  TableWords {                                                                                \
    #name, sql::salvage_read_##name, sql::salvage_read_back_##name, sql::salvage_keep_##name, \
        sql::salvage_count_##name, numbered                                                   \
  }

constexpr std::array<TableWords, 22> tables{
    BATON_TABLE(meta, true),          BATON_TABLE(notes, true),
    BATON_TABLE(agents, false),       BATON_TABLE(agent_metadata, false),
    BATON_TABLE(tasks, true),         BATON_TABLE(task_bodies, true),
    BATON_TABLE(task_outcomes, true), BATON_TABLE(lanes, false),
    BATON_TABLE(dependencies, false), BATON_TABLE(late_results, false),
    BATON_TABLE(keys, false),         BATON_TABLE(events, true),
    BATON_TABLE(groups, false),       BATON_TABLE(deliveries, false),
    BATON_TABLE(threads, true),       BATON_TABLE(messages, true),
    BATON_TABLE(locks, false),        BATON_TABLE(sessions, false),
    BATON_TABLE(results, true),       BATON_TABLE(correlations, true),
    BATON_TABLE(signals, true),       BATON_TABLE(records, true),
};
#undef BATON_TABLE

constexpr std::int64_t first_number = std::numeric_limits<std::int64_t>::min();

/// Walks one table of the damaged file into the new one.
class TableCopy {
 public:
  TableCopy(const TableWords& table, Connection& from, Connection& to) : table_(table), from_(from), to_(to) {}

  Copied run() {
    if (!walk(table_.read, first_number)) {
      const std::int64_t gap = last_;
      if (table_.numbered) leap();
      walk(table_.read_back, gap);
    }
    return {.table = std::string(table_.name), .kept = kept_, .lost = lost()};
  }

 private:
  /// Keeps rows until the end (true) or until one cannot be read.
  bool walk(std::string_view sql, std::int64_t from) {
    {
      Rows rows = table_.numbered ? from_.query(sql, from) : from_.query(sql);
      while (rows.next()) keep(rows.row());
    }
    return !from_.take_failure();
  }

  /// Goes on behind the bad page: at twice the distance each time, because nobody knows how many rows it held.
  void leap() {
    last_ = std::max<std::int64_t>(last_, 0);
    for (std::int64_t distance = 1; distance < (std::int64_t{1} << 40); distance *= 2) {
      const std::int64_t before = last_;
      if (walk(table_.read, last_ + distance)) return;
      if (last_ != before) distance = 1;
    }
  }

  void keep(const Statement& row) {
    const int skip = table_.numbered ? 1 : 0;
    if (table_.numbered) last_ = row.integer(0);
    kept_ += static_cast<std::uint64_t>(to_.run_copied(table_.keep, row, skip));
    // A row that the schema refuses is as lost as one that cannot be read.
    (void)to_.take_failure();
  }

  std::optional<std::uint64_t> lost() {
    const auto count = static_cast<std::uint64_t>(from_.number(table_.count));
    if (from_.take_failure()) return std::nullopt;
    return count - std::min(count, kept_);
  }

  const TableWords& table_;
  Connection& from_;
  Connection& to_;
  std::int64_t last_ = first_number;
  std::uint64_t kept_ = 0;
};

}  // namespace

std::vector<Copied> copy_rows(Connection& from, Connection& to) {
  std::vector<Copied> report;
  for (const TableWords& table : tables) {
    report.push_back(TableCopy(table, from, to).run());
    BATON_FAILPOINT("sqlite.salvage.table");
  }
  return report;
}

}  // namespace baton::sqlite
