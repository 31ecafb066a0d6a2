#include <atomic>
#include <thread>

#include "backend/postgres/admin.hpp"
#include "fault/tally.hpp"
#include "support/postgres_client.hpp"
#include "support/proxy.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;
using postgres::Line;

/// Adds its name until it is told to stop.
awaitable<Tally> add_on(PostgresPtr client, std::string name, postgres::Repeat repeat,
                        std::shared_ptr<std::atomic<bool>> stop) {
  return call_until(std::move(stop), [client = std::move(client), name = std::move(name), repeat] {
    return client->run(Line::write, {"add", name}, repeat);
  });
}

class PostgresBreaks : public PostgresClientTest {
 protected:
  PostgresBreaks() { prepare(server_); }

  static postgres::ClientOptions patient() {
    auto options = hasty();
    options.patience = 30s;
    return options;
  }
  static postgres::ClientOptions impatient() {
    auto options = hasty();
    options.reply_timeout = 100ms;
    options.patience = 300ms;
    return options;
  }
  std::string url(const Proxy& proxy) const { return server_.url_at("127.0.0.1:" + std::to_string(proxy.port())); }
  int count(const std::string& name) {
    auto admin = postgres::Admin::connect(server_.url());
    const auto there = admin->query("SELECT count(*) FROM scratch.items WHERE argument = $1", {name});
    return std::stoi(there->front().front().value());
  }
  void expect_unknown(const Result<std::string>& reply) {
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, Errc::unavailable);
    EXPECT_TRUE(reply.error().detail.contains("not known")) << reply.error().detail;
  }

  /// Callers at work while `spoil` happens some times; then nothing acknowledged is lost, and nothing done twice that must
  /// not be.
  template <class Spoil>
  void survive(const PostgresPtr& client, int times, Spoil spoil) {
    const auto stop = std::make_shared<std::atomic<bool>>(false);
    std::vector<std::future<Tally>> safe;
    std::vector<std::future<Tally>> unsafe;
    for (int i = 0; i < 20; ++i) {
      safe.push_back(spawn(add_on(client, "safe" + std::to_string(i), postgres::Repeat::safe, stop)));
      unsafe.push_back(spawn(add_on(client, "never" + std::to_string(i), postgres::Repeat::never, stop)));
    }
    for (int i = 0; i < times; ++i) {
      EXPECT_TRUE(write(client, "add", "between", postgres::Repeat::safe));
      spoil();
    }
    EXPECT_TRUE(write(client, "add", "after", postgres::Repeat::safe));
    *stop = true;
    int unknown = 0;
    for (int i = 0; i < 20; ++i) {
      const Tally repeated = safe[static_cast<std::size_t>(i)].get();
      EXPECT_EQ(repeated.other, "");
      EXPECT_EQ(repeated.unknown, 0);
      EXPECT_GE(count("safe" + std::to_string(i)), repeated.answered);
      const Tally tally = unsafe[static_cast<std::size_t>(i)].get();
      EXPECT_EQ(tally.other, "");
      const int there = count("never" + std::to_string(i));
      EXPECT_GE(there, tally.answered);
      EXPECT_LE(there, tally.answered + tally.unknown);
      unknown += tally.unknown;
    }
    EXPECT_GT(unknown, 0) << "nothing was under way when it was spoiled";
  }

  PostgresProcess server_;
};

TEST_F(PostgresBreaks, answer_every_item_that_may_be_repeated_and_repeat_no_other) {
  const auto client = connect(server_.url(), patient());
  survive(client, 3, [this] {
    server_.kill();
    server_.start();
  });
  EXPECT_GE(client->reconnects(), 3U);
}

TEST_F(PostgresBreaks, survive_cuts_on_the_way) {
  Proxy proxy("127.0.0.1", server_.port());
  const auto client = connect(url(proxy), patient());
  survive(client, 10, [&proxy] { proxy.cut(); });
}

