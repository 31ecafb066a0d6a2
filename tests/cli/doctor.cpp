#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "cli/daemon_fixture.hpp"
#include "cli/store_world.hpp"
#include "support/programs.hpp"
#include "support/small_disk.hpp"
#include "support/sockets.hpp"

/// `baton doctor`: each check, and the fix that it names.
namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Doctor : public ::testing::Test {
 protected:
  Ended doctor(std::vector<std::string> arguments, const std::vector<std::string>& environment = {}) const {
    arguments.insert(arguments.begin(), "doctor");
    return run_baton(folder_, arguments, environment);
  }
  static std::string nowhere() { return "127.0.0.1:" + std::to_string(free_port()); }

  TemporaryDirectory folder_;
};

TEST_F(Doctor, finds_nothing_wrong_before_the_first_start) {
  const Ended well = doctor({"--listen", nowhere()});
  EXPECT_EQ(well.exit_code, 0) << well.out;
  EXPECT_THAT(well.out, AllOf(HasSubstr("no daemon runs there"), HasSubstr("the first start makes it")));
}

TEST_F(Doctor, opens_a_store_that_nobody_serves) {
  {
    const DaemonProcess daemon(folder_, {"serve"});
  }
  const Ended well = doctor({"--listen", nowhere()});
  EXPECT_EQ(well.exit_code, 0) << well.out;
  EXPECT_THAT(well.out, AllOf(HasSubstr("schema"), HasSubstr("full"), HasSubstr("this machine and the store agree"),
                              HasSubstr("state.db is for its owner alone")));
  run_baton(folder_, {"store", "freeze", "sqlite:state.db"});
  const Ended frozen = doctor({"--listen", nowhere()});
  EXPECT_EQ(frozen.exit_code, 1);
  EXPECT_THAT(frozen.out, HasSubstr("fix: let it go on with `baton store thaw STORE`"));
}

TEST_F(Doctor, asks_the_daemon_that_runs) {
  const DaemonProcess daemon(folder_, {"serve", "--store", "memory:"});
  const Ended asked =
      doctor({"--store", "memory:", "--listen", "127.0.0.1:" + std::to_string(daemon.port()), "--json"});
  EXPECT_EQ(asked.exit_code, 0) << asked.out;
  EXPECT_THAT(asked.out,
              AllOf(HasSubstr(R"("check":"port","state":"ok")"), HasSubstr("is served by baton (pid "),
                    HasSubstr("program and daemon are"), HasSubstr(R"("check":"durability","state":"warning")")));
}

TEST_F(Doctor, asks_a_daemon_on_every_address_by_its_name_as_commands_do) {
  make_certificate(folder_.path(), "tls");
  const auto listen_on = [this](const std::string& port) {
    std::ofstream(folder_.path() / "baton.toml") << "listen = \"0.0.0.0:" << port
                                                 << "\"\npublic_host = [\"localhost\"]\n"
                                                    "tls_cert = \"tls.crt\"\ntls_key = \"tls.key\"\n";
  };
  listen_on("0");
  Program daemon(folder_, {"serve", "--port-file", "port"}, {});
  ASSERT_TRUE(daemon.says("(0.0.0.0)", 1, std::chrono::seconds{30})) << daemon.output();
  std::string port = contents_of(folder_.path() / "port");
  port.pop_back();
  listen_on(port);
  const std::string url = "https://localhost:" + port;
  EXPECT_THAT(daemon.output(), HasSubstr("listens on " + url + " (0.0.0.0)"));
  const Ended well = doctor({"--ca-file", "ca.crt"});
  EXPECT_EQ(well.exit_code, 0) << well.out;
  EXPECT_THAT(well.out, AllOf(HasSubstr(url + " is served by baton (pid "), HasSubstr("program and daemon are")));
  EXPECT_EQ(doctor({}, {"BATON_CA_FILE=ca.crt"}).exit_code, 0);
  const Ended distrusted = doctor({});
  EXPECT_EQ(distrusted.exit_code, 1);
  EXPECT_THAT(distrusted.out, AllOf(HasSubstr("no trust in " + url), HasSubstr("with --ca-file or in BATON_CA_FILE")));
  const Ended asked = run_baton(folder_, {"health", "--ca-file", "ca.crt"});
  EXPECT_EQ(asked.exit_code, 0) << asked.out;
  const TemporaryDirectory elsewhere;
  const std::string state = "XDG_STATE_HOME=" + (folder_.path() / "state").string();
  const std::string authority = "BATON_CA_FILE=" + (folder_.path() / "ca.crt").string();
  EXPECT_EQ(run_baton(elsewhere, {"health", "--url", url}, {state, authority}).exit_code, 0) << "by the daemon's note";
}

TEST_F(Doctor, asks_the_daemon_that_the_environment_names) {
  const DaemonProcess daemon(folder_, {"serve"});
  const Ended asked = doctor({}, {"BATON_URL=http://127.0.0.1:" + std::to_string(daemon.port())});
  EXPECT_EQ(asked.exit_code, 0) << asked.out;
  EXPECT_THAT(asked.out, HasSubstr("program and daemon are"));
}

