#include <algorithm>
#include <random>

#include "backend/sqlite/schema.hpp"
#include "sqlite_bench.hpp"

namespace baton::test::sqlite_file_test {
namespace {

TEST_F(SqliteFile, refuses_a_directory_and_names_a_file_to_take) {
  const auto opened = sqlite::open({.path = directory_.path().string(), .clock = clock});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Errc::invalid);
  EXPECT_TRUE(opened.error().detail.contains(directory_.path().string() + "/state.db")) << opened.error().detail;
}

TEST_F(SqliteFile, refuses_a_place_whose_directory_is_missing_and_names_it) {
  const std::string missing = (directory_.path() / "missing").string();
  const auto opened = sqlite::open({.path = missing + "/state.db", .clock = clock});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Errc::unavailable);
  EXPECT_TRUE(opened.error().detail.contains(missing)) << opened.error().detail;
}

TEST_F(SqliteFile, a_place_is_judged_and_nothing_is_made_there) {
  EXPECT_TRUE(sqlite::check_place(path()));
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_EQ(sqlite::check_place(directory_.path().string()).error().code, Errc::invalid);
  ::chmod(directory_.path().c_str(), 0555);
  static constexpr uid_t nobody = 65534;
  const auto refused = [this] {
    // Root may write anywhere.
    if (::geteuid() == 0 && ::setuid(nobody) != 0) return false;
    const auto place = sqlite::check_place(path());
    return !place && place.error().code == Errc::unavailable;
  };
  EXPECT_EXIT(::_exit(refused() ? 0 : 1), testing::ExitedWithCode(0), "");
  ::chmod(directory_.path().c_str(), 0700);
}

TEST_F(SqliteFile, refuses_a_device) {
  const auto opened = sqlite::open({.path = "/dev/null", .clock = clock});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Errc::invalid);
}

TEST_F(SqliteFile, is_readable_by_its_owner_alone_whatever_the_umask) {
  const mode_t before = ::umask(0);
  call(submit("work"));
  ::umask(before);
  for (const std::string companion : {"", "-wal", "-shm", ".lock"})
    EXPECT_EQ(mode_of(path() + companion), 0600U) << companion;
}

TEST_F(SqliteFile, takes_an_empty_file_as_a_new_store) {
  std::ofstream(path()).close();
  call(submit("work"));
  EXPECT_EQ(mode_of(path()), 0600U);
}

TEST_F(SqliteFile, is_one_plain_file_after_a_clean_close) {
  call(submit("work"));
  close();
  EXPECT_FALSE(std::filesystem::exists(path() + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(path() + "-shm"));
}

TEST_F(SqliteFile, is_refused_a_second_time_in_the_same_process_also_under_another_name) {
  store();
  const std::string link = (directory_.path() / "link.db").string();
  std::filesystem::create_symlink(path(), link);
  for (const std::string& name : {path(), link, (directory_.path() / "." / "state.db").string()}) {
    const auto second = sqlite::open({.path = name, .clock = clock});
    ASSERT_FALSE(second) << name;
    EXPECT_EQ(second.error().code, Errc::unavailable);
    EXPECT_TRUE(second.error().detail.contains(path())) << second.error().detail;
  }
  close();
  EXPECT_TRUE(try_open());
}

TEST_F(SqliteFile, is_refused_to_a_second_process_and_free_again_once_the_first_is_killed) {
  int ready[2] = {};
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t holder = ::fork();
  if (holder == 0) {
    const auto port = try_open();
    const char word = port ? 'y' : 'n';
    (void)!::write(ready[1], &word, 1);
    ::pause();
    ::_exit(0);
  }
  char word = 0;
  ASSERT_EQ(::read(ready[0], &word, 1), 1);
  EXPECT_EQ(word, 'y');
  const auto second = try_open();
  ::kill(holder, SIGKILL);
  ::waitpid(holder, nullptr, 0);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Errc::unavailable);
  EXPECT_TRUE(second.error().detail.contains(path() + " is in use by process " + std::to_string(holder)))
      << second.error().detail;
  EXPECT_TRUE(try_open());
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(SqliteFile, of_a_newer_schema_is_refused_by_both_numbers_and_left_alone) {
  call(submit("work"));
  close();
  {
    auto db = sqlite::Connection::open(path(), sqlite::Connection::Mode::writer);
    ASSERT_TRUE(db);
    ASSERT_TRUE((*db)->script("PRAGMA user_version = 4711"));
    ASSERT_TRUE((*db)->checkpoint(sqlite::Connection::CheckpointMode::truncate));
  }
  const std::string before = bytes_of(path());
  const auto opened = try_open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Errc::invalid);
  EXPECT_TRUE(opened.error().detail.contains("schema 4711")) << opened.error().detail;
  EXPECT_TRUE(opened.error().detail.contains("up to 2")) << opened.error().detail;
  EXPECT_EQ(bytes_of(path()), before);
}

