#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/daemon_process.hpp"

namespace baton::test {

/// A daemon on a memory store, and what a client would write.
class Http : public ::testing::Test {
 protected:
  HttpResponse get(const std::string& target) const { return daemon_.call("GET", target); }
  HttpResponse post(const std::string& target, const std::string& body, Headers headers = {}) const {
    return daemon_.call("POST", target, body, std::move(headers));
  }
  void join(const std::string& agent, const std::string& lanes = R"(["write"])") const {
    const auto joined = post("/v1/agents/" + agent + "/register", R"({"incarnation":"one","lanes":)" + lanes + "}");
    ASSERT_EQ(joined.status, 200) << joined.body;
  }
  /// The id of a new task.
  std::string submit(const std::string& kind = "write") const {
    const auto submitted = post("/v1/tasks", R"({"kind":")" + kind + R"("})");
    EXPECT_EQ(submitted.status, 201) << submitted.body;
    return json_word(submitted.body, "id");
  }
  HttpResponse claim(const std::string& agent, const std::string& claim_id, const std::string& query = "") const {
    return post("/v1/agents/" + agent + "/claim" + query, R"({"incarnation":"one","claim_id":")" + claim_id + "\"}");
  }
  static std::string fence_of(const HttpResponse& grant) {
    const auto start = grant.body.find(R"("fence":{)");
    return start == std::string::npos ? "" : grant.body.substr(start, grant.body.find('}', start) - start + 1);
  }

  TemporaryDirectory folder_;
  /// Nobody but the client itself gives its agents anything.
  DaemonProcess daemon_{folder_, {"serve", "--store", "memory:", "--assign", "pull"}};
};

/// A problem document of this status and code, complete.
inline void expect_problem(const HttpResponse& response, int status, const std::string& code) {
  EXPECT_EQ(response.status, status) << response.body;
  EXPECT_EQ(response.header("Content-Type"), "application/problem+json");
  EXPECT_EQ(json_word(response.body, "code"), code) << response.body;
  EXPECT_EQ(json_word(response.body, "status"), std::to_string(status));
  EXPECT_EQ(json_word(response.body, "type"), "urn:baton:problem:" + code);
  EXPECT_NE(json_word(response.body, "detail"), "");
  EXPECT_NE(json_word(response.body, "next"), "");
  EXPECT_EQ(json_word(response.body, "request_id"), response.header("X-Request-Id"));
}

}  // namespace baton::test