TEST_F(Doctor, says_of_settings_what_serve_says) {
  make_certificate(folder_.path(), "one");
  make_certificate(folder_.path(), "two");
  const std::vector<std::vector<std::string>> settings{
      {"--listen", "garbage"},
      {"--listen", "0.0.0.0:7899"},
      {"--listen", "192.0.2.1:0", "--tls-cert", "one.crt", "--tls-key", "one.key"},
      {"--store", "mysql://x"},
      {"--store", "sqlite:nowhere/x.db"},
      {"--store", "sqlite:."},
      {"--schemas", "nowhere"},
      {"--patterns", "mine=/nowhere"},
      {"--ttl", "x=y"},
      {"--thread-ttl", "5 parsecs"},
      {"--tls-cert", "one.crt"},
      {"--tls-cert", "one.crt", "--tls-key", "two.key"},
      {"--tls-cert", "nowhere.crt", "--tls-key", "one.key"},
      {"--tls-cert", "one.crt", "--tls-key", "."},
      {"--token-file", "."},
      {"--port-file", "nowhere/port"},
      {"--namespace", "a b"},
      {"--public-host", "http://baton.example"}};
  for (auto arguments : settings) {
    if (arguments.front() != "--listen") arguments.insert(arguments.end(), {"--listen", nowhere()});
    const Ended looked = doctor(arguments);
    EXPECT_EQ(looked.exit_code, 1) << looked.out;
    arguments.insert(arguments.begin(), "serve");
    const std::string refused = run_baton(folder_, arguments).out;
    static const std::string before = "baton: ";
    ASSERT_TRUE(refused.starts_with(before)) << refused;
    EXPECT_THAT(looked.out, HasSubstr(refused.substr(before.size(), refused.find_first_of(";\n") - before.size())));
  }
}

TEST_F(Doctor, does_not_repeat_a_secret_in_the_wrong_place) {
  for (const auto& arguments : {std::vector<std::string>{}, std::vector<std::string>{"--json"}}) {
    const Ended looked = doctor(arguments, {"BATON_URL=https://u:aaaaaaaa@host"});
    EXPECT_EQ(looked.exit_code, 1) << looked.out;
    EXPECT_THAT(looked.out, AllOf(HasSubstr("u:…@host"), Not(HasSubstr("aaaaaaaa"))));
  }
}

TEST_F(Doctor, tells_a_store_that_cannot_be_reached_from_one_that_is_damaged) {
  const Ended unreachable = doctor({"--listen", nowhere(), "--store", "postgres://127.0.0.1:1/db"});
  EXPECT_EQ(unreachable.exit_code, 1);
  EXPECT_THAT(unreachable.out, AllOf(HasSubstr("wrong    store"), HasSubstr("fix: start it")));
  std::ofstream(folder_.path() / "text.db") << "no database at all\n";
  const Ended damaged = doctor({"--listen", nowhere(), "--store", "sqlite:text.db"});
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_THAT(damaged.out, AllOf(HasSubstr("wrong    store"), HasSubstr("nothing in it was a store"),
                                 HasSubstr("fix: choose another file"), Not(HasSubstr("salvage"))));
}

TEST_F(Doctor, tells_that_the_daemons_writes_fail) {
  const SmallDisk disk;
  NEED_MOUNTED(disk);
  const std::string token = folder_.path() / "baton.token";
  const DaemonProcess daemon(folder_, {"serve", "--store", disk.store_url(), "--token-file", token});
  const auto look = [&] {
    return doctor(
        {"--store", disk.store_url(), "--token-file", token, "--listen", "127.0.0.1:" + std::to_string(daemon.port())});
  };
  const Ended well = look();
  EXPECT_EQ(well.exit_code, 0) << well.out;
  EXPECT_THAT(well.out, HasSubstr("ok       writes         what is written is kept"));
  disk.fill();
  const std::string bulky = R"({"kind":"write","payload":")" + std::string(100'000, 'p') + R"("})";
  int refusals = 0;
  for (int i = 0; i < 1000 && refusals == 0; ++i) refusals += daemon.call("POST", "/v1/tasks", bulky).status == 503;
  ASSERT_EQ(refusals, 1);
  const Ended failing = look();
  EXPECT_EQ(failing.exit_code, 1) << failing.out;
  EXPECT_THAT(failing.out, AllOf(HasSubstr("wrong    writes"), HasSubstr("fix: free space on the disk")));
}

TEST_F(Doctor, names_the_daemon_that_hangs) {
  const DaemonProcess daemon(folder_, {"serve", "--store", "memory:"});
  daemon.signal(SIGSTOP);
  const Ended hung = doctor({"--store", "memory:", "--listen", "127.0.0.1:" + std::to_string(daemon.port())});
  daemon.signal(SIGCONT);
  EXPECT_EQ(hung.exit_code, 1) << hung.out;
  EXPECT_THAT(hung.out, AllOf(HasSubstr("is held by baton (pid "), HasSubstr("), which does not answer"),
                              HasSubstr("fix: if it was stopped, let it go on with `kill -CONT "),
                              Not(HasSubstr("start one with"))));
}

