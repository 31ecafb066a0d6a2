#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/daemon_process.hpp"

namespace baton::test {

/// Commands typed at a daemon of their own, in its folder.
class RemoteCommands : public ::testing::Test {
 protected:
  std::string url() const { return "http://127.0.0.1:" + std::to_string(daemon_.port()); }
  Ended baton(const std::vector<std::string>& arguments, std::vector<std::string> environment = {}) const {
    environment.push_back("BATON_URL=" + url());
    return run_baton(folder_, arguments, environment);
  }
  std::string submit() const { return json_word(daemon_.call("POST", "/v1/tasks", R"({"kind":"write"})").body, "id"); }
  void join(const std::string& agent) const {
    daemon_.call("POST", "/v1/agents/" + agent + "/register", R"({"incarnation":"1","lanes":["write"]})");
  }
  /// By an agent of the same name.
  void complete(const std::string& task, const std::string& result = "null") const {
    join(task);
    const auto grant = daemon_.call("POST", "/v1/agents/" + task + "/claim", R"({"incarnation":"1","claim_id":"c"})");
    const std::string fence = grant.body.substr(grant.body.find(R"("fence":{)") + 8);
    const std::string held = json_word(fence, "task");
    daemon_.call("POST", "/v1/tasks/" + held + "/complete",
                 R"({"result":)" + result + R"(,"fence":)" + fence.substr(0, fence.find('}') + 1) + "}");
  }
  static std::string many_tasks(std::size_t count);

  TemporaryDirectory folder_;
  DaemonProcess daemon_{folder_, {"serve", "--store", "memory:", "--assign", "pull"}};
};

inline std::string RemoteCommands::many_tasks(std::size_t count) {
  std::string tasks;
  for (std::size_t i = 0; i < count; ++i) tasks += (i == 0 ? "" : ",") + std::string(R"({"kind":"write"})");
  return R"({"tasks":[)" + tasks + "]}";
}

}  // namespace baton::test
