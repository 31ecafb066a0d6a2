#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "cli/daemon_fixture.hpp"

/// Commands that go on looking.
namespace baton::test {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(RemoteCommands, the_tail_of_the_log_has_the_latest_events_that_fit) {
  const std::string first = submit();
  for (int i = 0; i < 12; ++i) submit();
  const Ended tail = baton({"event", "tail", "-n", "3"});
  EXPECT_EQ(std::ranges::count(tail.out, '\n'), 3) << tail.out;
  EXPECT_THAT(tail.out, HasSubstr("task.created"));
  const Ended found = baton({"event", "tail", "--task", first, "--json"});
  EXPECT_THAT(found.out, AllOf(HasSubstr(R"("event_type":"task.created")"), HasSubstr(first)));
  EXPECT_EQ(std::ranges::count(found.out, '\n'), 1) << found.out;
}

TEST_F(RemoteCommands, the_tail_of_a_correlation_leaves_out_everything_else) {
  for (const char* id : {"mine", "other"}) {
    EXPECT_EQ(baton({"correlation", "open", id, "--expect", "a,b", "--timeout", "1h"}).exit_code, 0);
  }
  submit();
  const Ended tail = baton({"event", "tail", "--correlation", "mine", "--json"});
  EXPECT_EQ(tail.exit_code, 0) << tail.out;
  EXPECT_THAT(tail.out, AllOf(HasSubstr("correlation.opened"), HasSubstr(R"("correlation":"mine")")));
  EXPECT_EQ(std::ranges::count(tail.out, '\n'), 1) << tail.out;
  Program follower(folder_, {"event", "tail", "-f", "--correlation", "late", "--json", "--url", url()}, {});
  submit();
  EXPECT_EQ(baton({"correlation", "open", "late", "--expect", "a"}).exit_code, 0);
  ASSERT_TRUE(follower.says(R"("correlation":"late")", 1, seconds{30})) << follower.output();
  EXPECT_THAT(follower.output(), Not(HasSubstr("task.created")));
  follower.signal(SIGINT);
  EXPECT_EQ(follower.wait(seconds{30}), 0);
  EXPECT_EQ(baton({"event", "tail", "--correlation", "\n"}).exit_code, 2);
}

TEST(FollowedEvents, come_each_once_also_across_a_restart_of_the_daemon) {
  const TemporaryDirectory folder;
  std::optional<DaemonProcess> daemon(std::in_place, folder, std::vector<std::string>{"serve"});
  const std::string address = "127.0.0.1:" + std::to_string(daemon->port());
  const auto submit = [&daemon] { daemon->call("POST", "/v1/tasks", R"({"kind":"write"})"); };
  submit();
  Program follower(folder, {"event", "tail", "-f", "--json", "--type", "task.created", "--url", "http://" + address},
                   {});
  ASSERT_TRUE(follower.says("task.created", 1, seconds{30})) << follower.output();
  submit();
  ASSERT_TRUE(follower.says("task.created", 2, seconds{30})) << follower.output();
  daemon.reset();
  Program again(folder, {"serve", "--listen", address}, {});
  ASSERT_TRUE(again.says("  token", 1, seconds{30})) << again.output();
  const Ended submitted = run_baton(folder, {"task", "submit", "write", "--url", "http://" + address});
  EXPECT_EQ(submitted.exit_code, 0) << submitted.out;
  ASSERT_TRUE(follower.says("task.created", 3, seconds{30})) << follower.output();
  follower.signal(SIGINT);
  EXPECT_EQ(follower.wait(seconds{30}), 0);
  for (const char* position : {R"("position":1,)", R"("position":2,)", R"("position":3,)"}) {
    EXPECT_THAT(follower.output(), HasSubstr(position));
  }
  EXPECT_EQ(std::ranges::count(follower.output(), '\n'), 3) << follower.output();
}

TEST(FollowedEvents, go_on_from_the_end_of_a_log_that_was_restored) {
  const TemporaryDirectory folder;
  std::optional<DaemonProcess> daemon(std::in_place, folder, std::vector<std::string>{"serve"});
  const std::string address = "127.0.0.1:" + std::to_string(daemon->port());
  const auto submit = [&daemon] { daemon->call("POST", "/v1/tasks", R"({"kind":"write"})"); };
  submit();
  ASSERT_EQ(run_baton(folder, {"store", "backup", "sqlite:state.db", "backup.db"}).exit_code, 0);
  Program follower(folder, {"event", "tail", "-f", "--json", "--type", "task.created", "--url", "http://" + address},
                   {});
  ASSERT_TRUE(follower.says("task.created", 1, seconds{30})) << follower.output();
  for (int i = 0; i < 5; ++i) submit();
  ASSERT_TRUE(follower.says("task.created", 6, seconds{30})) << follower.output();
  daemon->signal(SIGTERM);
  ASSERT_EQ(daemon->wait(seconds{30}), 0);
  daemon.reset();
  const Ended restored = run_baton(folder, {"store", "restore", "backup.db", "sqlite:state.db"});
  ASSERT_EQ(restored.exit_code, 0) << restored.out;
  Program again(folder, {"serve", "--listen", address}, {});
  ASSERT_TRUE(again.says("  token", 1, seconds{30})) << again.output();
  ASSERT_TRUE(follower.says("as after a restore; going on from there\n", 1, seconds{30})) << follower.output();
  EXPECT_EQ(run_baton(folder, {"task", "submit", "write", "--url", "http://" + address}).exit_code, 0);
  ASSERT_TRUE(follower.says("task.created", 7, seconds{30})) << follower.output();
  follower.signal(SIGINT);
  EXPECT_EQ(follower.wait(seconds{30}), 0);
  EXPECT_EQ(std::ranges::count(follower.output(), '\n'), 8) << follower.output();
}

TEST(AwaitedTask, is_named_at_once_and_awaited_across_a_restart_of_the_daemon) {
  const TemporaryDirectory folder;
  std::optional<DaemonProcess> daemon(std::in_place, folder, std::vector<std::string>{"serve"});
  const std::string address = "127.0.0.1:" + std::to_string(daemon->port());
  const std::string url = "http://" + address;
  Program waiter(folder, {"task", "submit", "write", "--wait", "--timeout", "5m", "--url", url}, {});
  ASSERT_TRUE(waiter.says("waits for it again\n", 1, seconds{30})) << waiter.output();
  const std::string task = json_word(daemon->call("GET", "/v1/tasks").body, "id");
  EXPECT_EQ(waiter.output(),
            "baton task submit: the task is " + task + "; `baton task wait " + task + "` waits for it again\n");
  daemon.reset();
  ASSERT_TRUE(waiter.says(url + " does not answer now; asking again until it does\n", 1, seconds{30}))
      << waiter.output();
  Program again(folder, {"serve", "--listen", address}, {});
  ASSERT_TRUE(again.says("  token", 1, seconds{30})) << again.output();
  EXPECT_EQ(run_baton(folder, {"task", "cancel", task, "--url", url}).exit_code, 0);
  EXPECT_EQ(waiter.wait(seconds{30}), 5) << waiter.output();
  EXPECT_THAT(waiter.output(), HasSubstr("cancelled"));
}

TEST(AwaitedTask, is_given_up_at_its_time_also_while_the_daemon_is_away) {
  const TemporaryDirectory folder;
  std::optional<DaemonProcess> daemon(std::in_place, folder, std::vector<std::string>{"serve"});
  Program waiter(folder,
                 {"task", "submit", "write", "--wait", "--timeout", "5s", "--url",
                  "http://127.0.0.1:" + std::to_string(daemon->port())},
                 {});
  ASSERT_TRUE(waiter.says("waits for it again\n", 1, seconds{30})) << waiter.output();
  daemon.reset();
  EXPECT_EQ(waiter.wait(seconds{30}), 1) << waiter.output();
  EXPECT_THAT(waiter.output(), HasSubstr("no daemon answers at"));
}

TEST_F(RemoteCommands, so_many_events_are_followed_as_the_limit_says) {
  submit();
  Program follower(folder_, {"event", "list", "-f", "--limit", "2", "--type", "task.created", "--url", url()}, {});
  ASSERT_TRUE(follower.says("task.created", 1, seconds{30})) << follower.output();
  submit();
  EXPECT_EQ(follower.wait(seconds{30}), 0) << follower.output();
  EXPECT_EQ(std::ranges::count(follower.output(), '\n'), 2) << follower.output();
  submit();
  EXPECT_EQ(std::ranges::count(baton({"event", "list", "-f", "--limit", "1", "--json"}).out, '\n'), 1);
}

TEST_F(RemoteCommands, a_watched_list_is_drawn_again) {
  submit();
  Program watched(folder_, {"task", "list", "--watch", "--url", url()}, {});
  ASSERT_TRUE(watched.says("STATUS", 1, seconds{30})) << watched.output();
  ASSERT_TRUE(watched.says("STATUS", 2, seconds{30})) << watched.output();
  watched.signal(SIGTERM);
  EXPECT_EQ(watched.wait(seconds{30}), 0);
}

}  // namespace
}  // namespace baton::test
