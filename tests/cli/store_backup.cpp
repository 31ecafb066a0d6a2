#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "cli/store_world.hpp"
#include "support/child.hpp"
#include "support/programs.hpp"
#include "support/small_disk.hpp"

namespace baton::test {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
namespace fs = std::filesystem;

class StoreBackup : public StoreCommandTest {
 protected:
  std::vector<std::string> files_with(const std::string& part) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      if (const std::string name = entry.path().filename(); name.contains(part)) names.push_back(name);
    }
    return names;
  }
  static unsigned mode_of(const std::string& file) {
    struct stat there{};
    return ::stat(file.c_str(), &there) == 0 ? there.st_mode & 0777U : 0;
  }
};

TEST_F(StoreBackup, is_made_while_a_daemon_serves_and_restored_when_it_does_not) {
  std::string kept;
  {
    DaemonProcess daemon(folder_, {"serve", "--store", "sqlite:state.db"});
    ASSERT_EQ(daemon.call("POST", "/v1/tasks", R"({"kind":"kept"})").status, 201);
    const Ended ended = baton({"store", "backup", "sqlite:state.db", "backup.db"});
    ASSERT_EQ(ended.exit_code, 0) << ended.out;
    EXPECT_EQ(mode_of(path("backup.db")), 0600U);
    EXPECT_TRUE(files_with("backup.db.").empty() && files_with("backup.db-").empty()) << "it is one plain file";
    ASSERT_EQ(daemon.call("POST", "/v1/tasks", R"({"kind":"late"})").status, 201);
    EXPECT_EQ(check(file("backup.db")).exit_code, 0);
    kept = text_of(file("backup.db"));

    const Ended early = baton({"store", "restore", "backup.db", "sqlite:state.db"});
    EXPECT_EQ(early.exit_code, 1);
    EXPECT_THAT(early.out, HasSubstr("is in use by process"));
    daemon.signal(SIGTERM);
    EXPECT_EQ(daemon.wait(seconds{30}), 0);
  }
  const std::string late = text_of(file("state.db"));
  EXPECT_THAT(late, HasSubstr("late"));
  const Ended restored = baton({"store", "restore", "backup.db", "sqlite:state.db"});
  ASSERT_EQ(restored.exit_code, 0) << restored.out;
  EXPECT_EQ(text_of(file("state.db")), kept);
  EXPECT_EQ(mode_of(path("state.db")), 0600U);
  const auto aside = files_with(".replaced-");
  ASSERT_EQ(aside.size(), 1U);
  EXPECT_THAT(restored.out, HasSubstr(aside.front()));
  EXPECT_EQ(text_of(file(aside.front())), late) << "what was there is kept";
}

/// In a folder of the user that serves the store, where root gives the commands.
class StoreOfAnother : public StoreBackup {
 protected:
  void SetUp() override {
    served_by_ = account_of("nobody");
    if (served_by_) return give(folder_.path(), served_by_);
    if (std::getenv("CI") != nullptr) FAIL() << "this test has to give files to another user; run it as root";
    GTEST_SKIP() << "not run: it has to give files to another user, which needs root";
  }
  std::vector<std::string> files_of_others(const std::string& part) const {
    std::vector<std::string> names;
    for (const std::string& name : files_with(part)) {
      struct stat there{};
      const bool is_own = ::stat(path(name).c_str(), &there) == 0 && there.st_uid == served_by_->user &&
                          there.st_gid == served_by_->group;
      if (!is_own) names.push_back(name);
    }
    return names;
  }

  std::optional<Account> served_by_;
};

TEST_F(StoreOfAnother, stays_theirs_when_root_makes_copies_or_restores_it) {
  add_tasks(file("state.db"), 3);
  EXPECT_THAT(files_of_others("state.db"), IsEmpty());
  ASSERT_EQ(baton({"store", "backup", "sqlite:state.db", "backup.db"}).exit_code, 0);
  ASSERT_EQ(baton({"store", "restore", "backup.db", "sqlite:new.db"}).exit_code, 0);
  EXPECT_THAT(files_of_others("new.db"), IsEmpty());
  ASSERT_EQ(baton({"store", "copy", "sqlite:state.db", "sqlite:copy.db"}).exit_code, 0);
  EXPECT_THAT(files_of_others("copy.db"), IsEmpty());
  give(folder_.path(), Account{.user = 0, .group = 0});
  ASSERT_EQ(baton({"store", "restore", "backup.db", "sqlite:state.db"}).exit_code, 0);
  ASSERT_EQ(files_with(".replaced-").size(), 1U);
  EXPECT_THAT(files_of_others("state.db"), IsEmpty()) << "whoever owns the folder";
}

