#include "backend/postgres/raw.hpp"

#include <utility>

#include "backend/postgres/admin.hpp"
#include "backend/postgres/migrate.hpp"
#include "backend/postgres/pack.hpp"
#include "backend/postgres/sql.hpp"

namespace baton::postgres {
namespace {

struct Way {
  Admin admin;
  SchemaName schema;
};

Result<Way> way_to(const Options& options) {
  auto admin = Admin::connect(options.url);
  if (!admin) return std::unexpected(std::move(admin.error()));
  return Way{*std::move(admin), SchemaName(options.name_space)};
}

class RawServer final : public RawEngine {
 public:
  explicit RawServer(Way way)
      : way_(std::move(way)), write_(way_.schema.in(sql::step_one_write)), read_(way_.schema.in(sql::step_one_read)) {}

  Replay run(const std::vector<Verb>& verbs, std::size_t /*callers*/) override {
    return replay_one_by_one(verbs, [this](const Verb& verb) { return step(verb); });
  }

 private:
  Result<Reply> step(const Verb& verb) {
    auto argument = pack(verb);
    if (!argument) return std::unexpected(std::move(argument.error()));
    const bool looks = std::visit([]<class V>(const V&) { return is_read<V>; }, verb);
    auto rows = way_.admin.query(looks ? read_ : write_, {std::string(name_of(verb)), *std::move(argument)});
    if (!rows) return std::unexpected(std::move(rows.error()));
    return unpack(verb, rows->at(0).at(0).value_or("")).outcome;
  }

  Way way_;
  const std::string write_;
  const std::string read_;
};

}  // namespace

Result<std::unique_ptr<RawEngine>> open_raw(const Options& options) {
  auto way = way_to(options);
  if (!way) return std::unexpected(std::move(way.error()));
  if (auto migrated = migrate(way->admin, way->schema); !migrated) return std::unexpected(std::move(migrated.error()));
  return std::make_unique<RawServer>(*std::move(way));
}

Result<void> erase(const Options& options) {
  auto way = way_to(options);
  if (!way) return std::unexpected(std::move(way.error()));
  return erase(way->admin, way->schema);
}

}  // namespace baton::postgres
