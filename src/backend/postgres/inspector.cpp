#include "backend/postgres/inspector.hpp"

#include <utility>

#include "backend/postgres/sql.hpp"
#include "backend/shared/wait_for.hpp"

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
  SchemaInspector(std::shared_ptr<Port> port, Admin admin, SchemaName schema, bool was_frozen)
      : port_(std::move(port)), admin_(std::move(admin)), schema_(std::move(schema)), was_frozen_(was_frozen) {}

  ~SchemaInspector() override {
    if (!was_frozen_) (void)execute(Freeze{.frozen = false});
    port_->close();
  }
  SchemaInspector(const SchemaInspector&) = delete;
  SchemaInspector& operator=(const SchemaInspector&) = delete;

  Result<std::vector<Flaw>> flaws() override {
    std::vector<Flaw> found;
    auto read = each(sql::inspect_strays, [&found](const Columns& row) {
      found.push_back({.where = "table dependencies", .what = text(row, 0), .mend = mend_by_copy});
    });
    if (!read) return std::unexpected(std::move(read.error()));
    return found;
  }

  Result<ExportPage> rows(Export request) override {
    auto page = execute(std::move(request));
    if (!page) return std::unexpected(std::move(page.error()));
    return std::get<ExportPage>(*std::move(page));
  }

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

  Result<bool> is_still_frozen() override {
    const auto health = execute(Health{});
    if (!health) return std::unexpected(health.error());
    return std::get<HealthReport>(*health).frozen;
  }

  Result<Reply> execute(Verb verb) { return shared::wait_for(port_->execute(std::move(verb))).outcome; }

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

  std::shared_ptr<Port> port_;
  Admin admin_;
  SchemaName schema_;
  bool was_frozen_;
};

Result<Admin> connect(const Options& options) {
  const auto target = parse_target(options.url);
  if (!target) return std::unexpected(target.error());
  return Admin::connect(*target);
}

}  // namespace

Result<std::unique_ptr<Inspector>> open_inspector(const Options& options) {
  auto port = open(options);
  if (!port) return std::unexpected(std::move(port.error()));
  auto admin = connect(options);
  if (!admin) return std::unexpected(std::move(admin.error()));
  const auto health = shared::wait_for((*port)->execute(Health{})).outcome;
  if (!health) return std::unexpected(health.error());
  const bool was_frozen = std::get<HealthReport>(*health).frozen;
  auto inspector = std::make_unique<SchemaInspector>(*std::move(port), *std::move(admin),
                                                     SchemaName(options.name_space), was_frozen);
  if (auto frozen = inspector->execute(Freeze{}); !frozen) return std::unexpected(std::move(frozen.error()));
  return inspector;
}

Result<Migrated> migrate(const Options& options, bool dry_run) {
  auto admin = connect(options);
  if (!admin) return std::unexpected(std::move(admin.error()));
  return migrate(*admin, SchemaName(options.name_space), dry_run);
}

}  // namespace baton::postgres
