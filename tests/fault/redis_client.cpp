#include <algorithm>
#include <thread>

#include "support/redis_client.hpp"

namespace baton::test {
namespace {

using redis::Repeat;
using redis::Value;
using namespace std::chrono_literals;

class RedisClient : public RedisClientTest {};

TEST_F(RedisClient, answers_every_command_of_many_callers_with_its_own_reply) {
  RedisProcess server;
  const auto client = connect(server.url());
  std::vector<std::future<Result<Value>>> replies;
  for (int i = 0; i < 500; ++i) replies.push_back(start(client->call({"ECHO", std::to_string(i)}, Repeat::safe)));
  for (int i = 0; i < 500; ++i) EXPECT_EQ(text_of(replies[static_cast<std::size_t>(i)].get()), std::to_string(i));
}

TEST_F(RedisClient, carries_out_the_commands_of_one_caller_in_order) {
  RedisProcess server;
  const auto client = connect(server.url());
  std::vector<std::future<Result<Value>>> done;
  for (int i = 0; i < 500; ++i)
    done.push_back(start_on_one(client->call({"RPUSH", "l", std::to_string(i)}, Repeat::never)));
  for (std::size_t i = 0; i < done.size(); ++i) EXPECT_EQ(number_of(done[i].get()), static_cast<std::int64_t>(i) + 1);
  const auto list = wait_for(client->call({"LRANGE", "l", "0", "-1"}, Repeat::safe));
  ASSERT_TRUE(list);
  for (std::size_t i = 0; i < 500; ++i) EXPECT_EQ(list->items.at(i).text, std::to_string(i));
}

TEST_F(RedisClient, carries_large_values_both_ways) {
  RedisProcess server;
  const auto client = connect(server.url());
  const std::string large(20'000'000, 'v');
  EXPECT_EQ(text_of(wait_for(client->call({"SET", "k", large}, Repeat::safe))), "OK");
  EXPECT_EQ(text_of(wait_for(client->call({"GET", "k"}, Repeat::safe))), large);
}

TEST_F(RedisClient, says_what_the_server_is) {
  RedisProcess server;
  const auto client = connect(server.url());
  const auto facts = client->facts();
  EXPECT_EQ(facts.address, server.address());
  EXPECT_TRUE(facts.version.contains('.')) << facts.version;
  EXPECT_EQ(facts.run_id.size(), 40U);
  EXPECT_FALSE(facts.clustered);
  EXPECT_FALSE(facts.by_sentinel);
  EXPECT_EQ(client->reconnects(), 0U);
}

TEST_F(RedisClient, runs_a_script_and_sends_its_text_once) {
  RedisProcess server;
  const auto client = connect(server.url());
  const auto script = script_of("return redis.call('INCRBY', KEYS[1], ARGV[1])");
  std::vector<std::future<Result<Value>>> replies;
  for (int i = 0; i < 100; ++i) replies.push_back(start(client->run(script, "k", {"2"}, Repeat::never)));
  std::vector<std::int64_t> seen;
  for (auto& reply : replies) seen.push_back(number_of(reply.get()));
  std::ranges::sort(seen);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], static_cast<std::int64_t>(2 * i + 2));
  const std::string stats = server.ask({"INFO", "commandstats"});
  EXPECT_TRUE(stats.contains("cmdstat_eval:calls=1,")) << stats;
  EXPECT_TRUE(stats.contains("cmdstat_evalsha:calls=99,")) << stats;
}

TEST_F(RedisClient, loads_a_script_again_that_the_server_forgot) {
  RedisProcess server;
  const auto client = connect(server.url());
  const auto script = script_of("return redis.call('INCR', KEYS[1])");
  EXPECT_EQ(number_of(wait_for(client->run(script, "k", {}, Repeat::never))), 1);
  server.ask({"SCRIPT", "FLUSH"});
  std::vector<std::future<Result<Value>>> replies;
  for (int i = 0; i < 50; ++i) {
    replies.push_back(start(client->run(script, "k", {}, Repeat::never)));
    replies.push_back(start(client->call({"PING"}, Repeat::safe)));
  }
  for (auto& reply : replies) EXPECT_TRUE(reply.get());
  EXPECT_EQ(server.ask({"GET", "k"}), "51");
}

TEST_F(RedisClient, greets_every_new_connection_first) {
  RedisProcess server;
  redis::ClientOptions options = hasty();
  options.greeting = [](const redis::ServerFacts& facts) { return redis::Command{"RPUSH", "greeted", facts.run_id}; };
  const auto client = connect(server.url(), options);
  EXPECT_EQ(server.ask({"LLEN", "greeted"}), "1");
  EXPECT_EQ(server.ask({"LINDEX", "greeted", "0"}), client->facts().run_id);
  server.ask({"CLIENT", "KILL", "TYPE", "normal"});
  EXPECT_EQ(number_of(wait_for(client->call({"LLEN", "greeted"}, Repeat::safe))), 2);
  EXPECT_EQ(client->reconnects(), 1U);
}

