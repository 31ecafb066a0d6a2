#include <csignal>

#include "http/fleet_fixture.hpp"

namespace baton::test {

class HttpPurge : public Http {
 protected:
  HttpResponse remove(const std::string& target) const { return daemon_.call("DELETE", target); }
};

TEST_F(HttpPurge, a_task_is_purged_once_it_has_ended_however_long_the_log_is) {
  join("ada");
  const auto task = submit();
  expect_problem(remove("/v1/tasks/" + task), 409, "conflict");
  const auto failed =
      post("/v1/tasks/" + task + "/fail", "{" + fence_of(claim("ada", "c1")) + R"(,"error":"hunter2","retry":false})");
  ASSERT_EQ(failed.status, 200) << failed.body;
  std::string many;
  for (int i = 0; i < 1000; ++i) many += R"(,{"kind":"other"})";
  ASSERT_EQ(post("/v1/tasks", R"({"tasks":[)" + many.substr(1) + "]}").status, 201);

  ASSERT_NE(get("/v1/events").body.find("hunter2"), std::string::npos);
  EXPECT_EQ(remove("/v1/tasks/" + task).body, "{\"removed\":true}\n");
  EXPECT_EQ(get("/v1/events").body.find("hunter2"), std::string::npos);
  expect_problem(get("/v1/tasks/" + task), 404, "not_found");
  EXPECT_EQ(remove("/v1/tasks/" + task).body, "{\"removed\":false}\n");
}

TEST_F(HttpPurge, a_thread_and_a_correlation_are_purged) {
  ASSERT_EQ(daemon_.call("PUT", "/v1/threads/t", "{}").status, 200);
  ASSERT_EQ(post("/v1/threads/t/messages", R"({"id":"m","role":"user","body":1})").status, 200);
  EXPECT_EQ(remove("/v1/threads/t").body, "{\"removed\":true}\n");
  expect_problem(get("/v1/threads/t"), 404, "not_found");
  ASSERT_EQ(post("/v1/correlations", R"({"id":"c","expected":["risk"]})").status, 200);
  EXPECT_EQ(remove("/v1/correlations/c").body, "{\"removed\":true}\n");
  expect_problem(get("/v1/correlations/c"), 404, "not_found");
  expect_problem(remove("/v1/tasks/nonsense"), 400, "invalid");
}

namespace {

/// Everything that is kept of correlation `c`: signals, what was decided, a document of its context.
void decide_and_tell(const DaemonProcess& daemon) {
  ASSERT_EQ(daemon
                .call("POST", "/v1/correlations",
                      R"({"id":"c","expected":["m"],"pattern":"collect","document":{"ssn":"hunter2"}})")
                .status,
            200);
  ASSERT_EQ(daemon.call("POST", "/v1/correlations/c/signal", R"({"name":"m","body":{"private":"hunter2"}})").status,
            200);
  ASSERT_EQ(daemon.call("PUT", "/v1/correlations/c/context/notes", R"({"document":{"private":"hunter2"}})").status,
            200);
  ASSERT_EQ(daemon.call("GET", "/v1/correlations/c/decision?wait=10").status, 200);
}

void expect_nothing_kept(const DaemonProcess& daemon) {
  for (const char* what : {"", "/state", "/timeline", "/decision", "/context/notes"}) {
    expect_problem(daemon.call("GET", "/v1/correlations/c" + std::string(what)), 404, "not_found");
  }
  for (const char* what : {"/v1/correlations/c/context", "/v1/records/decision", "/v1/records/context", "/v1/events"}) {
    EXPECT_EQ(daemon.call("GET", what).body.find("hunter2"), std::string::npos) << what;
  }
}

}  // namespace

TEST_F(HttpPurge, nothing_of_a_purged_correlation_can_be_read) {
  decide_and_tell(daemon_);
  ASSERT_EQ(get("/v1/correlations/c/state").status, 200);
  EXPECT_EQ(remove("/v1/correlations/c").body, "{\"removed\":true}\n");
  expect_nothing_kept(daemon_);
  EXPECT_EQ(remove("/v1/correlations/c").body, "{\"removed\":false}\n");
}

TEST_F(HttpPurge, nothing_of_a_purged_correlation_comes_back_with_the_daemon) {
  const TemporaryDirectory folder;
  {
    DaemonProcess daemon(folder, {"serve"});
    decide_and_tell(daemon);
    ASSERT_EQ(daemon.call("DELETE", "/v1/correlations/c").status, 200);
    daemon.signal(SIGKILL);
    EXPECT_EQ(daemon.wait(std::chrono::seconds{10}), std::nullopt);
  }
  expect_nothing_kept(DaemonProcess(folder, {"serve"}));
}

}  // namespace baton::test
