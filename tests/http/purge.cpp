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

}  // namespace baton::test
