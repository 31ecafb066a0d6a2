#include <csignal>

#include "http/fleet_fixture.hpp"

// Waiting for the end of a task, and for a result.

namespace baton::test {

class HttpPatience : public Http {
 protected:
  HttpClient ask(const std::string& target) const {
    auto client = daemon_.connect();
    client.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + daemon_.token() +
                "\r\n\r\n");
    return client;
  }
  HttpResponse hand_over(const std::string& task, const std::string& value) const {
    return daemon_.call("PUT", "/v1/tasks/" + task + "/results/1", R"({"value":)" + value + "}");
  }
};

TEST_F(HttpPatience, who_waits_for_a_task_hears_of_its_end) {
  const auto task = submit();
  auto first = ask("/v1/tasks/" + task + "?wait=30");
  auto second = ask("/v1/tasks/" + task + "?wait=30");
  ASSERT_EQ(post("/v1/tasks/" + submit() + "/cancel", "").status, 200);
  ASSERT_EQ(post("/v1/tasks/" + task + "/cancel", "").status, 200);
  EXPECT_EQ(json_word(first.receive().body, "status"), "cancelled");
  EXPECT_EQ(json_word(second.receive().body, "status"), "cancelled");
}

TEST_F(HttpPatience, a_task_that_does_not_end_is_answered_as_it_is_when_the_time_is_over) {
  EXPECT_EQ(json_word(get("/v1/tasks/" + submit() + "?wait=0.05").body, "status"), "pending");
}

TEST_F(HttpPatience, a_task_that_has_ended_or_is_unknown_is_answered_at_once) {
  const auto task = submit();
  ASSERT_EQ(post("/v1/tasks/" + task + "/cancel", "").status, 200);
  EXPECT_EQ(json_word(get("/v1/tasks/" + task + "?wait=60").body, "status"), "cancelled");
  expect_problem(get("/v1/tasks/019a86ff-1234-7abc-8def-0123456789ab?wait=60"), 404, "not_found");
  expect_problem(get("/v1/tasks/" + task + "?wait=61"), 400, "invalid");
}

TEST_F(HttpPatience, who_waits_for_a_result_gets_it) {
  const auto task = submit();
  auto waiter = ask("/v1/tasks/" + task + "/results/1?wait=30");
  ASSERT_EQ(hand_over(task, "7").status, 200);
  EXPECT_EQ(waiter.receive().body, "{\"value\":7}\n");
}

TEST_F(HttpPatience, a_result_that_does_not_come_is_no_content) {
  EXPECT_EQ(get("/v1/tasks/" + submit() + "/results/1?wait=0.05").status, 204);
}

TEST_F(HttpPatience, a_stop_answers_everybody_who_waits) {
  const auto task = submit();
  auto end = ask("/v1/tasks/" + task + "?wait=60");
  auto result = ask("/v1/tasks/" + task + "/results/1?wait=60");
  ASSERT_EQ(get("/v1/health").status, 200);
  daemon_.signal(SIGTERM);
  EXPECT_EQ(json_word(end.receive().body, "status"), "pending");
  EXPECT_EQ(result.receive().status, 204);
  EXPECT_EQ(daemon_.wait(std::chrono::seconds{30}), 0);
}

}  // namespace baton::test
