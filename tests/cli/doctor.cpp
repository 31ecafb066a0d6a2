#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "cli/daemon_fixture.hpp"
#include "support/programs.hpp"
#include "support/sockets.hpp"

/// `baton doctor`: each check, and the fix that it names.
namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

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

TEST_F(Doctor, asks_the_daemon_that_the_environment_names) {
  const DaemonProcess daemon(folder_, {"serve"});
  const Ended asked = doctor({}, {"BATON_URL=http://127.0.0.1:" + std::to_string(daemon.port())});
  EXPECT_EQ(asked.exit_code, 0) << asked.out;
  EXPECT_THAT(asked.out, HasSubstr("program and daemon are"));
}

TEST_F(Doctor, names_who_has_the_port_what_others_may_read_and_what_is_misspelt) {
  const Descriptor taken = listen_on_loopback();
  const Ended busy = doctor({"--listen", "127.0.0.1:" + std::to_string(port_of(taken))});
  EXPECT_EQ(busy.exit_code, 1);
  EXPECT_THAT(busy.out, AllOf(HasSubstr("is taken by cli_tests (pid "), HasSubstr("fix: end that program")));
  std::ofstream(folder_.path() / "baton.token") << std::string(64, 'a') << "\n";
  ::chmod((folder_.path() / "baton.token").c_str(), 0644);
  EXPECT_THAT(doctor({"--listen", nowhere()}).out, HasSubstr("fix: chmod 600 baton.token"));
  std::ofstream(folder_.path() / "baton.toml") << "stor = \"x\"\n";
  EXPECT_THAT(doctor({}).out, HasSubstr("did you mean `store`?"));
}

}  // namespace
}  // namespace baton::test