TEST_F(SqliteFile, of_another_program_is_refused_and_left_alone) {
  std::ofstream(path()).close();
  {
    auto db = sqlite::Connection::open(path(), sqlite::Connection::Mode::writer);
    ASSERT_TRUE(db);
    ASSERT_TRUE((*db)->script("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)"));
  }
  const std::string before = bytes_of(path());
  const auto opened = try_open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Errc::invalid);
  EXPECT_EQ(bytes_of(path()), before);
  EXPECT_TRUE(files_named("damaged").empty());
}

TEST_F(SqliteFile, of_another_program_is_left_alone_even_when_it_is_damaged) {
  std::ofstream(path()).close();
  {
    auto db = sqlite::Connection::open(path(), sqlite::Connection::Mode::writer);
    ASSERT_TRUE(db);
    ASSERT_TRUE((*db)->script("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)"));
  }
  overwrite(path(), 100, std::string(3000, 'x'));
  const std::string before = bytes_of(path());
  const auto opened = try_open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Errc::corrupt);
  EXPECT_EQ(bytes_of(path()), before);
  EXPECT_TRUE(files_named("damaged").empty());
}

TEST_F(SqliteFile, that_was_never_a_store_is_refused_and_nothing_is_written_beside_it) {
  std::string noise(100'000, '\0');
  std::ranges::generate(noise, [random = std::minstd_rand{7}]() mutable { return static_cast<char>(random()); });
  std::string schema(4096, '-');
  for (const sqlite::schema::Migration& migration : sqlite::schema::migrations) schema += migration.text;
  for (const std::string& text : {std::string("these are somebody's notes\n"), std::string("\0", 1), noise, schema}) {
    std::ofstream(path(), std::ios::binary) << text;
    const auto opened = try_open();
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, Errc::invalid);
    EXPECT_TRUE(opened.error().detail.ends_with("choose another file, or move this one away")) << opened.error().detail;
    EXPECT_EQ(bytes_of(path()), text);
    EXPECT_EQ(files_named("state.db"), std::vector{path()});
  }
}

TEST_F(SqliteFile, keeps_everything_over_a_restart) {
  call(agent("a1"));
  call(submit("work"));
  call(claim("a1"));
  call(thread("t"));
  call(append("t"));
  const std::string before = export_text();
  close();
  EXPECT_EQ(export_text(), before);
}

TEST_F(SqliteFile, keeps_its_time_from_running_backwards_over_a_restart) {
  call(submit("work"));
  const Time before = call(Health{}).now;
  close();
  clock->set(before - std::chrono::hours{1});
  EXPECT_EQ(call(Health{}).now, before);
}

TEST_F(SqliteFile, says_that_it_is_durable) {
  const HealthReport health = call(Health{});
  EXPECT_EQ(health.backend, "sqlite");
  EXPECT_TRUE(health.durable);
  EXPECT_EQ(health.durability, "full");
  EXPECT_EQ(health.version, sqlite::engine_version());
  EXPECT_TRUE(health.notes.empty());
}

}  // namespace
}  // namespace baton::test::sqlite_file_test
