#include <atomic>
#include <thread>

#include "fault/tally.hpp"
#include "support/redis_client.hpp"

namespace baton::test {
namespace {

using redis::Repeat;
using redis::Value;
using namespace std::chrono_literals;

/// Adds one to its own counter until it is told to stop.
awaitable<Tally> count_up(ClientPtr client, std::string key, Repeat repeat, std::shared_ptr<std::atomic<bool>> stop) {
  return call_until(std::move(stop), [client = std::move(client), key = std::move(key), repeat] {
    return client->call({"INCR", key}, repeat);
  });
}

class RedisBreaks : public RedisClientTest {
 protected:
  static redis::ClientOptions patient() {
    redis::ClientOptions options = hasty();
    options.patience = 20s;
    return options;
  }
  static redis::ClientOptions impatient() {
    redis::ClientOptions options = hasty();
    options.reply_timeout = 200ms;
    options.patience = 300ms;
    return options;
  }
};

TEST_F(RedisBreaks, answer_every_call_that_may_be_repeated_and_repeat_no_other) {
  RedisProcess server({.config = {"appendfsync always"}});
  const auto client = connect(server.url(), patient());
  const auto stop = std::make_shared<std::atomic<bool>>(false);
  std::vector<std::future<Tally>> safe;
  std::vector<std::future<Tally>> unsafe;
  for (int i = 0; i < 30; ++i) {
    safe.push_back(spawn(count_up(client, "safe" + std::to_string(i), Repeat::safe, stop)));
    unsafe.push_back(spawn(count_up(client, "never" + std::to_string(i), Repeat::never, stop)));
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(wait_for(client->call({"PING"}, Repeat::safe)));
    server.kill();
    server.start();
  }
  EXPECT_TRUE(wait_for(client->call({"PING"}, Repeat::safe)));
  *stop = true;
  for (auto& caller : safe) {
    const Tally tally = caller.get();
    EXPECT_EQ(tally.other, "");
    EXPECT_EQ(tally.unknown, 0);
    EXPECT_GT(tally.answered, 0);
  }
  int unknown = 0;
  for (std::size_t i = 0; i < unsafe.size(); ++i) {
    const Tally tally = unsafe[i].get();
    unknown += tally.unknown;
    EXPECT_EQ(tally.other, "");
    // Nothing acknowledged is lost, nothing is carried out twice.
    const auto counted = number_of(wait_for(client->call({"INCRBY", "never" + std::to_string(i), "0"}, Repeat::safe)));
    EXPECT_GE(counted, tally.answered);
    EXPECT_LE(counted, tally.answered + tally.unknown);
  }
  EXPECT_GT(unknown, 0) << "no call was under way when the server went";
  EXPECT_EQ(client->reconnects(), 3U);
}

TEST_F(RedisBreaks, tell_that_an_outcome_is_not_known) {
  RedisProcess server;
  const auto client = connect(server.url(), patient());
  EXPECT_TRUE(wait_for(client->call({"PING"}, Repeat::safe)));
  server.freeze();
  auto unsafe = start(client->call({"INCR", "a"}, Repeat::never));
  while (!server.holds_unread_bytes()) std::this_thread::yield();
  auto safe = start(client->call({"SET", "b", "1"}, Repeat::safe));
  server.kill();
  server.start();
  const auto lost = unsafe.get();
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, Errc::unavailable);
  EXPECT_TRUE(lost.error().detail.contains("not known")) << lost.error().detail;
  EXPECT_EQ(text_of(safe.get()), "OK");
}

TEST_F(RedisBreaks, end_a_call_that_waits_too_long_for_a_connection) {
  RedisProcess server;
  const auto client = connect(server.url(), impatient());
  server.kill();
  const auto reply = wait_for(client->call({"PING"}, Repeat::safe));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, Errc::unavailable);
  EXPECT_TRUE(reply.error().detail.contains(server.address())) << reply.error().detail;
  const auto blocked = wait_for(client->block({"PING"}, 1ms));
  ASSERT_FALSE(blocked);
  EXPECT_TRUE(blocked.error().detail.contains(server.address())) << blocked.error().detail;
  server.start();
  EXPECT_EQ(text_of(wait_for(client->call({"PING"}, Repeat::safe))), "PONG");
}

TEST_F(RedisBreaks, end_a_call_that_a_hanging_server_does_not_answer) {
  RedisProcess server;
  const auto client = connect(server.url(), impatient());
  EXPECT_TRUE(wait_for(client->block({"PING"}, 1ms)));
  server.freeze();
  auto unsafe = start(client->call({"INCR", "a"}, Repeat::never));
  auto safe = start(client->call({"INCR", "b"}, Repeat::safe));
  auto blocked = start(client->block({"XREAD", "BLOCK", "10", "STREAMS", "s", "0"}, 10ms));
  for (Replied* replied : {&unsafe, &safe, &blocked}) {
    const auto reply = replied->get();
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, Errc::unavailable) << reply.error().detail;
  }
  server.thaw();
  EXPECT_EQ(text_of(wait_for(client->call({"PING"}, Repeat::safe))), "PONG");
}

TEST_F(RedisBreaks, wait_while_the_server_loads_its_data) {
  RedisProcess server({.config = {"key-load-delay 200"}});
  server.ask({"EVAL", "for i = 1, 3000 do redis.call('SET', 'k' .. i, i) end", "0"});
  const auto before = connect(server.url(), patient());
  server.stop();
  server.start("LOADING");
  const auto get = script_of("return redis.call('GET', KEYS[1])");
  auto waiting = start(before->call({"GET", "k3000"}, Repeat::never));
  auto scripted = start(before->run(get, "k3000", {}, Repeat::never));
  redis::ClientOptions options = patient();
  options.greeting = [](const redis::ServerFacts&) { return redis::Command{"GET", "k1"}; };
  const auto after = connect(server.url(), options);
  EXPECT_EQ(text_of(wait_for(after->call({"GET", "k2"}, Repeat::safe))), "2");
  EXPECT_EQ(text_of(waiting.get()), "3000");
  EXPECT_EQ(text_of(scripted.get()), "3000");
}

TEST_F(RedisBreaks, fail_at_once_when_the_server_comes_back_with_another_password) {
  RedisProcess server;
  const auto client = connect(server.url(), patient());
  server.ask({"CONFIG", "SET", "requirepass", "hunter2"});
  server.ask({"-a", "hunter2", "CLIENT", "KILL", "TYPE", "normal"});
  const auto reply = wait_for(client->call({"PING"}, Repeat::safe));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, Errc::unauthorized) << reply.error().detail;
}

}  // namespace
}  // namespace baton::test
