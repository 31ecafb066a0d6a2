#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>

#include "cli/store_world.hpp"
#include "support/seed.hpp"

namespace baton::test {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

class StoreCopy : public StoreCommandTest {
 protected:
  void expect_copied(const Place& from, const Place& to) const {
    const Ended ended = baton(copy_command(from, to));
    ASSERT_EQ(ended.exit_code, 0) << ended.out;
    EXPECT_THAT(ended.out, HasSubstr("Copied and verified"));
    EXPECT_FALSE(is_frozen(from));
    EXPECT_FALSE(is_frozen(to));
  }

  /// A copy that ends with that code and says that.
  void expect_refused(const std::vector<std::string>& command, int code, const std::string& says) const {
    const Ended ended = baton(command);
    EXPECT_EQ(ended.exit_code, code) << ended.out;
    EXPECT_THAT(ended.out, HasSubstr(says));
  }
};

TEST_F(StoreCopy, brings_everything_from_store_to_store_and_back) {
  const std::size_t tasks = std::getenv("BATON_LONG") != nullptr ? 100'000 : 3'000;
  const std::uint64_t seed = from_environment("BATON_SEED", std::random_device{}());
  std::cout << "BATON_SEED=" << seed << "\n";
  live_through(file("first.db"), seed, 2000);
  add_tasks(file("first.db"), tasks);
  const Place tables = schema();
  const Place keys = name_space();
  expect_copied(file("first.db"), tables);
  expect_copied(tables, keys);
  expect_copied(keys, file("second.db"));
  EXPECT_TRUE(text_of(file("first.db")) == text_of(file("second.db"))) << "the exports differ";
  for (const Place& place : {file("first.db"), tables, keys, file("second.db")}) {
    const Ended checked = check(place);
    EXPECT_EQ(checked.exit_code, 0) << checked.out;
  }
}

TEST_F(StoreCopy, that_was_killed_goes_on_where_it_stopped) {
  add_tasks(file("from.db"), 2000);
  const Ended killed = baton(copy_command(file("from.db"), file("to.db")), {"BATON_FAILPOINT=sqlite.import.row:1700"});
  EXPECT_FALSE(killed.exit_code) << "it was not killed: " << killed.out;
  // Nobody uses half a copy, and nothing changes the source until it is done.
  EXPECT_TRUE(is_frozen(file("to.db")));
  EXPECT_TRUE(is_frozen(file("from.db")));
  EXPECT_NE(text_of(file("from.db")), text_of(file("to.db")));

  auto command = copy_command(file("from.db"), file("to.db"));
  expect_refused(command, 1, "add --resume");
  command.emplace_back("--resume");
  const Ended resumed = baton(command);
  EXPECT_EQ(resumed.exit_code, 0) << resumed.out;
  EXPECT_THAT(resumed.out, HasSubstr("1,500 rows were there before"));
  EXPECT_THAT(resumed.out, HasSubstr("baton store thaw"));
  EXPECT_TRUE(text_of(file("from.db")) == text_of(file("to.db")));
  EXPECT_FALSE(is_frozen(file("to.db")));
  EXPECT_EQ(baton({"store", "thaw", file("from.db").url}).exit_code, 0);
  EXPECT_FALSE(is_frozen(file("from.db")));
}

TEST_F(StoreCopy, does_not_go_on_with_another_source) {
  add_tasks(file("from.db"), 10);
  add_tasks(file("other.db"), 10);
  expect_copied(file("from.db"), file("to.db"));
  auto command = copy_command(file("other.db"), file("to.db"));
  command.emplace_back("--resume");
  expect_refused(command, 1, "not the beginning of this source");
}

TEST_F(StoreCopy, that_is_interrupted_thaws_its_source) {
  const Place source = name_space();
  add_tasks(source, 3000);
  auto command = copy_command(source, file("to.db"));
  command.insert(command.end(), {"--batch", "1"});
  Program program(folder_, command, {});
  ASSERT_TRUE(program.says("copying tasks", 1, seconds{60})) << program.output();
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(seconds{60}), 1) << program.output();
  EXPECT_THAT(program.output(), HasSubstr("interrupted\nThe source is thawed again. The target stays frozen"));
  EXPECT_FALSE(is_frozen(source));
  EXPECT_TRUE(is_frozen(file("to.db")));
}

