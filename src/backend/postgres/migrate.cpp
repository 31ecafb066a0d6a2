#include "backend/postgres/migrate.hpp"

#include <map>
#include <utility>

#include "backend/postgres/functions.hpp"
#include "backend/postgres/schema.hpp"
#include "backend/postgres/sql.hpp"
#include "core/digest.hpp"
#include "core/planted.hpp"

namespace baton::postgres {
namespace {

/// The functions are noted like a migration, under a number that none has.
constexpr int functions_number = 0;
/// Raised whenever a function changes: an older program leaves those of a newer one as they are.
constexpr int functions_revision = 4;

struct Applied {
  std::string name;
  std::string checksum;
};
using History = std::map<int, Applied>;

std::string all_functions() {
  std::string text;
  for (const functions::Named& file : functions::all) (text += planted::text("postgres", file.text)) += '\n';
  return text;
}

class Migration {
 public:
  Migration(Admin& admin, const SchemaName& schema) : admin_(admin), schema_(schema) {}

  Result<Migrated> run() {
    if (auto locked = lock(); !locked) return std::unexpected(std::move(locked.error()));
    auto history = read();
    if (!history) return std::unexpected(std::move(history.error()));
    if (auto fits = check(*history); !fits) return std::unexpected(std::move(fits.error()));
    Migrated done{.from = history->empty() ? 0 : history->rbegin()->first};
    for (const schema::Migration& migration : schema::migrations) {
      if (history->contains(migration.number)) continue;
      if (auto applied = apply(migration); !applied) return std::unexpected(std::move(applied.error()));
    }
    done.to = schema::migrations.back().number;
    auto installed = install(*history);
    if (!installed) return std::unexpected(std::move(installed.error()));
    done.functions = *installed;
    if (auto mended = exec(sql::migrate_mend); !mended) return std::unexpected(std::move(mended.error()));
    return done;
  }

 private:
  Result<void> lock() {
    auto locked = admin_.query(std::string(sql::migrate_lock), {schema_.name()});
    if (!locked) return std::unexpected(std::move(locked.error()));
    return {};
  }

  Result<History> read() {
    auto found = admin_.query(std::string(sql::migrate_find), {schema_.quoted() + ".migrations"});
    if (!found) return std::unexpected(std::move(found.error()));
    if (found->at(0).at(0) != "t") {
      if (auto made = prepare(); !made) return std::unexpected(std::move(made.error()));
    }
    auto rows = exec(sql::migrate_applied);
    if (!rows) return std::unexpected(std::move(rows.error()));
    History history;
    for (const auto& row : *rows) history[std::stoi(row.at(0).value())] = {row.at(1).value(), row.at(2).value()};
    return history;
  }

  /// The schema may have been made by somebody with more rights than ours.
  Result<Table> prepare() {
    auto there = admin_.query(std::string(sql::migrate_find_schema), {schema_.quoted()});
    if (!there) return there;
    if (there->at(0).at(0) != "t") {
      if (auto made = exec(sql::migrate_create_schema); !made) return made;
    }
    return exec(sql::migrate_prepare);
  }

  /// Those of another program: a function that is replaced must keep its shape, one that is made anew need not.
  Result<Table> drop_functions() {
    auto drops = admin_.query(std::string(sql::migrate_old_functions), {schema_.quoted()});
    if (!drops) return drops;
    const std::string all = drops->at(0).at(0).value_or("");
    return all.empty() ? drops : admin_.exec(all);
  }

  Result<void> check(const History& history) const {
    for (const auto& [number, applied] : history) {
      if (number == functions_number) continue;
      if (number > schema::migrations.back().number) {
        return fail(Errc::invalid, "the schema " + schema_.name() + " is at migration " + std::to_string(number) +
                                       ", this program knows up to " +
                                       std::to_string(schema::migrations.back().number) +
                                       "; use the newer program that wrote it");
      }
      const schema::Migration& ours = schema::migrations.at(static_cast<std::size_t>(number - 1));
      if (applied.checksum != digest(ours.text)) {
        return fail(Errc::invalid, "migration " + std::to_string(number) + " (" + applied.name + ") of the schema " +
                                       schema_.name() +
                                       " is not the one of this program: its checksum differs; use the program that "
                                       "wrote it, or copy the store with `baton store copy`");
      }
    }
    return {};
  }

  Result<void> apply(const schema::Migration& migration) {
    if (auto done = exec(migration.text); !done) return std::unexpected(std::move(done.error()));
    return note(migration.number, std::string(migration.name), digest(migration.text));
  }

  /// Whether they were not there yet, or are of an older program.
  Result<bool> install(const History& history) {
    const std::string text = all_functions();
    const std::string name = std::to_string(functions_revision);
    const auto known = history.find(functions_number);
    if (known != history.end()) {
      if (std::stoi(known->second.name) > functions_revision) return false;
      if (known->second.name == name && known->second.checksum == digest(text)) return false;
    }
    if (auto off = exec(sql::migrate_unchecked); !off) return std::unexpected(std::move(off.error()));
    if (auto gone = drop_functions(); !gone) return std::unexpected(std::move(gone.error()));
    if (auto made = exec(text); !made) return std::unexpected(std::move(made.error()));
    if (auto noted = note(functions_number, name, digest(text)); !noted) {
      return std::unexpected(std::move(noted.error()));
    }
    return true;
  }

  Result<void> note(int number, std::string name, std::string checksum) {
    auto noted =
        admin_.query(schema_.in(sql::migrate_note), {std::to_string(number), std::move(name), std::move(checksum)});
    if (!noted) return std::unexpected(std::move(noted.error()));
    return {};
  }

  Result<Table> exec(std::string_view text) { return admin_.exec(schema_.in(text)); }

  Admin& admin_;
  const SchemaName& schema_;
};

}  // namespace

Result<Migrated> migrate(Admin& admin, const SchemaName& schema, bool dry_run) {
  if (auto begun = admin.exec(std::string(sql::migrate_begin)); !begun)
    return std::unexpected(std::move(begun.error()));
  auto done = Migration(admin, schema).run();
  const auto ended = admin.exec(std::string(done && !dry_run ? sql::migrate_commit : sql::migrate_rollback));
  if (done && !ended) return std::unexpected(ended.error());
  return done;
}

Result<void> erase(Admin& admin, const SchemaName& schema) {
  auto gone = admin.exec(schema.in(sql::migrate_erase));
  if (!gone) return std::unexpected(std::move(gone.error()));
  return {};
}

}  // namespace baton::postgres
