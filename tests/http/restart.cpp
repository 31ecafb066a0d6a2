#include <csignal>
#include <fstream>

#include "http/fleet_fixture.hpp"

namespace baton::test {

namespace {

using std::chrono::seconds;

const std::vector<std::string> serve{"serve"};

}  // namespace

TEST(HttpRestart, a_stop_and_a_start_keep_everything) {
  const TemporaryDirectory folder;
  std::string task;
  std::string token;
  {
    DaemonProcess daemon(folder, serve);
    token = daemon.token();
    task = json_word(daemon.call("POST", "/v1/tasks", R"({"kind":"write","payload":{"n":1}})").body, "id");
    daemon.signal(SIGINT);
    EXPECT_EQ(daemon.wait(seconds{10}), 0) << daemon.output();
  }
  const DaemonProcess daemon(folder, serve);
  EXPECT_EQ(daemon.token(), token);
  const auto kept = daemon.call("GET", "/v1/tasks/" + task);
  EXPECT_EQ(kept.status, 200) << kept.body;
  EXPECT_NE(kept.body.find(R"({"n":1})"), std::string::npos);
}

TEST(HttpRestart, nothing_acknowledged_is_lost_when_the_daemon_is_killed) {
  const TemporaryDirectory folder;
  std::vector<std::string> tasks;
  for (int round = 0; round < 3; ++round) {
    DaemonProcess daemon(folder, serve);
    for (int i = 0; i < 20; ++i) {
      const auto submitted = daemon.call("POST", "/v1/tasks", R"({"kind":"write"})");
      ASSERT_EQ(submitted.status, 201) << submitted.body;
      tasks.push_back(json_word(submitted.body, "id"));
    }
    daemon.signal(SIGKILL);
    EXPECT_EQ(daemon.wait(seconds{10}), std::nullopt);
  }
  const DaemonProcess daemon(folder, serve);
  for (const auto& task : tasks) EXPECT_EQ(daemon.call("GET", "/v1/tasks/" + task).status, 200) << task;
}

TEST(HttpRestart, a_claim_repeated_after_a_kill_returns_the_same_grant) {
  const TemporaryDirectory folder;
  std::string first;
  const auto claim = [](const DaemonProcess& daemon) {
    return daemon.call("POST", "/v1/agents/ada/claim", R"({"incarnation":"one","claim_id":"c1"})");
  };
  {
    DaemonProcess daemon(folder, serve);
    daemon.call("POST", "/v1/agents/ada/register", R"({"incarnation":"one","lanes":["write"]})");
    daemon.call("POST", "/v1/tasks", R"({"kind":"write"})");
    first = claim(daemon).body;
    daemon.signal(SIGKILL);
    EXPECT_EQ(daemon.wait(seconds{10}), std::nullopt);
  }
  const DaemonProcess daemon(folder, serve);
  const auto again = claim(daemon);
  ASSERT_EQ(again.status, 200) << again.body;
  EXPECT_EQ(json_word(again.body, "id"), json_word(first, "id"));
}

TEST(HttpStart, a_second_daemon_on_the_same_store_is_told_so) {
  const TemporaryDirectory folder;
  const DaemonProcess daemon(folder, serve);
  const auto ended = run_baton(folder, {"serve", "--listen", "127.0.0.1:0"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_NE(ended.out.find("state.db"), std::string::npos) << ended.out;
}

TEST(HttpStart, a_busy_port_is_named) {
  const TemporaryDirectory folder;
  const DaemonProcess daemon(folder, {"serve", "--store", "memory:"});
  const auto address = "127.0.0.1:" + std::to_string(daemon.port());
  const auto ended = run_baton(folder, {"serve", "--store", "memory:", "--listen", address});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_NE(ended.out.find(address), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("--listen"), std::string::npos);
}

TEST(HttpStart, wrong_use_ends_with_2_and_one_line) {
  const TemporaryDirectory folder;
  const std::vector<std::vector<std::string>> uses{{},
                                                   {"fly"},
                                                   {"serve", "--colour", "red"},
                                                   {"serve", "--store"},
                                                   {"serve", "--store", "mysql://x"},
                                                   {"serve", "--listen", "7777"},
                                                   {"serve", "--listen", "127.0.0.1:99999"},
                                                   {"serve", "--listen", "0.0.0.0:7777"}};
  for (const auto& arguments : uses) {
    const auto ended = run_baton(folder, arguments);
    EXPECT_EQ(ended.exit_code, 2) << ended.out;
    EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 1) << ended.out;
  }
}

TEST(HttpStart, help_and_version_are_there) {
  const TemporaryDirectory folder;
  const auto help = run_baton(folder, {"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("serve"), std::string::npos);
  EXPECT_EQ(run_baton(folder, {"serve", "--help"}).exit_code, 0);
  EXPECT_TRUE(run_baton(folder, {"version"}).out.starts_with("baton "));
}

TEST(HttpStart, an_unknown_key_in_the_configuration_is_named_with_its_line) {
  const TemporaryDirectory folder;
  std::ofstream(folder.path() / "baton.toml") << "store = \"memory:\"\nlisten_on = \"x\"\n";
  const auto ended = run_baton(folder, {"serve"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.out.find("baton.toml:2"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("listen_on"), std::string::npos) << ended.out;
}

TEST(HttpStart, a_configuration_that_cannot_be_read_is_named) {
  const TemporaryDirectory folder;
  const auto ended = run_baton(folder, {"serve", "--config", "missing.toml"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_NE(ended.out.find("missing.toml"), std::string::npos) << ended.out;
}

TEST(HttpStart, the_store_comes_from_the_first_place_that_names_one) {
  const TemporaryDirectory folder;
  std::ofstream(folder.path() / "baton.toml") << "store = \"from-config:\"\n";
  std::ofstream(folder.path() / "url") << "from-file:\n";
  const auto refused = [&folder](const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment) {
    return run_baton(folder, arguments, environment).out;
  };
  const std::string variable = "BATON_STORE=from-variable:";
  const std::string file = "BATON_STORE_FILE=url";
  EXPECT_NE(refused({"serve"}, {}).find("from-config"), std::string::npos);
  EXPECT_NE(refused({"serve"}, {file}).find("from-file"), std::string::npos);
  EXPECT_NE(refused({"serve"}, {file, variable}).find("from-variable"), std::string::npos);
  EXPECT_NE(refused({"serve", "--store", "from-flag:"}, {file, variable}).find("from-flag"), std::string::npos);
}

}  // namespace baton::test