TEST_F(StoreCopy, of_a_source_that_somebody_thaws_meanwhile_does_not_count) {
  const Place source = name_space();
  add_tasks(source, 1000);
  auto command = copy_command(source, file("to.db"));
  command.insert(command.end(), {"--batch", "1"});
  Program program(folder_, command, {});
  ASSERT_TRUE(program.says("copying tasks", 1, seconds{60})) << program.output();
  ASSERT_EQ(baton({"store", "thaw", source.url, "--namespace", source.name_space}).exit_code, 0);
  EXPECT_EQ(program.wait(seconds{120}), 1) << program.output();
  EXPECT_THAT(program.output(), HasSubstr("somebody thawed the store meanwhile"));
  EXPECT_TRUE(is_frozen(file("to.db")));
}

TEST_F(StoreCopy, leaves_a_source_frozen_that_was_frozen_before) {
  add_tasks(file("from.db"), 3);
  ASSERT_EQ(baton({"store", "freeze", file("from.db").url}).exit_code, 0);
  const Ended ended = baton(copy_command(file("from.db"), file("to.db")));
  EXPECT_EQ(ended.exit_code, 0) << ended.out;
  EXPECT_TRUE(is_frozen(file("from.db")));
  EXPECT_FALSE(is_frozen(file("to.db")));
}

TEST_F(StoreCopy, says_what_is_wrong_and_what_to_do) {
  add_tasks(file("from.db"), 3);
  add_tasks(file("full.db"), 3);
  const std::string from = file("from.db").url;
  expect_refused({"store", "copy", file("none.db").url, file("to.db").url}, 3, "there is no store file");
  expect_refused({"store", "copy", from, file("full.db").url}, 1, "the target is not empty");
  expect_refused({"store", "copy", from, "sqlite:" + folder_.path().string() + "/./from.db"}, 2, "the same store");
  expect_refused({"store", "copy", from, "tape:to"}, 2, "unknown store scheme");
  expect_refused({"store", "copy", from, "memory:"}, 2, "memory: is gone");
  expect_refused({"store", "copy", from}, 2, "TO is required");
  expect_refused({"store", "copy", from, path("no/where.db")}, 2, "no scheme");
  expect_refused({"store", "copy", from, file("no/where.db").url}, 1, "does not exist");
  expect_refused(copy_command(name_space(), file("to.db")), 3, "the source holds nothing");
  EXPECT_FALSE(std::filesystem::exists(path("none.db")));
  EXPECT_FALSE(is_frozen(file("from.db")));
}

TEST_F(StoreCopy, does_not_take_a_file_that_a_daemon_serves) {
  const DaemonProcess daemon(folder_, {"serve", "--store", "sqlite:served.db"});
  expect_refused({"store", "copy", "sqlite:served.db", "sqlite:to.db"}, 1, "is in use by process");
}

TEST_F(StoreCopy, prints_json_for_programs) {
  add_tasks(file("from.db"), 3);
  auto command = copy_command(file("from.db"), file("to.db"));
  command.insert(command.end(), {"--json", "--no-progress"});
  const Ended ended = baton(command);
  const auto json = Json::parse(ended.out);
  ASSERT_TRUE(json) << ended.out;
  EXPECT_THAT(json->text(), HasSubstr(R"("verified":true)"));
  EXPECT_THAT(json->text(), HasSubstr(R"({"table":"tasks","rows":3,)"));
}

}  // namespace
}  // namespace baton::test
