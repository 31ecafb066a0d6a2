#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>

#include "support/daemon_process.hpp"
#include "support/redis_process.hpp"

namespace baton::test {

namespace {

using std::chrono::seconds;

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

/// Runs the fleet on a store; what the daemon said.
std::string run_demo_on(const std::string& store) {
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"dev", "--store", store});
  EXPECT_TRUE(daemon.says("completed", 3, seconds{60})) << daemon.output();
  EXPECT_GE(occurrences(daemon.call("GET", "/v1/tasks?status=completed").body, "\"seq\":"), 3U);
  EXPECT_TRUE(daemon.says(" decided", 1, seconds{60})) << daemon.output();
  EXPECT_GE(occurrences(daemon.call("GET", "/v1/records/decision").body, "weighted_vote"), 1U);
  EXPECT_EQ(occurrences(daemon.call("GET", "/v1/agents").body, "\"registered_at\""), 8U);
  daemon.signal(SIGINT);
  EXPECT_EQ(daemon.wait(seconds{10}), 0) << daemon.output();
  for (const char* told : {"listens on", "curl", "researcher-1", "joined", "completed", "signed off"}) {
    EXPECT_NE(daemon.output().find(told), std::string::npos) << told << " is missing in:\n" << daemon.output();
  }
  return daemon.output();
}

}  // namespace

TEST(Demo, the_fleet_completes_whole_graphs_and_an_interrupt_ends_it_cleanly) {
  EXPECT_NE(run_demo_on("memory:").find("durability none"), std::string::npos);
}

TEST(Demo, the_fleet_works_on_redis_by_changing_a_url) {
  const RedisProcess server({.config = {"appendfsync everysec"}, .password = "hunter2"});
  const std::string said = run_demo_on(server.url());
  EXPECT_NE(said.find("durability relaxed: appendfsync is everysec"), std::string::npos) << said;
  EXPECT_NE(said.find("BATON_STORE_FILE"), std::string::npos) << "no warning of a password in the arguments: " << said;
  EXPECT_EQ(said.find("hunter2"), std::string::npos) << said;
}

}  // namespace baton::test
