#include "backend/sqlite/migrate.hpp"

#include "backend/sqlite/schema.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/failpoint.hpp"

namespace baton::sqlite {
namespace {

Result<void> apply(Connection& db, const schema::Migration& migration) {
  if (auto begun = db.script(sql::transaction_begin); !begun) return begun;
  BATON_FAILPOINT("sqlite.migrate.before");
  Result<void> done = db.script(migration.text);
  BATON_FAILPOINT("sqlite.migrate.statements");
  if (done) done = db.script("PRAGMA user_version = " + std::to_string(migration.number));
  if (done) done = db.script(sql::transaction_commit);
  if (!done) {
    (void)db.script(sql::transaction_rollback);
    return done;
  }
  BATON_FAILPOINT("sqlite.migrate.committed");
  return {};
}

}  // namespace

Result<Marks> read_marks(Connection& db) {
  const std::int64_t id = db.number("PRAGMA application_id");
  Marks marks{.schema = static_cast<int>(db.number("PRAGMA user_version"))};
  const std::int64_t tables = db.number(sql::marks_count_tables);
  if (auto failure = db.take_failure()) return std::unexpected(*std::move(failure));
  const bool empty = id == 0 && marks.schema == 0 && tables == 0;
  marks.origin = id == application_id ? Origin::ours : empty ? Origin::empty : Origin::foreign;
  return marks;
}

int newest_schema() { return schema::migrations.back().number; }

Result<void> check_marks(const Marks& marks, const std::string& path) {
  if (marks.origin == Origin::foreign) {
    return fail(Errc::invalid, path + " is an SQLite file of another program; choose another file");
  }
  if (marks.schema > newest_schema()) {
    return fail(Errc::invalid, path + " has schema " + std::to_string(marks.schema) + ", this program knows up to " +
                                   std::to_string(newest_schema()) + "; use the newer program that wrote it");
  }
  return {};
}

Result<void> migrate(Connection& db, const Marks& marks) {
  if (marks.origin == Origin::empty) {
    // Before the log is switched on, so that the mark is in the main file whatever happens next.
    if (auto marked = db.script("PRAGMA application_id = " + std::to_string(application_id)); !marked) return marked;
  }
  if (auto logged = db.script("PRAGMA journal_mode = WAL"); !logged) return logged;
  for (const schema::Migration& migration : schema::migrations) {
    if (migration.number <= marks.schema) continue;
    if (auto applied = apply(db, migration); !applied) return applied;
  }
  return {};
}

}  // namespace baton::sqlite
