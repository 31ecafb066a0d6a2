#include "core/event_words.hpp"
#include "core/failpoint.hpp"
#include "sqlite_bench.hpp"

namespace baton::test::sqlite_migration_test {
namespace {

constexpr std::string_view parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// A file as the program of the first schema left it, with one task that belongs to a trace and one that does not.
class SqliteMigration : public SqliteFile {
 protected:
  void SetUp() override {
    call(agent("a1"));
    traced_ = task("work");
    traced_.traceparent = parent;
    traced_.payload = Json::string(std::string(9000, 'p'));
    call(submit(traced_));
    call(submit(plain_));
    call(thread("t"));
    text_ = export_text();
    close();
    run("UPDATE task_bodies SET traceparent = (SELECT t.traceparent FROM tasks t WHERE t.seq = task_bodies.seq);"
        "ALTER TABLE tasks DROP COLUMN traceparent; PRAGMA user_version = 1");
  }

  void run(std::string_view script) const {
    const auto db = sqlite::Connection::open(path(), sqlite::Connection::Mode::writer).value();
    ASSERT_TRUE(db->script(script));
    ASSERT_TRUE(db->checkpoint(sqlite::Connection::CheckpointMode::truncate));
  }
  std::int64_t number(const std::string& statement) const {
    return sqlite::Connection::open(path(), sqlite::Connection::Mode::reader).value()->number(statement);
  }

  void expect_all_traces() {
    const auto trace_at_last = [this](const TaskId& id) {
      EXPECT_EQ(call(Cancel{.task = id}).status, TaskStatus::cancelled);
      return word_of(call(ReadLog{.task = id, .limit = 1000}).events.back(), "traceparent");
    };
    EXPECT_EQ(call(GetTask{.task = traced_.id}).traceparent, parent);
    EXPECT_EQ(trace_at_last(traced_.id), parent);
    EXPECT_EQ(trace_at_last(plain_.id), std::nullopt);
  }

  NewTask traced_;
  NewTask plain_ = task("work");
  std::string text_;
};

TEST_F(SqliteMigration, brings_all_that_an_old_file_holds_along) {
  ASSERT_EQ(number("PRAGMA user_version"), 1);
  EXPECT_EQ(export_text(), text_);
  expect_all_traces();
  close();
  EXPECT_EQ(number("PRAGMA user_version"), 2);
}

TEST_F(SqliteMigration, begins_anew_wherever_it_was_killed) {
  const std::string old = bytes_of(path());
  for (const std::string_view name : failpoint::names) {
    if (!name.starts_with("sqlite.migrate.")) continue;
    const int ended = in_child([this, name] {
      failpoint::arm(name);
      (void)try_open();
    });
    ASSERT_TRUE(WIFSIGNALED(ended)) << name;
    EXPECT_EQ(export_text(), text_) << name;
    close();
    std::ofstream(path(), std::ios::binary) << old;
  }
}

TEST_F(SqliteMigration, is_the_same_for_what_is_salvaged_of_an_old_file) {
  constexpr std::size_t page = 4096;
  const auto lost = static_cast<std::size_t>(number("SELECT rootpage FROM sqlite_schema WHERE name = 'threads'") - 1);
  const std::string old = bytes_of(path());
  for (const std::size_t bad : {std::size_t{0}, lost}) {
    overwrite(path(), page * bad, std::string(page, '\xee'));
    expect_all_traces();
    EXPECT_EQ(files_named(".damaged-").size(), 1U);
    close();
    for (const std::string& name : files_named("state.db")) std::filesystem::remove(name);
    std::ofstream(path(), std::ios::binary) << old;
  }
}

/// The table of tables of a new file is put in the place of a damaged one, so it has to lie where a migrated file has it.
TEST_F(SqliteMigration, leaves_a_file_whose_first_page_may_be_lost) {
  store();
  close();
  overwrite(path(), 0, std::string(4096, '\xee'));
  EXPECT_EQ(export_text(), text_);
  EXPECT_EQ(files_named(".damaged-").size(), 1U);
}

}  // namespace
}  // namespace baton::test::sqlite_migration_test