TEST_F(Doctor, looks_at_the_dates_of_a_certificate) {
  const std::vector<std::string> files{"--listen", nowhere(), "--tls-cert", "a.crt", "--tls-key", "a.key"};
  make_certificate(folder_.path(), "a", std::nullopt, 30);
  EXPECT_THAT(doctor(files).out, HasSubstr("ok       certificate    it is valid for weeks"));
  make_certificate(folder_.path(), "a", std::nullopt, 9);
  const Ended soon = doctor(files);
  EXPECT_EQ(soon.exit_code, 0) << soon.out;
  EXPECT_THAT(soon.out, HasSubstr("the TLS certificate a.crt expires within 9 days; renew it"));
  make_certificate(folder_.path(), "a", std::nullopt, -1);
  const Ended expired = doctor(files);
  EXPECT_EQ(expired.exit_code, 1) << expired.out;
  EXPECT_THAT(expired.out, AllOf(HasSubstr("ok       tls"), HasSubstr("wrong    certificate"),
                                 HasSubstr("a.crt has expired"), HasSubstr("fix: renew it")));
  std::vector<std::string> serve{"serve", "--store", "memory:"};
  serve.insert(serve.end(), files.begin(), files.end());
  Program daemon(folder_, serve, {});
  EXPECT_TRUE(daemon.says("the TLS certificate a.crt has expired", 1, std::chrono::seconds{30})) << daemon.output();
}

TEST_F(Doctor, leaves_a_damaged_store_as_it_is) {
  const auto file = folder_.path() / "state.db";
  with_store({.url = "sqlite:" + file.string()}, [](BlockingStore& store) { settle_down(store); });
  constexpr std::size_t page = 4096;
  std::string damaged = contents_of(file);
  ASSERT_GT(damaged.size(), 21 * page);
  damaged.replace(20 * page, page, page, '\xee');
  std::ofstream(file, std::ios::binary) << damaged;
  const Ended found = doctor({"--listen", nowhere()});
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_THAT(found.out, AllOf(HasSubstr("wrong    store"), HasSubstr("fix: start `baton serve`: it salvages")));
  const Ended beside = doctor({"--listen", nowhere(), "--store", "memory:", "--ephemeral", "sqlite:state.db"});
  EXPECT_EQ(beside.exit_code, 1);
  EXPECT_THAT(beside.out, HasSubstr("wrong    ephemeral"));
  EXPECT_TRUE(contents_of(file) == damaged);
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    EXPECT_THAT(entry.path().string(), Not(HasSubstr(".damaged-")));
  }
}

TEST_F(Doctor, looks_at_the_ephemeral_store_too) {
  const Ended down = doctor({"--listen", nowhere(), "--ephemeral", "redis://127.0.0.1:1"});
  EXPECT_EQ(down.exit_code, 1);
  EXPECT_THAT(down.out, AllOf(HasSubstr("wrong    ephemeral      cannot reach Redis"), HasSubstr("fix: start it")));
  const Ended there = doctor({"--listen", nowhere(), "--ephemeral", "memory:"});
  EXPECT_EQ(there.exit_code, 0) << there.out;
}

TEST_F(Doctor, asks_for_another_token_where_the_daemon_does_not_know_it) {
  const DaemonProcess daemon(folder_, {"serve"});
  const Ended refused =
      doctor({"--listen", "127.0.0.1:" + std::to_string(daemon.port())}, {"BATON_TOKEN=" + std::string(64, 'x')});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr("fix: the token is from BATON_TOKEN; name another"));
}

TEST_F(Doctor, does_not_take_a_malformed_address_for_a_free_one) {
  const Ended asked = doctor({}, {"BATON_URL=ftp://x"});
  EXPECT_EQ(asked.exit_code, 1);
  EXPECT_THAT(asked.out, HasSubstr("wrong    port           `ftp://x` is no address of a daemon"));
}

TEST_F(Doctor, names_who_has_the_port_what_others_may_read_and_what_is_misspelt) {
  const Descriptor taken = listen_on_loopback();
  const Ended busy = doctor({"--listen", "127.0.0.1:" + std::to_string(port_of(taken))});
  EXPECT_EQ(busy.exit_code, 1);
  EXPECT_THAT(busy.out, AllOf(HasSubstr("is taken by cli_tests (pid "), HasSubstr("fix: end that program")));
  std::ofstream(folder_.path() / "baton.token") << std::string(64, 'a') << "\n";
  ::chmod((folder_.path() / "baton.token").c_str(), 0644);
  EXPECT_THAT(doctor({"--listen", nowhere()}).out, HasSubstr("fix: run: chmod 600 baton.token"));
  std::ofstream(folder_.path() / "baton.toml") << "stor = \"x\"\n";
  EXPECT_THAT(doctor({}).out, HasSubstr("did you mean `store`?"));
}

}  // namespace
}  // namespace baton::test
