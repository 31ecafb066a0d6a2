#include <csignal>
#include <fstream>

#include "http/fleet_fixture.hpp"
#include "support/redis_process.hpp"

namespace baton::test {

namespace {

using std::chrono::seconds;

/// Asks until it is so.
void wait_for_status(const DaemonProcess& daemon, const std::string& status) {
  while (true) {
    const auto ready = daemon.call("GET", "/readyz");
    ASSERT_EQ(ready.status, 200) << ready.body;
    if (json_word(ready.body, "status") == status) return;
  }
}

}  // namespace

TEST(HttpComposed, starts_without_the_ephemeral_store_and_follows_its_comings_and_goings) {
  const TemporaryDirectory folder;
  RedisProcess redis({.password = "hunter2", .started = false});
  DaemonProcess daemon(folder, {"serve", "--ephemeral", redis.url()});
  EXPECT_NE(daemon.output().find(redis.address() + " for results"), std::string::npos) << daemon.output();
  EXPECT_TRUE(daemon.says("put its URL into BATON_EPHEMERAL", 1, seconds{30}));
  EXPECT_TRUE(daemon.says("the ephemeral store is down", 1, seconds{30}));
  wait_for_status(daemon, "degraded");
  EXPECT_NE(daemon.call("GET", "/v1/health").body.find("the ephemeral store is down"), std::string::npos);
  EXPECT_EQ(daemon.call("POST", "/v1/tasks", R"({"kind":"write"})").status, 201);
  redis.start();
  EXPECT_TRUE(daemon.says("the ephemeral store is back", 1, seconds{30}));
  wait_for_status(daemon, "ready");
  redis.kill();
  wait_for_status(daemon, "degraded");
  EXPECT_EQ(daemon.call("POST", "/v1/tasks", R"({"kind":"write"})").status, 201);
  daemon.signal(SIGINT);
  EXPECT_EQ(daemon.wait(seconds{30}), 0);
  EXPECT_EQ(daemon.output().find("hunter2"), std::string::npos) << daemon.output();
}

TEST(HttpComposed, the_ephemeral_store_comes_from_the_first_place_that_names_one) {
  const TemporaryDirectory folder;
  std::ofstream(folder.path() / "baton.toml") << "store = \"memory:\"\nephemeral = \"from-config:\"\n";
  std::ofstream(folder.path() / "url") << "from-file:\n";
  const auto refused = [&folder](const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment) {
    const auto ended = run_baton(folder, arguments, environment);
    EXPECT_EQ(ended.exit_code, 2) << ended.out;
    return ended.out;
  };
  const std::string variable = "BATON_EPHEMERAL=from-variable:";
  const std::string file = "BATON_EPHEMERAL_FILE=url";
  EXPECT_NE(refused({"serve"}, {}).find("from-config"), std::string::npos);
  EXPECT_NE(refused({"serve"}, {file}).find("from-file"), std::string::npos);
  EXPECT_NE(refused({"serve"}, {file, variable}).find("from-variable"), std::string::npos);
  EXPECT_NE(refused({"serve", "--ephemeral", "from-flag:"}, {file, variable}).find("from-flag"), std::string::npos);
}

TEST(HttpComposed, a_file_that_names_no_ephemeral_store_is_named) {
  const TemporaryDirectory folder;
  const auto ended = run_baton(folder, {"serve"}, {"BATON_EPHEMERAL_FILE=missing"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_NE(ended.out.find("BATON_EPHEMERAL_FILE names missing"), std::string::npos) << ended.out;
}

}  // namespace baton::test
