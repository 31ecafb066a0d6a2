#include "core/failpoint.hpp"
#include "sqlite_bench.hpp"

namespace baton::test::sqlite_salvage_test {
namespace {

constexpr std::size_t page = 4096;

class SqliteSalvage : public SqliteFile {
 protected:
  /// Enough of everything that its tables span many pages.
  void fill() {
    call(agent("a1"));
    for (int i = 0; i < 200; ++i) {
      NewTask made = task("work");
      made.payload = Json::string(std::string(1500, 'p'));
      call(submit(std::move(made)));
    }
    call(claim("a1"));
    call(thread("t"));
    for (int i = 0; i < 50; ++i) call(append("t", "\"" + std::string(200, 'm') + "\""));
    call(record("r1"));
  }

  /// How many of the tables that were filled still hold most of their rows.
  int tables_kept() {
    const bool events = call(ReadLog{.limit = 1000}).events.size() > 100;
    const auto thread_there = store().call(messages("t", 1000));
    const bool messages_kept = thread_there && thread_there->items.size() > 20;
    const bool record_kept = store().call(get_record("r1")).has_value();
    const bool agent_kept = store().call(GetAgent{.agent = agent_id("a1")}).has_value();
    return (count_tasks() > 100 ? 1 : 0) + (events ? 1 : 0) + (messages_kept ? 1 : 0) + (record_kept ? 1 : 0) +
           (agent_kept ? 1 : 0);
  }

  std::size_t count_tasks() {
    std::size_t count = 0;
    for (std::optional<Seq> after;;) {
      const TaskPage list = call(ListTasks{.after = after, .limit = 1000});
      count += list.items.size();
      if (!list.next) return count;
      after = list.next;
    }
  }
};

TEST_F(SqliteSalvage, is_not_tried_where_nothing_can_be_recognised) {
  fill();
  close();
  overwrite(path(), 0, std::string(std::filesystem::file_size(path()), '\xee'));
  const std::string before = bytes_of(path());
  const auto opened = try_open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Errc::invalid);
  EXPECT_EQ(bytes_of(path()), before);
  EXPECT_TRUE(files_named(".damaged-").empty());
}

TEST_F(SqliteSalvage, keeps_every_row_when_only_the_name_of_the_format_is_bad) {
  fill();
  close();
  overwrite(path(), 0, std::string(16, '\xee'));
  EXPECT_EQ(count_tasks(), 200U);
  ASSERT_EQ(notes().size(), 1U);
  EXPECT_TRUE(notes().front().contains("lost rows: none")) << notes().front();
}

TEST_F(SqliteSalvage, recognises_a_store_by_its_log_alone) {
  const int ended = in_child([this] {
    call(submit("first"));
    std::raise(SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(ended));
  overwrite(path(), 0, std::string(std::filesystem::file_size(path()), '\xee'));
  EXPECT_EQ(count_tasks(), 1U);
}

TEST_F(SqliteSalvage, keeps_the_damaged_file_as_it_was) {
  fill();
  close();
  overwrite(path(), page * 20, std::string(page, '\xee'));
  const std::string before = bytes_of(path());
  store();
  const auto aside = files_named(".damaged-");
  ASSERT_EQ(aside.size(), 1U);
  EXPECT_EQ(bytes_of(aside.front()), before);
  EXPECT_EQ(mode_of(path()), 0600U);
}

TEST_F(SqliteSalvage, loses_one_table_at_most_when_one_page_is_bad_whichever_it_is) {
  fill();
  close();
  const std::string whole = bytes_of(path());
  const std::size_t pages = whole.size() / page;
  std::size_t damaged = 0;
  // The first pages hold the roots of the tables, the rest their rows; a few stand for all.
  std::size_t tried = 0;
  for (std::size_t bad = 0; bad < pages; bad += bad < 60 ? 4 : 37, ++tried) {
    std::ofstream(path(), std::ios::binary) << whole;
    overwrite(path(), page * bad, std::string(page, '\xee'));
    EXPECT_GE(tables_kept(), 4) << "page " << bad;
    damaged += files_named(".damaged-").size();
    close();
    for (const std::string& name : files_named("state.db")) std::filesystem::remove(name);
  }
  EXPECT_GT(damaged, tried / 2);
}

TEST_F(SqliteSalvage, keeps_every_row_when_only_the_first_page_is_bad) {
  fill();
  close();
  overwrite(path(), 0, std::string(page, '\xee'));
  EXPECT_EQ(count_tasks(), 200U);
  EXPECT_EQ(call(messages("t", 1000)).items.size(), 50U);
  ASSERT_EQ(notes().size(), 1U);
  EXPECT_TRUE(notes().front().contains("lost rows: none")) << notes().front();
}

TEST_F(SqliteSalvage, keeps_what_it_can_of_a_truncated_file) {
  fill();
  close();
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) / 2);
  EXPECT_GT(count_tasks(), 0U);
  ASSERT_EQ(notes().size(), 1U);
  EXPECT_TRUE(notes().front().contains("lost rows: ")) << notes().front();
}

TEST_F(SqliteSalvage, keeps_acknowledged_writes_that_are_only_in_the_log) {
  fill();
  close();
  const int ended = in_child([this] {
    call(submit("late"));
    std::raise(SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(ended));
  ASSERT_GT(std::filesystem::file_size(path() + "-wal"), 0U);
  overwrite(path(), 0, std::string(page, '\xee'));
  EXPECT_EQ(count_tasks(), 201U);
}

TEST_F(SqliteSalvage, leaves_a_store_that_serves) {
  fill();
  close();
  overwrite(path(), page * 70, std::string(page * 6, '\xee'));
  call(again("a1"));
  std::size_t claimed = 0;
  for (auto grant = call(claim("a1", 2)); grant; grant = call(claim("a1", 2))) {
    EXPECT_TRUE(call(complete(*grant)).counted);
    ++claimed;
  }
  EXPECT_GT(claimed, 0U);
  EXPECT_EQ(call(ListTasks{.status = TaskStatus::pending}).items.size(), 0U);
  EXPECT_TRUE(call(QueueStats{}).lines.empty());
}

TEST_F(SqliteSalvage, is_finished_by_the_next_start_wherever_it_was_killed) {
  fill();
  close();
  overwrite(path(), 0, std::string(page, '\xee'));
  const std::string damaged = bytes_of(path());
  std::size_t walked = 0;
  for (const std::string_view name : failpoint::names) {
    if (!name.starts_with("sqlite.salvage.")) continue;
    std::ofstream(path(), std::ios::binary) << damaged;
    const int ended = in_child([this, name] {
      failpoint::arm(name);
      (void)try_open();
    });
    ASSERT_TRUE(WIFSIGNALED(ended)) << name;
    EXPECT_EQ(count_tasks(), 200U) << name;
    EXPECT_FALSE(files_named(".damaged-").empty()) << name;
    close();
    for (const std::string& file : files_named("state.db")) std::filesystem::remove(file);
    ++walked;
  }
  EXPECT_EQ(walked, 6U);
}

}  // namespace
}  // namespace baton::test::sqlite_salvage_test