TEST_F(PostgresBreaks, survive_lost_replies) {
  Proxy proxy("127.0.0.1", server_.port());
  const auto client = connect(url(proxy), patient());
  survive(client, 10, [&proxy] { proxy.lose_reply(); });
  proxy.disarm();
}

TEST_F(PostgresBreaks, tell_that_an_outcome_is_not_known) {
  Proxy proxy("127.0.0.1", server_.port());
  const auto client = connect(url(proxy), patient());
  // What is lost may also be said to a connection that is just being made.
  int tried = 0;
  Result<std::string> reply;
  do {
    proxy.lose_reply();
    reply = write(client, "add", "lost");
    ++tried;
  } while (reply);
  expect_unknown(reply);
  EXPECT_EQ(count("lost"), tried) << "each was carried out once";
}

TEST_F(PostgresBreaks, repeat_what_may_be_repeated) {
  Proxy proxy("127.0.0.1", server_.port());
  const auto client = connect(url(proxy), patient());
  int tried = 0;
  do {
    proxy.lose_reply();
    EXPECT_TRUE(write(client, "add", "repeated", postgres::Repeat::safe));
    ++tried;
  } while (count("repeated") == tried);
}

TEST_F(PostgresBreaks, repeat_what_the_server_ended) {
  const auto client = connect(server_.url(), patient());
  auto napping = spawn(client->run(Line::write, {"nap", "0.5"}, postgres::Repeat::safe));
  while (server_.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") ==
         "0") {
    std::this_thread::yield();
  }
  EXPECT_TRUE(napping.get());
  EXPECT_EQ(count("napped"), 1);
}

TEST_F(PostgresBreaks, arrive_byte_by_byte) {
  Proxy proxy("127.0.0.1", server_.port());
  proxy.one_byte_at_a_time(true);
  const auto client = connect(url(proxy), patient());
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(write(client, "add", "slow"));
  EXPECT_EQ(count("slow"), 5);
}

TEST_F(PostgresBreaks, end_an_item_that_waits_too_long_for_a_connection) {
  const auto client = connect(server_.url(), impatient());
  server_.kill();
  // The first may be told that its outcome is not known: the connection looked alive.
  write(client, "add", "x", postgres::Repeat::safe);
  const auto reply = write(client, "add", "x", postgres::Repeat::safe);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, Errc::unavailable);
  EXPECT_TRUE(reply.error().detail.contains(server_.address())) << reply.error().detail;
  server_.start();
  auto after = write(client, "add", "after", postgres::Repeat::safe);
  while (!after) after = write(client, "add", "after", postgres::Repeat::safe);
  EXPECT_EQ(count("after"), 1);
}

TEST_F(PostgresBreaks, end_an_item_that_a_hanging_server_does_not_answer) {
  const auto client = connect(server_.url() + "?statement_timeout=100", impatient());
  EXPECT_TRUE(write(client, "add", "x"));
  server_.freeze();
  auto unsafe = spawn(client->run(Line::write, {"add", "y"}, postgres::Repeat::never));
  auto safe = spawn(client->run(Line::read, {"get", "y"}, postgres::Repeat::safe));
  for (auto* replied : {&unsafe, &safe}) {
    const auto reply = replied->get();
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, Errc::unavailable) << reply.error().detail;
  }
  server_.thaw();
  auto after = write(client, "add", "after", postgres::Repeat::safe);
  while (!after) after = write(client, "add", "after", postgres::Repeat::safe);
  EXPECT_GE(count("after"), 1);
}

TEST_F(PostgresBreaks, come_back_after_a_half_open_connection) {
  Proxy proxy("127.0.0.1", server_.port());
  const auto client = connect(url(proxy), patient());
  EXPECT_TRUE(write(client, "add", "x"));
  proxy.half_open(true);
  auto waiting = spawn(client->run(Line::write, {"add", "y"}, postgres::Repeat::safe));
  proxy.half_open(false);
  EXPECT_TRUE(waiting.get());
}

}  // namespace
}  // namespace baton::test
