#include <gmock/gmock.h>

#include <csignal>
#include <deque>

#include "http/fleet_fixture.hpp"
#include "support/programs.hpp"
#include "support/sse_client.hpp"

// Events as they happen.

namespace baton::test {

class HttpStream : public Http {
 protected:
  SseClient follow(const std::string& query = "", Headers headers = {}) const {
    return SseClient(daemon_, query, std::move(headers));
  }
  void refuse(const std::string& query, Headers headers = {}) const {
    expect_problem(daemon_.call("GET", "/v1/events/stream" + query, "", std::move(headers)), 400, "invalid");
  }
  void open_correlation(const std::string& id) const {
    const auto opened = post("/v1/correlations", R"({"id":")" + id + R"(","expected":["one"],"timeout_us":60000000})");
    ASSERT_EQ(opened.status, 200) << opened.body;
  }
  /// The answer to a grant: an error of that many bytes, which its event carries.
  void fail_with(std::size_t bytes) const {
    const auto task = submit();
    const auto grant = claim("ada", "claim-" + task);
    const auto failed = post("/v1/tasks/" + task + "/fail",
                             "{" + fence_of(grant) + R"(,"retry":false,"error":")" + std::string(bytes, 'x') + "\"}");
    ASSERT_EQ(failed.status, 200) << failed.body;
  }
};

TEST_F(HttpStream, tells_what_happens_from_now_on) {
  submit();
  auto stream = follow();
  EXPECT_EQ(stream.response().status, 200);
  EXPECT_EQ(stream.response().header("Content-Type"), "text/event-stream");
  EXPECT_EQ(stream.response().header("Content-Length"), "");
  EXPECT_EQ(stream.last_id(), "1");
  const auto task = submit();
  const auto event = stream.next();
  ASSERT_TRUE(event);
  EXPECT_EQ(event->id, "2");
  EXPECT_EQ(event->name, "task.created");
  EXPECT_EQ(json_word(event->data, "task_id"), task);
  EXPECT_EQ(json_word(event->data, "event_type"), "task.created");
  EXPECT_EQ(json_word(event->data, "position"), "2");
}

TEST_F(HttpStream, tells_what_was_before_to_those_who_ask) {
  const auto first = submit();
  auto stream = follow("?after=0");
  const auto second = submit();
  EXPECT_EQ(json_word(stream.next()->data, "task_id"), first);
  EXPECT_EQ(json_word(stream.next()->data, "task_id"), second);
}

TEST_F(HttpStream, resumes_after_the_last_event_that_was_seen) {
  for (int i = 0; i < 5; ++i) submit();
  auto stream = follow("?after=0", {{"Last-Event-ID", "3"}});
  EXPECT_EQ(stream.next()->id, "4");
  EXPECT_EQ(stream.next()->id, "5");
  submit();
  EXPECT_EQ(stream.next()->id, "6");
}

TEST_F(HttpStream, reads_more_than_a_page_of_the_past_and_then_goes_on) {
  std::string list;
  for (int i = 0; i < 350; ++i) list += std::string(i > 0 ? "," : "") + R"({"kind":"write"})";
  ASSERT_EQ(post("/v1/tasks", R"({"tasks":[)" + list + "]}").status, 201);
  auto stream = follow("?after=0");
  submit();
  for (std::uint64_t expected = 1; expected <= 351; ++expected) {
    const auto event = stream.next();
    ASSERT_TRUE(event);
    ASSERT_EQ(event->position(), expected);
  }
}

TEST_F(HttpStream, tells_each_client_what_it_asked_for) {
  const auto task = submit();
  auto agents = follow("?types=agent.*,task.completed&after=0");
  auto one_task = follow("?after=0&task=" + task);
  auto one_agent = follow("?agent=bob,ada");
  auto correlation = follow("?correlation=trade");
  auto both = follow("?types=task.*&agent=ada");
  join("ada");
  submit();
  open_correlation("other");
  open_correlation("trade");
  const auto grant = claim("ada", "c1");
  ASSERT_EQ(post("/v1/tasks/" + task + "/complete", "{" + fence_of(grant) + "}").status, 200);
  EXPECT_EQ(agents.next()->name, "agent.registered");
  EXPECT_EQ(agents.next()->name, "task.completed");
  EXPECT_EQ(one_task.next()->name, "task.created");
  EXPECT_EQ(one_task.next()->name, "task.assigned");
  EXPECT_EQ(one_task.next()->name, "task.completed");
  EXPECT_EQ(one_agent.next()->name, "agent.registered");
  EXPECT_EQ(one_agent.next()->name, "task.assigned");
  EXPECT_EQ(json_word(correlation.next()->data, "correlation"), "trade");
  EXPECT_EQ(both.next()->name, "task.assigned");
}

