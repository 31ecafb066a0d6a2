#include "backend/postgres/inspector.hpp"

#include <utility>

#include "backend/postgres/sql.hpp"
#include "backend/shared/frozen_port.hpp"

namespace baton::postgres {
namespace {

using Columns = std::vector<std::optional<std::string>>;

std::string text(const Columns& row, std::size_t column) { return row.at(column).value_or(""); }

/// The columns from `first` on, apart.
std::string spaced(const Columns& row, std::size_t first) {
  std::string all = text(row, first);
  for (std::size_t i = first + 1; i < row.size(); ++i) all += " " + text(row, i);
  return all;
}

class SchemaInspector final : public Inspector {
 public:
  SchemaInspector(shared::FrozenPort store, Admin admin, SchemaName schema)
      : store_(std::move(store)), admin_(std::move(admin)), schema_(std::move(schema)) {}

  Result<std::vector<Flaw>> flaws() override {
    std::vector<Flaw> found;
    auto read = each(sql::inspect_strays, [&found](const Columns& row) {
      found.push_back({.where = "table dependencies", .what = text(row, 0), .mend = mend_by_copy});
    });
    if (!read) return std::unexpected(std::move(read.error()));
    return found;
  }

  Result<ExportPage> rows(Export request) override { return store_.rows(std::move(request)); }

  // What else a schema has are indexes of the server's own: its amcheck compares those.
  std::vector<Index> indexes() const override {
    return {Index::queue,           Index::lines,          Index::heads,       Index::unresolved,
            Index::agent_deadlines, Index::pending_counts, Index::dead_counts, Index::last_deliveries};
  }

  Result<void> entries(Index index, const Visit& visit) override {
    const auto keyed = [&visit](const Columns& row) { visit({text(row, 0), spaced(row, 1)}); };
    const auto keyed_by_two = [&visit](const Columns& row) {
      visit({text(row, 0) + " " + text(row, 1), text(row, 2)});
    };
    switch (index) {
      case Index::queue: return each(sql::inspect_ready, keyed);
      case Index::lines: return each(sql::inspect_lines, keyed_by_two);
      case Index::heads: return each(sql::inspect_heads, keyed);
      case Index::unresolved:
        return each(sql::inspect_unresolved, [&visit](const Columns& row) { visit({text(row, 0), {}}); });
      case Index::agent_deadlines: return each(sql::inspect_beats, keyed);
      case Index::pending_counts: return each(sql::inspect_pending, keyed);
      case Index::dead_counts: return each(sql::inspect_dead, keyed);
      case Index::last_deliveries: return each(sql::inspect_last_deliveries, keyed_by_two);
      default: return {};
    }
  }

  std::string mend_index() const override { return mend_by_copy; }

  Result<bool> is_still_frozen() override { return store_.is_frozen(); }

 private:
  static constexpr const char* mend_by_copy =
      "`baton store copy` into another namespace or store builds every index anew";

  template <class Tell>
  Result<void> each(std::string_view statement, Tell tell) {
    const auto table = admin_.query(schema_.in(statement));
    if (!table) return std::unexpected(table.error());
    for (const Columns& row : *table) tell(row);
    return {};
  }

  shared::FrozenPort store_;
  Admin admin_;
  SchemaName schema_;
};

}  // namespace

Result<std::unique_ptr<Inspector>> open_inspector(const Options& options) {
  auto port = open(options);
  if (!port) return std::unexpected(std::move(port.error()));
  auto admin = Admin::connect(options.url);
  if (!admin) return std::unexpected(std::move(admin.error()));
  auto held = shared::FrozenPort::hold(*std::move(port));
  if (!held) return std::unexpected(std::move(held.error()));
  return std::make_unique<SchemaInspector>(*std::move(held), *std::move(admin), SchemaName(options.name_space));
}

Result<Migrated> migrate(const Options& options, bool dry_run) {
  auto admin = Admin::connect(options.url);
  if (!admin) return std::unexpected(std::move(admin.error()));
  return migrate(*admin, SchemaName(options.name_space), dry_run);
}

}  // namespace baton::postgres
