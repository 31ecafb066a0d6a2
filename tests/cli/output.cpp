#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/daemon_fixture.hpp"
#include "support/programs.hpp"

/// Commands whose output nobody takes.
namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::StartsWith;

class Output : public RemoteCommands {
 protected:
  /// What a line of bash says, in which `baton` is the program and asks our daemon.
  std::string said_by(const std::string& line) const {
    const std::string function = R"(baton() { "$BATON_BINARY" "$@" --token-file baton.token --url )" + url() + "; }\n";
    return output_of(folder_.path(), {"timeout", "60", "bash", "-c", function + line}).text;
  }
  void expect_told(const std::string& line, const std::string& code) const {
    EXPECT_THAT(said_by(line + " >/dev/full; echo $?"),
                AllOf(StartsWith("baton: standard output cannot be written: No space left on device; "),
                      EndsWith("before you repeat it\n" + code)))
        << line;
  }
};

TEST_F(Output, what_follows_or_watches_ends_quietly_once_its_reader_has_gone) {
  submit();
  for (const char* command : {"event tail -f", "event list -f --json", "task list --watch"}) {
    EXPECT_EQ(said_by("baton " + std::string(command) + " | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}"), "141")
        << command;
  }
}

TEST_F(Output, a_long_list_ends_quietly_where_its_reader_stops) {
  daemon_.call("POST", "/v1/tasks", many_tasks(1000));
  EXPECT_EQ(said_by("baton task list --all --json | head -c 1; echo \" ${PIPESTATUS[0]}\""), "{ 141");
}

TEST_F(Output, a_command_fails_that_cannot_say_what_it_did) {
  submit();
  for (const char* command : {"baton token create ci", "baton task list --all --json", "baton event tail -f",
                              "baton task list --watch", "\"$BATON_BINARY\" man", "\"$BATON_BINARY\" --help"}) {
    expect_told(command, "1");
  }
  expect_told("baton task wait --timeout 0.05s " + submit(), "8");
}

TEST_F(Output, what_is_said_beside_it_may_be_lost) {
  EXPECT_EQ(said_by("baton task show 00000000-0000-7000-8000-000000000001 2>/dev/full; echo $?"), "3");
  daemon_.call("POST", "/v1/tasks", many_tasks(1000));
  EXPECT_EQ(said_by("baton task list 2>/dev/full >/dev/null; echo $?"), "0") << "there is more";
}

}  // namespace
}  // namespace baton::test