TEST_F(HttpStream, a_silent_stream_is_kept_alive_and_moves_on) {
  auto stream = follow("?types=lock.*&keep_alive=1");
  EXPECT_EQ(stream.last_id(), "0");
  submit();
  while (stream.last_id() != "1") ASSERT_TRUE(stream.sees_comment());
}

TEST_F(HttpStream, refuses_what_it_does_not_understand) {
  refuse("?types=task.finished");
  refuse("?types=tas*");
  refuse("?task=7");
  refuse("?agent=%20");
  refuse("?format=xml");
  refuse("?keep_alive=3600");
  refuse("?keep_alive=0");
  refuse("?keep_alive=0.9");
  refuse("?since=1");
  refuse("?after=minus");
  refuse("?after=99");
  refuse("", {{"Last-Event-ID", "abc"}});
}

TEST_F(HttpStream, answers_a_head_with_the_head_alone) {
  auto client = daemon_.connect();
  const auto head = client.request("HEAD", "/v1/events/stream", "", {{"Authorization", "Bearer " + daemon_.token()}});
  EXPECT_EQ(head.status, 200);
  EXPECT_TRUE(client.sees_end());
}

TEST_F(HttpStream, ends_when_the_daemon_stops) {
  auto stream = follow();
  daemon_.signal(SIGTERM);
  EXPECT_FALSE(stream.next());
  EXPECT_EQ(daemon_.wait(std::chrono::seconds{10}), 0) << daemon_.output();
}

TEST_F(HttpStream, leaves_no_descriptor_behind) {
  const auto before = daemon_.open_descriptors();
  {
    std::deque<SseClient> crowd;
    for (int i = 0; i < 30; ++i) crowd.emplace_back(daemon_);
    EXPECT_GE(daemon_.open_descriptors(), before + 30);
    EXPECT_NE(get("/metrics").body.find("baton_stream_clients 30\n"), std::string::npos);
  }
  while (daemon_.open_descriptors() > before) wait_briefly();
  EXPECT_NE(get("/metrics").body.find("baton_stream_clients 0\n"), std::string::npos);
}

TEST_F(HttpStream, cuts_off_who_does_not_read_and_says_where_to_resume) {
  join("ada");
  SseClient slow(daemon_.port(), daemon_.token(), "/v1/events/stream?types=task.failed", {}, 4096);
  auto quick = follow("?types=task.failed");
  constexpr std::size_t size = 900'000;
  const auto cut = [&] { return get("/metrics").body.contains("baton_stream_overruns_total 1\n"); };
  std::size_t sent = 0;
  while (!cut()) {
    ASSERT_LT(++sent, 40U) << "nobody is ever cut off";
    fail_with(size);
    ASSERT_EQ(quick.next()->name, "task.failed");
  }
  std::size_t seen = 0;
  std::string last_id;
  while (const auto event = slow.next()) {
    if (event->name == "stream.overrun") {
      EXPECT_EQ(event->data, "{\"after\":" + event->id + "}");
    } else {
      ++seen;
    }
    last_id = event->id;
  }
  EXPECT_LT(seen, sent);
  SseClient again(daemon_.port(), daemon_.token(), "/v1/events/stream?types=task.failed", {{"Last-Event-ID", last_id}});
  for (; seen < sent; ++seen) ASSERT_TRUE(again.next());
}

TEST_F(HttpStream, tells_cloud_events_to_those_who_ask) {
  auto by_query = follow("?format=cloudevents");
  auto by_header = follow("", {{"Accept", "text/event-stream, application/cloudevents+json"}});
  const auto task = submit();
  const auto event = by_query.next();
  ASSERT_TRUE(event);
  EXPECT_EQ(event->name, "task.created");
  EXPECT_EQ(json_word(event->data, "type"), "dev.baton.task.created");
  EXPECT_EQ(json_word(event->data, "subject"), "tasks/" + task);
  EXPECT_EQ(by_header.next()->data, event->data);
}

TEST_F(HttpStream, the_log_is_read_as_a_batch_of_cloud_events) {
  submit();
  const auto batch = daemon_.call("GET", "/v1/events?limit=10", "", {{"Accept", "application/cloudevents-batch+json"}});
  EXPECT_EQ(batch.header("Content-Type"), "application/cloudevents-batch+json");
  EXPECT_EQ(batch.header("Baton-Next"), "1");
  EXPECT_EQ(json_word(batch.body, "specversion"), "1.0");
  EXPECT_EQ(json_word(batch.body, "source"), "urn:baton:default");
}

}  // namespace baton::test