TEST_F(RedisClient, refuses_a_connection_whose_greeting_fails) {
  RedisProcess server;
  server.ask({"SET", "greeted", "wrong type"});
  redis::ClientOptions options = hasty();
  options.greeting = [](const redis::ServerFacts&) { return redis::Command{"RPUSH", "greeted", "x"}; };
  expect_refused(server.url(), Errc::corrupt, "namespace", options);
}

TEST_F(RedisClient, says_clearly_what_is_wrong_with_a_key) {
  RedisProcess server;
  const auto client = connect(server.url());
  server.ask({"SET", "k", "text"});
  const auto script = script_of("return redis.call('LPUSH', KEYS[1], 'x')");
  for (const auto& reply : {wait_for(client->call({"LPUSH", "k", "x"}, Repeat::never)),
                            wait_for(client->run(script, "k", {}, Repeat::never))}) {
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, Errc::corrupt) << reply.error().detail;
  }
}

TEST_F(RedisClient, returns_a_lack_of_memory_at_once) {
  RedisProcess server({.config = {"maxmemory 1"}});
  const auto client = connect(server.url());
  const auto script = script_of("return redis.call('SET', KEYS[1], ARGV[1])");
  const auto reply = wait_for(client->run(script, "k", {"v"}, Repeat::never));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, Errc::unavailable);
  EXPECT_TRUE(reply.error().detail.contains("maxmemory")) << reply.error().detail;
}

TEST_F(RedisClient, waits_for_what_another_writes) {
  RedisProcess server;
  const auto client = connect(server.url());
  auto waiting = start(client->block({"XREAD", "BLOCK", "30000", "STREAMS", "s", "0"}, 30s));
  EXPECT_TRUE(wait_for(client->call({"XADD", "s", "*", "field", "value"}, Repeat::never)));
  const auto woken = waiting.get();
  ASSERT_TRUE(woken) << woken.error().detail;
  EXPECT_EQ(woken->items.at(0).items.at(0).text, "s");
  const auto nothing = wait_for(client->block({"XREAD", "BLOCK", "10", "STREAMS", "t", "0"}, 10ms));
  ASSERT_TRUE(nothing) << nothing.error().detail;
  EXPECT_TRUE(nothing->is_nil());
}

TEST_F(RedisClient, waits_again_after_its_waiting_connection_broke) {
  RedisProcess server;
  const auto client = connect(server.url());
  EXPECT_TRUE(wait_for(client->block({"XREAD", "BLOCK", "10", "STREAMS", "s", "0"}, 10ms)));
  server.stop();
  server.start();
  server.ask({"XADD", "s", "*", "field", "value"});
  auto again = wait_for(client->block({"XREAD", "BLOCK", "10000", "STREAMS", "s", "0"}, 10s));
  if (!again) again = wait_for(client->block({"XREAD", "BLOCK", "10000", "STREAMS", "s", "0"}, 10s));
  ASSERT_TRUE(again) << again.error().detail;
  EXPECT_FALSE(again->is_nil());
}

TEST_F(RedisClient, closes_under_load_and_forgets_no_caller) {
  RedisProcess server;
  const auto client = connect(server.url());
  auto waiting = start(client->block({"XREAD", "BLOCK", "0", "STREAMS", "s", "0"}, 60s));
  std::vector<std::future<Result<Value>>> callers;
  for (int i = 0; i < 50; ++i) callers.push_back(start(call_until_refused(client)));
  EXPECT_TRUE(wait_for(client->call({"PING"}, Repeat::safe)));
  std::thread other([&client] { client->close(); });
  client->close();
  other.join();
  client->close();
  for (auto& caller : callers) expect_closed(caller.get());
  expect_closed(waiting.get());
  expect_closed(wait_for(client->call({"PING"}, Repeat::safe)));
  expect_closed(wait_for(client->block({"PING"}, 1ms)));
}

TEST_F(RedisClient, closes_while_the_server_is_gone) {
  RedisProcess server;
  const auto client = connect(server.url());
  server.kill();
  std::vector<std::future<Result<Value>>> callers;
  for (int i = 0; i < 20; ++i) callers.push_back(start(client->call({"PING"}, Repeat::safe)));
  client->close();
  for (auto& caller : callers) expect_closed(caller.get());
}

}  // namespace
}  // namespace baton::test
