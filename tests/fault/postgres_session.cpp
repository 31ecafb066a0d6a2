#include <condition_variable>
#include <mutex>

#include "backend/postgres/admin.hpp"
#include "backend/postgres/session.hpp"
#include "support/pgbouncer_process.hpp"
#include "support/postgres_client.hpp"
#include "support/proxy.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;
using postgres::Session;

/// What a session told, in order; waited for.
class Diary {
 public:
  postgres::SessionEvents events() {
    return {.on_notice = [this](const std::string& payload) { add("notice " + payload); },
            .on_up = [this] { add("up"); },
            .on_down = [this](const Error& why) { add("down " + why.detail); }};
  }
  /// The next entry.
  std::string next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return read_ < entries_.size(); });
    return entries_[read_++];
  }
  void wait_for(const std::string& entry) {
    while (next() != entry) {
    }
  }

 private:
  void add(std::string entry) {
    const std::lock_guard lock(mutex_);
    entries_.push_back(std::move(entry));
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> entries_;
  std::size_t read_ = 0;
};

class PostgresSession : public PostgresClientTest {
 protected:
  std::unique_ptr<Session> open(const std::string& url, const std::string& channel = "a \"quoted\" channel") {
    return Session::open(*postgres::parse_target(url), channel, diary_.events(), hasty());
  }
  std::string ask(const std::string& sql, postgres::Parameters parameters) {
    auto admin = postgres::Admin::connect(server_.url());
    return admin->query(sql, std::move(parameters))->front().front().value();
  }
  std::string holders(int key) {
    return ask("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = $1::oid",
               {std::to_string(key)});
  }
  void notify(const std::string& payload) { ask("SELECT pg_notify($1, $2)", {"a \"quoted\" channel", payload}); }
  static void wait_until_held(const Session& session, std::int64_t key, bool held = true) {
    while (session.holds(key) != held) std::this_thread::yield();
  }

  PostgresProcess server_;
  Diary diary_;
};

TEST_F(PostgresSession, hears_what_is_said_on_its_channel) {
  const auto session = open(server_.url());
  EXPECT_EQ(diary_.next(), "up");
  EXPECT_TRUE(session->is_up());
  EXPECT_EQ(ask("SELECT count(*) FROM pg_stat_activity WHERE pid = $1::int", {std::to_string(session->process())}),
            "1");
  notify("one");
  notify("two");
  EXPECT_EQ(diary_.next(), "notice one");
  EXPECT_EQ(diary_.next(), "notice two");
}

TEST_F(PostgresSession, holds_a_lock_until_it_is_dropped) {
  const auto session = open(server_.url());
  session->hold(41);
  session->hold(42);
  wait_until_held(*session, 41);
  wait_until_held(*session, 42);
  EXPECT_EQ(holders(42), "1");
  session->drop(42);
  wait_until_held(*session, 42, false);
  EXPECT_EQ(holders(42), "0");
  EXPECT_EQ(holders(41), "1");
}

TEST_F(PostgresSession, frees_its_locks_when_it_ends) {
  auto session = open(server_.url());
  session->hold(42);
  wait_until_held(*session, 42);
  session.reset();
  while (holders(42) != "0") std::this_thread::yield();
}

TEST_F(PostgresSession, takes_a_lock_when_another_lets_go) {
  auto other = postgres::Admin::connect(server_.url());
  ASSERT_TRUE(other && other->exec("SELECT pg_advisory_lock(42)"));
  const auto session = open(server_.url());
  session->hold(42);
  diary_.wait_for("up");
  EXPECT_FALSE(session->holds(42));
  ASSERT_TRUE(other->exec("SELECT pg_advisory_unlock(42)"));
  wait_until_held(*session, 42);
}

TEST_F(PostgresSession, comes_back_with_its_channel_and_locks) {
  Proxy proxy("127.0.0.1", server_.port());
  const auto session = open(server_.url_at("127.0.0.1:" + std::to_string(proxy.port())));
  session->hold(42);
  for (int i = 0; i < 3; ++i) {
    diary_.wait_for("up");
    wait_until_held(*session, 42);
    notify(std::to_string(i));
    diary_.wait_for("notice " + std::to_string(i));
    proxy.cut();
    EXPECT_TRUE(diary_.next().starts_with("down "));
  }
  diary_.wait_for("up");
  server_.kill();
  EXPECT_TRUE(diary_.next().starts_with("down "));
  EXPECT_FALSE(session->is_up());
  server_.start();
  diary_.wait_for("up");
  wait_until_held(*session, 42);
}

TEST_F(PostgresSession, stays_down_behind_a_pooler_and_says_why) {
  PgbouncerProcess pooler(server_);
  const auto session = open(pooler.url());
  EXPECT_TRUE(diary_.next().contains("session_url="));
  EXPECT_FALSE(session->is_up());
}

TEST_F(PostgresSession, goes_the_direct_way_beside_a_pooler) {
  PgbouncerProcess pooler(server_);
  const auto session = open(pooler.url_with_session());
  EXPECT_EQ(diary_.next(), "up");
  notify("hello");
  EXPECT_EQ(diary_.next(), "notice hello");
}

class PostgresPooled : public PostgresClientTest {};

TEST_F(PostgresPooled, carries_the_same_through_a_pooler) {
  PostgresProcess server;
  prepare(server);
  PgbouncerProcess pooler(server, 2);
  const auto client = connect(pooler.url() + "?pool=10&statement_timeout=500");
  EXPECT_TRUE(client->facts().pooled);
  std::vector<std::future<Result<std::string>>> replies;
  for (int i = 0; i < 300; ++i) {
    const auto line = i % 2 == 0 ? postgres::Line::write : postgres::Line::read;
    replies.push_back(spawn(client->run(line, {"add", std::to_string(i)}, postgres::Repeat::never)));
  }
  for (auto& reply : replies) EXPECT_TRUE(reply.get());
  EXPECT_EQ(server.ask("SELECT count(*) FROM scratch.items"), "150");
  const auto slow = write(client, "nap", "30");
  ASSERT_FALSE(slow);
  EXPECT_TRUE(slow.error().detail.contains("statement_timeout")) << slow.error().detail;
}

TEST_F(PostgresPooled, comes_back_when_the_pooler_does) {
  PostgresProcess server;
  prepare(server);
  PgbouncerProcess pooler(server);
  auto options = hasty();
  options.patience = 30s;
  const auto client = connect(pooler.url(), options);
  EXPECT_TRUE(write(client, "add", "before"));
  pooler.kill();
  pooler.start();
  EXPECT_TRUE(write(client, "add", "between", postgres::Repeat::safe));
  server.kill();
  server.start();
  EXPECT_TRUE(write(client, "add", "after", postgres::Repeat::safe));
}

}  // namespace
}  // namespace baton::test
