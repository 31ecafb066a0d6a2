#include <gtest/gtest.h>

#include "baton/blocking.hpp"
#include "baton/open.hpp"
#include "http/fleet_fixture.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/sse_client.hpp"

// Streams where the store behind them matters.

namespace baton::test {

namespace {

void submit_to(const DaemonProcess& daemon, int tasks) {
  for (int i = 0; i < tasks; ++i) ASSERT_EQ(daemon.call("POST", "/v1/tasks", R"({"kind":"work"})").status, 201);
}

/// Ten events in the log, of which all but the last three are trimmed.
void make_trimmed_log(const std::string& url) {
  auto opened = open_store(url);
  ASSERT_TRUE(opened) << opened.error().detail;
  BlockingStore store(*std::move(opened));
  for (int i = 0; i < 10; ++i) {
    Submit submit;
    submit.tasks.push_back({.id = TaskId::make(), .kind = KindName::of("work")});
    ASSERT_TRUE(store.call(std::move(submit)));
  }
  const auto swept = store.call(Sweep{.keep_events = 3});
  ASSERT_TRUE(swept) << swept.error().detail;
  ASSERT_EQ(swept->events_trimmed, 7U);
  store.store().port()->close();
}

void expect_notice_of_trimmed(const std::string& url, const TemporaryDirectory& folder = {}) {
  make_trimmed_log(url);
  const DaemonProcess daemon(folder, {"serve", "--store", url, "--assign", "pull"});
  SseClient late(daemon, "", {{"Last-Event-ID", "2"}});
  const auto notice = late.next();
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->name, "log.trimmed");
  EXPECT_EQ(notice->data, R"({"after":2,"first":8})");
  EXPECT_EQ(notice->id, "7");
  for (const char* id : {"8", "9", "10"}) EXPECT_EQ(late.next()->id, id);
  SseClient in_time(daemon, "?after=7");
  EXPECT_EQ(in_time.next()->name, "task.created");
}

void expect_any_daemon_resumes(const std::string& url) {
  const TemporaryDirectory here;
  const TemporaryDirectory there;
  const DaemonProcess first(here, {"serve", "--store", url, "--assign", "pull"});
  const DaemonProcess second(there, {"serve", "--store", url, "--assign", "pull"});
  SseClient stream(first);
  submit_to(second, 3);
  for (const char* id : {"1", "2", "3"}) EXPECT_EQ(stream.next()->id, id);
  submit_to(first, 1);
  SseClient moved(second, "", {{"Last-Event-ID", "3"}});
  submit_to(first, 1);
  for (const char* id : {"4", "5"}) EXPECT_EQ(moved.next()->id, id);
}

}  // namespace

TEST(StreamStore, a_position_that_was_trimmed_is_told_on_sqlite) {
  const TemporaryDirectory folder;
  expect_notice_of_trimmed("sqlite:" + (folder.path() / "state.db").string(), folder);
}

TEST(StreamStore, a_position_that_was_trimmed_is_told_on_redis) {
  const RedisProcess server;
  expect_notice_of_trimmed(server.url());
}

TEST(StreamStore, a_position_that_was_trimmed_is_told_on_postgres) {
  const PostgresProcess server;
  expect_notice_of_trimmed(server.url());
}

TEST(StreamStore, any_daemon_of_a_redis_resumes_a_stream) {
  const RedisProcess server;
  expect_any_daemon_resumes(server.url());
}

TEST(StreamStore, any_daemon_of_a_postgres_resumes_a_stream) {
  const PostgresProcess server;
  expect_any_daemon_resumes(server.url());
}

}  // namespace baton::test
