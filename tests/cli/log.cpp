#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <sstream>

#include "baton/json.hpp"
#include "support/daemon_process.hpp"

/// What a daemon logs.
namespace baton::test {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Log, is_json_lines_where_no_person_reads_it) {
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"serve", "--store", "memory:"});
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(seconds{30}), 0);
  std::istringstream lines(daemon.output());
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('{')) continue;
    EXPECT_TRUE(Json::parse(line)) << line;
    EXPECT_THAT(line, AllOf(HasSubstr(R"({"time":"20)"), HasSubstr(R"("level":")"), HasSubstr(R"("message":")")));
    ++count;
  }
  EXPECT_GE(count, 3U) << daemon.output();
  EXPECT_THAT(daemon.output(), HasSubstr(R"("level":"warning","message":"durability none")"));
}

TEST(Log, is_text_when_somebody_wants_it_so) {
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"serve", "--store", "memory:", "--log-format", "text", "--log-level", "error"});
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(seconds{30}), 0);
  EXPECT_THAT(daemon.output(), AllOf(Not(HasSubstr("durability none")), Not(HasSubstr("{\"time\""))));
}

TEST(Log, tells_of_each_request_at_debug_and_of_no_secret) {
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"serve", "--store", "memory:", "--log-level", "debug"});
  daemon.call("GET", "/v1/tasks?lane=hidden", "", {{"X-Request-Id", "req-1"}});
  daemon.call("POST", "/v1/tasks", R"({"kind":"k","payload":"hidden"})");
  ASSERT_TRUE(daemon.says(R"("request":{"id":"req-1","method":"GET","path":"/v1/tasks","status":200,"took_us":)", 1,
                          seconds{30}))
      << daemon.output();
  ASSERT_TRUE(daemon.says(R"("method":"POST","path":"/v1/tasks","status":201)", 1, seconds{30})) << daemon.output();
  EXPECT_THAT(daemon.output(), AllOf(Not(HasSubstr("hidden")), Not(HasSubstr(daemon.token()))));
}

TEST(Log, is_quiet_about_requests_otherwise) {
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"serve", "--store", "memory:"});
  daemon.call("GET", "/v1/tasks");
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(seconds{30}), 0);
  EXPECT_THAT(daemon.output(), Not(HasSubstr("/v1/tasks")));
}

}  // namespace
}  // namespace baton::test