TEST_F(StoreOfAnother, is_not_given_what_was_there_under_its_name) {
  add_tasks(file("state.db"), 1);
  fs::remove(path("state.db.lock"));
  std::ofstream(path("mine")) << "mine";
  fs::permissions(path("mine"), fs::perms::owner_read | fs::perms::others_read);
  fs::create_symlink(path("mine"), path("state.db.lock"));
  const Ended refused = baton({"store", "check", "sqlite:state.db"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr("state.db.lock"));
  EXPECT_EQ(contents_of(path("mine")), "mine");
  EXPECT_EQ(fs::status(path("mine")).permissions(), fs::perms::owner_read | fs::perms::others_read);
}

TEST_F(StoreBackup, says_what_is_wrong_and_what_to_do) {
  add_tasks(file("state.db"), 3);
  const std::string store = file("state.db").url;
  const auto refused = [this](const std::vector<std::string>& command, int code, const std::string& says) {
    const Ended ended = baton(command);
    EXPECT_EQ(ended.exit_code, code) << ended.out;
    EXPECT_THAT(ended.out, HasSubstr(says));
  };
  std::ofstream(path("text")) << "no database, but long enough to look at as if it were one";
  refused({"store", "backup", store, "state.db"}, 1, "is there already");
  refused({"store", "backup", "sqlite:none.db", "b.db"}, 3, "there is no store file");
  refused({"store", "backup", store, "no/b.db"}, 1, "does not exist");
  refused({"store", "backup", "redis://localhost", "b.db"}, 2, "baton store copy");
  refused({"store", "restore", "none.db", store}, 3, "there is no store file none.db");
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"restore", "text", "sqlite:new.db"},
                                             {"backup", "sqlite:text", "b.db"},
                                             {"check", "sqlite:text"},
                                             {"migrate", "sqlite:text"},
                                             {"copy", "sqlite:text", "sqlite:new.db"}}) {
    std::vector<std::string> words{"store"};
    words.insert(words.end(), command.begin(), command.end());
    refused(words, 2, "nothing in it was a store; choose another file");
  }
  EXPECT_THAT(files_with("new.db"), IsEmpty());
  EXPECT_TRUE(files_with(".replaced-").empty());
  EXPECT_TRUE(files_with("b.db").empty());
}

TEST_F(StoreBackup, of_a_damaged_store_is_not_made) {
  add_tasks(file("state.db"), 1000);
  {
    std::fstream bytes(path("state.db"), std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp(4096 * 20);
    bytes << std::string(4096 * 3, '#');
  }
  EXPECT_EQ(baton({"store", "backup", "sqlite:state.db", "b.db"}).exit_code, 1);
  EXPECT_TRUE(files_with("b.db").empty()) << "half a file was left";
  const Ended restored = baton({"store", "restore", "state.db", "sqlite:new.db"});
  EXPECT_EQ(restored.exit_code, 1);
  EXPECT_THAT(restored.out, HasSubstr("the backup state.db is damaged; restore another one"));
  EXPECT_THAT(files_with("new.db"), IsEmpty());
}

TEST_F(StoreBackup, on_a_read_only_disk_can_be_checked) {
  const SmallDisk disk;
  NEED_MOUNTED(disk);
  add_tasks(file("state.db"), 3);
  ASSERT_EQ(baton({"store", "backup", file("state.db").url, disk.path() + "/b.db"}).exit_code, 0);
  ASSERT_EQ(::mount("none", disk.path().c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr), 0);
  const Ended checked = baton({"store", "check", "sqlite:" + disk.path() + "/b.db"});
  EXPECT_EQ(checked.exit_code, 0) << checked.out;
}

TEST_F(StoreBackup, is_restored_where_there_was_no_store) {
  add_tasks(file("state.db"), 3);
  ASSERT_EQ(baton({"store", "backup", "sqlite:state.db", "b.db"}).exit_code, 0);
  ASSERT_EQ(baton({"store", "restore", "b.db", "sqlite:new.db"}).exit_code, 0);
  EXPECT_EQ(text_of(file("new.db")), text_of(file("state.db")));
  EXPECT_TRUE(files_with(".replaced-").empty());
}

class StoreMigrate : public StoreCommandTest {};

TEST_F(StoreMigrate, says_that_there_is_nothing_to_do) {
  for (const Place& store : {file("state.db"), name_space(), schema()}) {
    add_tasks(store, 3);
    const Ended ended = baton({"store", "migrate", store.url, "--namespace", store.name_space});
    EXPECT_EQ(ended.exit_code, 0) << ended.out;
    EXPECT_THAT(ended.out, HasSubstr("nothing to do"));
  }
}

TEST_F(StoreMigrate, brings_an_old_file_up_to_date_when_it_is_told_to) {
  // A file as the first start leaves it if it is killed before the first migration.
  ASSERT_TRUE(
      run_program({"sqlite3", path("state.db"), "PRAGMA application_id = 1650553966; PRAGMA user_version = 0"}));
  const Ended dry = baton({"store", "migrate", "sqlite:state.db", "--dry-run"});
  EXPECT_EQ(dry.exit_code, 0) << dry.out;
  EXPECT_THAT(dry.out, HasSubstr("would be migrated from schema 0 to 2"));
  EXPECT_THAT(baton({"store", "check", "sqlite:state.db"}).out, HasSubstr("run `baton store migrate` first"));
  EXPECT_THAT(baton({"store", "migrate", "sqlite:state.db"}).out, HasSubstr("migrated from schema 0 to 2"));
  EXPECT_THAT(baton({"store", "migrate", "sqlite:state.db"}).out, HasSubstr("nothing to do"));
  EXPECT_EQ(check(file("state.db")).exit_code, 0);
}

TEST_F(StoreMigrate, refuses_what_a_newer_program_wrote) {
  add_tasks(file("state.db"), 3);
  ASSERT_TRUE(run_program({"sqlite3", path("state.db"), "PRAGMA user_version = 99"}));
  const Ended ended = baton({"store", "migrate", "sqlite:state.db"});
  EXPECT_EQ(ended.exit_code, 2) << ended.out;
  EXPECT_THAT(ended.out, HasSubstr("use the newer program"));
}

}  // namespace
}  // namespace baton::test
