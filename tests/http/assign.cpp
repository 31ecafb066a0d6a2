#include <chrono>
#include <fstream>

#include "http/fleet_fixture.hpp"

namespace baton::test {

namespace {

class HttpAssign : public ::testing::Test {
 protected:
  /// Until the agent is in that state, or much time is over.
  std::string state_becomes(const std::string& agent, const std::string& wanted) const {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    std::string state;
    while (state != wanted && std::chrono::steady_clock::now() < until) {
      state = json_word(daemon_.call("GET", "/v1/agents/" + agent).body, "state");
    }
    return state;
  }
  HttpResponse ask(const std::string& target, const std::string& body) const {
    return daemon_.call("POST", target, body);
  }

  TemporaryDirectory folder_;
  DaemonProcess daemon_{folder_, {"serve", "--store", "memory:"}};
};

}  // namespace

TEST_F(HttpAssign, an_idle_agent_is_given_a_task_and_learns_of_it_by_its_beat_and_by_its_claim) {
  ASSERT_EQ(ask("/v1/agents/ada/register", R"({"incarnation":"one","lanes":["write"]})").status, 200);
  const auto task = json_word(ask("/v1/tasks", R"({"kind":"write"})").body, "id");
  ASSERT_EQ(state_becomes("ada", "assigned"), "assigned");
  const auto beat = ask("/v1/agents/ada/beat", R"({"incarnation":"one"})");
  EXPECT_NE(beat.body.find(task), std::string::npos) << beat.body;
  const auto grant = ask("/v1/agents/ada/claim", R"({"incarnation":"one","claim_id":"c1"})");
  EXPECT_EQ(json_word(grant.body, "id"), task) << grant.body;
  EXPECT_EQ(state_becomes("ada", "working"), "working");
}

TEST(AssignSetting, comes_from_the_flag_the_variable_or_the_file_and_is_push_or_pull) {
  const TemporaryDirectory folder;
  std::ofstream(folder.path() / "baton.toml") << "assign = \"from-config\"\n";
  const auto refused = [&](const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
    const Ended ended = run_baton(folder, arguments, environment);
    EXPECT_NE(ended.exit_code, 0);
    EXPECT_NE(ended.out.find("is no value of assign"), std::string::npos) << ended.out;
    return ended.out;
  };
  const std::string variable = "BATON_ASSIGN=from-variable";
  EXPECT_NE(refused({"serve"}, {}).find("`from-config`"), std::string::npos);
  EXPECT_NE(refused({"serve"}, {variable}).find("`from-variable`"), std::string::npos);
  EXPECT_NE(refused({"serve", "--assign", "from-flag"}, {variable}).find("`from-flag`"), std::string::npos);
}

}  // namespace baton::test
