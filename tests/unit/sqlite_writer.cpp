#include <sys/resource.h>

#include <atomic>
#include <thread>

#include "core/failpoint.hpp"
#include "sqlite_bench.hpp"

namespace baton::test::sqlite_writer_test {
namespace {

class SqliteWriter : public SqliteFile {};

std::int64_t number_in(const std::string& path, std::string_view sql) {
  auto db = sqlite::Connection::open(path, sqlite::Connection::Mode::reader);
  if (!db) throw std::runtime_error(db.error().detail);
  const std::int64_t number = (*db)->number(sql);
  if (const auto failure = (*db)->take_failure()) throw std::runtime_error(failure->detail);
  return number;
}

TEST_F(SqliteWriter, keeps_its_log_short_however_much_is_written) {
  std::uintmax_t longest = 0;
  for (int i = 0; i < 150; ++i) {
    NewTask made = task("work");
    made.payload = Json::string(std::string(200'000, 'p'));
    call(submit(std::move(made)));
    longest = std::max(longest, std::filesystem::file_size(path() + "-wal"));
  }
  EXPECT_GT(longest, 1U << 20);
  EXPECT_LT(longest, 6U << 20);
}

TEST_F(SqliteWriter, answers_many_callers_at_once_and_keeps_every_write) {
  constexpr int callers = 16;
  constexpr int each = 25;
  store();
  std::vector<std::thread> threads;
  std::atomic<int> kept{0};
  for (int caller = 0; caller < callers; ++caller) {
    threads.emplace_back([this, &kept] {
      for (int i = 0; i < each; ++i) kept += store().call(submit("work")).has_value() ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(kept, callers * each);
  close();
  EXPECT_EQ(call(QueueStats{}).lines.at(0).depth, static_cast<std::uint64_t>(callers * each));
  EXPECT_EQ(call(ReadLog{.limit = 1000}).last.value, static_cast<std::uint64_t>(callers * each));
}

TEST_F(SqliteWriter, counts_what_stands_in_line) {
  call(agent("a1"));
  for (int i = 0; i < 20; ++i) {
    NewTask made = task(i % 2 == 0 ? "even" : "odd");
    made.priority = static_cast<std::uint32_t>(i % 3);
    call(submit(std::move(made)));
  }
  for (int i = 0; i < 9; ++i) {
    const auto grant = call(claim("a1"));
    call(i % 3 == 0 ? release(*grant) : i % 3 == 1 ? complete(*grant) : fail_it(*grant));
  }
  clock->advance(std::chrono::minutes{20});
  call(again("a1"));
  call(Sweep{});
  close();
  EXPECT_EQ(number_in(path(), "SELECT count(*) FROM ready"), number_in(path(), "SELECT sum(depth) FROM lines"));
  EXPECT_EQ(number_in(path(), "SELECT count(*) FROM ready"),
            number_in(path(), "SELECT count(*) FROM tasks WHERE status = 2"));
  EXPECT_EQ(number_in(path(), "SELECT sum(live) FROM lanes"),
            number_in(path(), "SELECT count(*) FROM tasks WHERE status < 4"));
  EXPECT_EQ(number_in(path(),
                      "SELECT count(*) FROM tasks t WHERE status = 2 AND NOT EXISTS (SELECT 1 FROM ready r "
                      "WHERE r.lane = t.lane AND r.priority = t.priority AND r.place = t.place)"),
            0);
}

/// The limit on the size of files stands for a full disk.
TEST_F(SqliteWriter, refuses_on_a_full_disk_without_losing_anything_and_goes_on_when_there_is_room) {
  const int ended = in_child([this] {
    std::signal(SIGXFSZ, SIG_IGN);
    call(submit("first"));
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{.rlim_cur = 300'000, .rlim_max = limit.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    std::uint64_t kept = 1;
    std::optional<Error> refused;
    for (int i = 0; i < 100 && !refused; ++i) {
      NewTask made = task("filler");
      made.payload = Json::string(std::string(50'000, 'p'));
      const auto answer = store().call(submit(std::move(made)));
      if (answer) ++kept;
      if (!answer) refused = answer.error();
    }
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const bool told = refused && refused->code == Errc::unavailable;
    const bool goes_on = store().call(submit("last")).has_value();
    close();
    const bool all_there =
        call(ReadLog{.limit = 1000}).last.value == kept + 1 && call(ListTasks{}).items.size() == kept + 1;
    close();
    ::_exit((told ? 1 : 0) + (goes_on ? 2 : 0) + (all_there ? 4 : 0));
  });
  ASSERT_TRUE(WIFEXITED(ended));
  EXPECT_EQ(WEXITSTATUS(ended), 7);
}

/// The first write of a killed process is either whole or not there; the second start serves.
TEST_F(SqliteWriter, leaves_a_whole_store_wherever_it_is_killed) {
  std::size_t walked = 0;
  for (const std::string_view name : failpoint::names) {
    const bool early = name.starts_with("sqlite.open.") || name.starts_with("sqlite.migrate.");
    if (!early && !name.starts_with("sqlite.group.") && !name.starts_with("sqlite.close.")) continue;
    const int ended = in_child([this, name] {
      failpoint::arm(name);
      call(submit({task("one"), task("two")}));
      close();
    });
    EXPECT_TRUE(WIFSIGNALED(ended)) << name;
    const std::size_t tasks = call(ListTasks{}).items.size();
    const bool committed = name.contains("after_commit") || name.contains("replayed") || name.contains("close");
    EXPECT_EQ(tasks, committed ? 2U : 0U) << name;
    EXPECT_EQ(call(ReadLog{}).last.value, tasks) << name;
    close();
    for (const std::string& file : files_named("state.db")) std::filesystem::remove(file);
    ++walked;
  }
  EXPECT_EQ(walked, 11U);
}

}  // namespace
}  // namespace baton::test::sqlite_writer_test
