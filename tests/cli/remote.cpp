#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/command_line.hpp"
#include "engine/attention_rules.hpp"
#include "engine/commands.hpp"
#include "support/daemon_process.hpp"

/// What operators type at a running daemon, and what reports tell them to type.
namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream words{std::string(text)};
  return {std::istream_iterator<std::string>(words), {}};
}

TEST(RecommendedCommands, can_be_typed) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(Command::health); ++i) {
    const std::string text = to_text(static_cast<Command>(i), "sqlite:name");
    const auto words = words_of(text);
    std::vector<const char*> argv;
    for (const auto& word : words) argv.push_back(word.c_str());
    const auto command = cli::parse_command_line(static_cast<int>(argv.size()), argv.data());
    EXPECT_FALSE(std::holds_alternative<cli::Misused>(command)) << text;
    EXPECT_FALSE(std::holds_alternative<cli::ShowHelp>(command)) << text;
  }
}

class RemoteCommands : public ::testing::Test {
 protected:
  Ended baton(std::vector<std::string> arguments) const {
    return run_baton(folder_, arguments, {"BATON_URL=http://127.0.0.1:" + std::to_string(daemon_.port())});
  }
  std::string submit() const { return json_word(daemon_.call("POST", "/v1/tasks", R"({"kind":"write"})").body, "id"); }

  TemporaryDirectory folder_;
  DaemonProcess daemon_{folder_, {"serve", "--store", "memory:", "--assign", "pull"}};
};

TEST_F(RemoteCommands, end_a_task_put_it_back_and_say_why_it_waits) {
  const std::string task = submit();
  EXPECT_THAT(baton({"task", "cancel", task}).out, HasSubstr(R"("status":"cancelled")"));
  const Ended retried = baton({"task", "retry", task});
  EXPECT_EQ(retried.exit_code, 0) << retried.out;
  EXPECT_THAT(retried.out, HasSubstr(R"("status":"pending")"));
  EXPECT_THAT(baton({"task", "why", task}).out, HasSubstr("lane_unserved"));
  EXPECT_THAT(baton({"task", "list"}).out, HasSubstr(task));
}

TEST_F(RemoteCommands, pause_and_resume_one_lane_or_all) {
  submit();
  EXPECT_EQ(baton({"queue", "pause", "a b/c?"}).exit_code, 0);
  EXPECT_THAT(baton({"queue", "show"}).out, HasSubstr(R"("paused":["a b/c?"])"));
  EXPECT_EQ(baton({"queue", "resume", "a b/c?"}).exit_code, 0);
  EXPECT_THAT(baton({"queue", "show"}).out, HasSubstr(R"("paused":[])"));
  EXPECT_EQ(baton({"queue", "pause", "--all"}).exit_code, 0);
  EXPECT_THAT(baton({"attention"}).out, AllOf(HasSubstr("all_paused"), HasSubstr("baton queue resume --all")));
  EXPECT_EQ(baton({"queue", "resume", "--all"}).exit_code, 0);
  EXPECT_THAT(baton({"queue", "show"}).out, HasSubstr(R"("all_paused":false)"));
  EXPECT_EQ(baton({"queue", "resume"}).exit_code, 2);
}

TEST_F(RemoteCommands, look_at_agents_and_groups) {
  daemon_.call("POST", "/v1/agents/a.b:c/register", R"({"incarnation":"1","lanes":["write"]})");
  EXPECT_THAT(baton({"agent", "list"}).out, HasSubstr("a.b:c"));
  EXPECT_THAT(baton({"agent", "show", "a.b:c"}).out, HasSubstr(R"("state":"idle")"));
  EXPECT_THAT(baton({"agent", "remove", "a.b:c"}).out, HasSubstr(R"("removed":true)"));
  daemon_.call("PUT", "/v1/groups/g", "{}");
  EXPECT_THAT(baton({"group", "list"}).out, HasSubstr(R"("name":"g")"));
  EXPECT_THAT(baton({"group", "show", "g"}).out, HasSubstr(R"("pending":[])"));
  EXPECT_EQ(baton({"group", "redrive", "g"}).exit_code, 0);
  EXPECT_THAT(baton({"health"}).out, HasSubstr(R"("durability":"none")"));
}

TEST_F(RemoteCommands, say_what_is_wrong_and_what_to_do) {
  const Ended unknown = baton({"task", "show", "00000000-0000-7000-8000-000000000001"});
  EXPECT_EQ(unknown.exit_code, 3);
  EXPECT_THAT(unknown.out, HasSubstr("baton task show: no task"));
  EXPECT_EQ(baton({"task", "show", "--token-file", "nowhere", "x"}).exit_code, 2);
  const Ended nobody = baton({"health", "--url", "http://127.0.0.1:1"});
  EXPECT_EQ(nobody.exit_code, 1);
  EXPECT_THAT(nobody.out, HasSubstr("no daemon answers at 127.0.0.1:1; start one"));
  const Ended foreign = baton({"health", "--token-file", "baton.toke"});
  EXPECT_THAT(foreign.out, HasSubstr("--token-file"));
}

}  // namespace
}  // namespace baton::test
