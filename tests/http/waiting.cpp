#include <chrono>
#include <csignal>
#include <vector>

#include "http/fleet_fixture.hpp"

namespace baton::test {

using HttpWaiting = Http;

namespace {

/// Sends a claim that waits and returns before its answer; the answer to a request sent afterwards on another
/// connection proves that the daemon has read it.
HttpClient start_waiting(const DaemonProcess& daemon, const std::string& agent, const std::string& claim_id) {
  auto client = daemon.connect();
  const std::string body = R"({"incarnation":"one","claim_id":")" + claim_id + "\"}";
  client.send("POST /v1/agents/" + agent + "/claim?wait=30 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " +
              daemon.token() + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  return client;
}

}  // namespace

TEST_F(HttpWaiting, a_claim_that_does_not_wait_answers_with_no_content) {
  join("ada");
  const auto nothing = claim("ada", "c1");
  EXPECT_EQ(nothing.status, 204);
  EXPECT_EQ(nothing.body, "");
}

TEST_F(HttpWaiting, a_claim_that_waits_ends_empty_when_the_time_is_over) {
  join("ada");
  EXPECT_EQ(claim("ada", "c1", "?wait=0.05").status, 204);
}

TEST_F(HttpWaiting, a_submit_wakes_the_claim_that_waits) {
  join("ada");
  auto waiter = start_waiting(daemon_, "ada", "c1");
  const auto task = submit();
  const auto grant = waiter.receive();
  ASSERT_EQ(grant.status, 200) << grant.body;
  EXPECT_EQ(json_word(grant.body, "id"), task);
}

TEST_F(HttpWaiting, every_waiting_agent_gets_one_of_as_many_tasks) {
  constexpr int agents = 20;
  std::vector<HttpClient> waiters;
  for (int i = 0; i < agents; ++i) {
    join("agent" + std::to_string(i));
    waiters.push_back(start_waiting(daemon_, "agent" + std::to_string(i), "c1"));
  }
  std::string list;
  for (int i = 0; i < agents; ++i) list += std::string(i > 0 ? "," : "") + R"({"kind":"write"})";
  ASSERT_EQ(post("/v1/tasks", R"({"tasks":[)" + list + "]}").status, 201);
  for (auto& waiter : waiters) EXPECT_EQ(waiter.receive().status, 200);
}

TEST_F(HttpWaiting, a_task_finds_the_one_who_serves_its_lane_behind_those_who_do_not) {
  join("ada", R"(["other"])");
  join("bob", R"(["other","write"])");
  auto ada = start_waiting(daemon_, "ada", "c1");
  auto bob = start_waiting(daemon_, "bob", "c1");
  const auto task = submit("write");
  EXPECT_EQ(json_word(bob.receive().body, "id"), task);
}

TEST_F(HttpWaiting, a_released_task_wakes_another_agent) {
  join("ada");
  join("bob");
  const auto task = submit();
  const auto grant = claim("ada", "c1");
  auto bob = start_waiting(daemon_, "bob", "c1");
  ASSERT_EQ(post("/v1/tasks/" + task + "/release", "{" + fence_of(grant) + "}").status, 200);
  EXPECT_EQ(json_word(bob.receive().body, "id"), task);
}

TEST_F(HttpWaiting, a_client_that_left_is_given_nothing) {
  join("ada");
  join("bob");
  start_waiting(daemon_, "ada", "c1").close();
  const auto task = submit();
  const auto grant = claim("bob", "c1", "?wait=10");
  ASSERT_EQ(grant.status, 200) << grant.body;
  EXPECT_EQ(json_word(grant.body, "id"), task);
  EXPECT_EQ(json_word(get("/v1/agents/ada").body, "state"), "idle");
}

TEST_F(HttpWaiting, a_client_that_left_more_to_read_behind_is_given_nothing_either) {
  join("ada");
  join("bob");
  for (const std::string& unread :
       {std::string("\r\n"), std::string("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")}) {
    auto ada = start_waiting(daemon_, "ada", "c1");
    // More than the daemon takes with the request, even if all of it comes at once.
    std::string plenty;
    while (plenty.size() < 20'000) plenty += unread;
    ada.send(plenty);
    ada.close();
    const auto task = submit();
    const auto grant = claim("bob", "claim-" + task, "?wait=10");
    ASSERT_EQ(grant.status, 200) << grant.body;
    EXPECT_EQ(json_word(grant.body, "id"), task);
    EXPECT_EQ(json_word(get("/v1/agents/ada").body, "state"), "idle");
    ASSERT_EQ(post("/v1/tasks/" + task + "/complete", "{" + fence_of(grant) + "}").status, 200);
  }
}

TEST_F(HttpWaiting, draining_the_agent_ends_its_wait_with_a_conflict) {
  join("ada");
  auto waiter = start_waiting(daemon_, "ada", "c1");
  ASSERT_EQ(post("/v1/agents/ada/transition", R"({"expected":"idle","event":"drain"})").status, 200);
  expect_problem(waiter.receive(), 409, "conflict");
}

TEST_F(HttpWaiting, who_waits_for_a_job_that_is_none_is_told_at_once) {
  const auto task = submit();
  auto client = daemon_.connect();
  client.give_up_after(std::chrono::seconds{20});
  const auto answer =
      client.request("GET", "/v1/jobs/" + task + "?wait=60", "", {{"Authorization", "Bearer " + daemon_.token()}});
  expect_problem(answer, 404, "not_found");
}

TEST_F(HttpWaiting, a_stop_answers_those_who_wait) {
  join("ada");
  auto waiter = start_waiting(daemon_, "ada", "c1");
  ASSERT_EQ(get("/v1/agents/ada").status, 200);
  daemon_.signal(SIGTERM);
  EXPECT_EQ(waiter.receive().status, 204);
  EXPECT_EQ(daemon_.wait(std::chrono::seconds{10}), 0) << daemon_.output();
}

TEST_F(HttpWaiting, a_stop_answers_those_whose_jobs_wait_to_be_taken_in) {
  ASSERT_EQ(post("/v1/locks/job-intake:t/try", R"({"owner":"somebody","ttl_us":3600000000})").status, 200);
  const std::string body = R"({"kind":"review","thread":"t","request":1})";
  std::vector<HttpClient> askers;
  for (int i = 0; i < 5; ++i) {
    askers.push_back(daemon_.connect());
    askers.back().send("POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + daemon_.token() +
                       "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  ASSERT_EQ(get("/v1/jobs").status, 200);
  daemon_.signal(SIGTERM);
  for (auto& asker : askers) expect_problem(asker.receive(), 503, "unavailable");
  EXPECT_EQ(daemon_.wait(std::chrono::seconds{10}), 0) << daemon_.output();
}

TEST_F(HttpWaiting, an_agent_whose_deadline_passes_loses_its_task_to_the_next_who_waits) {
  join("bob");
  ASSERT_EQ(post("/v1/agents/ada/register", R"({"incarnation":"one","lanes":["write"],"ttl_us":100000})").status, 200);
  const auto task = submit();
  const auto body = R"({"incarnation":"one","claim_id":"c1","lease_us":200000})";
  ASSERT_EQ(post("/v1/agents/ada/claim", body).status, 200);
  const auto grant = claim("bob", "c1", "?wait=10");
  ASSERT_EQ(grant.status, 200) << grant.body;
  EXPECT_EQ(json_word(grant.body, "id"), task);
}

}  // namespace baton::test
