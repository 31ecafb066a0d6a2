#include "engine/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "support/loop.hpp"
#include "support/programs.hpp"
#include "support/temporary_directory.hpp"

namespace baton::child_process_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;

ChildOptions shell(const std::string& script) {
  return {.arguments = {"sh", "-c", script}, .environment = basic_environment()};
}

Result<ChildEnd> ran(ChildOptions options, std::stop_token stop = {}) {
  test::Loop loop;
  return loop.await(run_child(std::move(options), std::move(stop)));
}

TEST(ChildProcess, tells_what_it_printed_and_how_it_ended) {
  const auto end = ran(shell("cat; echo oops >&2; exit 3"));
  ASSERT_TRUE(end) << end.error().detail;
  EXPECT_EQ(end->code, 3);
  EXPECT_EQ(end->errors, "oops\n");
  ChildOptions options = shell("cat");
  options.input = "what it is told";
  EXPECT_EQ(ran(options)->output, "what it is told");
}

awaitable<Result<Done>> run_one_after_the_other(int count) {
  for (int i = 0; i < count; ++i) {
    const auto end = co_await run_child(shell("echo " + std::to_string(i)), {});
    if (!end) co_return std::unexpected(end.error());
    if (end->output != std::to_string(i) + "\n") co_return fail(Errc::corrupt, "the output of another, or none");
  }
  co_return Done{};
}

// The event loop uses for the next what it had for the one before, and may report its events late.
TEST(ChildProcess, is_not_taken_for_the_one_before_it) {
  test::Loop loop;
  const auto all = loop.await(run_one_after_the_other(50));
  EXPECT_TRUE(all) << all.error().detail;
}

TEST(ChildProcess, has_no_shell_and_no_environment_but_what_it_is_given) {
  const auto end = ran({.arguments = {"/usr/bin/env"}, .environment = {"ONE=1"}});
  EXPECT_EQ(end->output, "ONE=1\n");
  const auto quoted = ran({.arguments = {"/bin/echo", "$HOME; rm *"}, .environment = {}});
  EXPECT_EQ(quoted->output, "$HOME; rm *\n");
}

TEST(ChildProcess, runs_in_its_directory) {
  const test::TemporaryDirectory folder;
  ChildOptions options = shell("pwd -P");
  options.directory = folder.path().string();
  EXPECT_EQ(ran(options)->output, std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST(ChildProcess, that_does_not_exist_is_refused_and_named) {
  for (const auto* name : {"no-such-program-of-ours", "/no/such/program"}) {
    const auto end = ran({.arguments = {name}, .environment = {}});
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, Errc::invalid);
    EXPECT_THAT(end.error().detail, HasSubstr(name));
  }
  ChildOptions nowhere = shell("true");
  nowhere.directory = "/no/such/folder";
  EXPECT_EQ(ran(nowhere).error().code, Errc::invalid);
}

TEST(ChildProcess, that_floods_its_output_is_read_to_the_end_and_kept_in_part) {
  ChildOptions options = shell("head -c 3000000 /dev/zero | tr '\\0' x");
  options.output_limit = 1000;
  const auto end = ran(options);
  EXPECT_EQ(end->output, std::string(1000, 'x'));
  EXPECT_EQ(end->output_bytes, 3'000'000U);
  EXPECT_EQ(end->code, 0);
}

TEST(ChildProcess, whose_time_is_over_is_asked_to_end) {
  ChildOptions options = shell("exec cat /dev/zero > /dev/null");
  options.timeout = milliseconds{50};
  const auto end = ran(options);
  EXPECT_TRUE(end->timed_out);
  EXPECT_EQ(end->signal, SIGTERM);
}

/// Whoever is not impressed by being asked to end: killed when the grace is over.
void expect_killed_after(milliseconds grace) {
  ChildOptions options = shell("trap '' TERM; while :; do cat /dev/zero > /dev/null; done");
  options.timeout = milliseconds{200};
  options.grace = grace;
  const auto end = ran(options);
  EXPECT_TRUE(end->timed_out);
  EXPECT_EQ(end->signal, SIGKILL);
}

TEST(ChildProcess, that_ignores_the_asking_is_killed) { expect_killed_after(milliseconds{100}); }

TEST(ChildProcess, that_is_given_no_grace_is_killed_at_once) { expect_killed_after(milliseconds{0}); }

TEST(ChildProcess, ends_when_nobody_wants_it_any_more) {
  std::stop_source stop;
  stop.request_stop();
  const auto end = ran(shell("exec cat /dev/zero > /dev/null"), stop.get_token());
  EXPECT_TRUE(end->stopped);
}

TEST(ChildProcess, takes_with_it_what_it_started) {
  const test::TemporaryDirectory folder;
  ChildOptions options = shell("cat /dev/zero > /dev/null & echo $!");
  const auto end = ran(options);
  ASSERT_TRUE(end) << end.error().detail;
  const pid_t left = std::stoi(end->output);
  // It is no child of ours: what reaps it may take a moment.
  const std::string status = "/proc/" + std::to_string(left) + "/status";
  while (std::filesystem::exists(status) && test::contents_of(status).find("State:\tZ") == std::string::npos) {
    test::wait_briefly();
  }
  EXPECT_THAT(test::contents_of(status), ::testing::AnyOf(::testing::IsEmpty(), HasSubstr("State:\tZ")));
}

}  // namespace
}  // namespace baton::child_process_test
