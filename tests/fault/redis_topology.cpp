#include "support/redis_topology.hpp"
#include "support/redis_client.hpp"

namespace baton::test {
namespace {

using redis::Repeat;
using redis::Value;
using namespace std::chrono_literals;

redis::ClientOptions patient() {
  redis::ClientOptions options;
  options.last_delay = 50ms;
  options.patience = 20s;
  return options;
}

class RedisSentinel : public RedisClientTest {
 protected:
  RedisWithSentinel servers_;
};

TEST_F(RedisSentinel, leads_to_the_primary_and_again_after_a_fail_over) {
  const auto client = connect(servers_.url("ours"), patient());
  EXPECT_TRUE(client->facts().by_sentinel);
  EXPECT_EQ(client->facts().address, servers_.primary.address());
  EXPECT_TRUE(wait_for(client->block({"XREAD", "BLOCK", "1", "STREAMS", "s", "0"}, 1ms)));
  const auto script = script_of("return redis.call('SET', KEYS[1], ARGV[1])");
  EXPECT_EQ(text_of(wait_for(client->run(script, "k", {"v"}, Repeat::safe))), "OK");
  EXPECT_EQ(text_of(wait_for(client->call({"WAIT", "1", "5000"}, Repeat::safe))), "");
  servers_.primary.kill();
  EXPECT_EQ(text_of(wait_for(client->run(script, "l", {"w"}, Repeat::safe))), "OK");
  EXPECT_EQ(client->facts().address, servers_.replica.address());
  EXPECT_EQ(text_of(wait_for(client->call({"GET", "k"}, Repeat::safe))), "v");
  EXPECT_TRUE(wait_for(client->call({"XADD", "s", "*", "f", "v"}, Repeat::never)));
  auto woken = wait_for(client->block({"XREAD", "BLOCK", "5000", "STREAMS", "s", "0"}, 5s));
  if (!woken) woken = wait_for(client->block({"XREAD", "BLOCK", "5000", "STREAMS", "s", "0"}, 5s));
  EXPECT_TRUE(woken && !woken->is_nil());
}

TEST_F(RedisSentinel, is_asked_again_when_the_primary_is_demoted) {
  const auto client = connect(servers_.url("ours"), patient());
  EXPECT_TRUE(wait_for(client->call({"SET", "k", "v"}, Repeat::never)));
  // A replica that refuses writes on a connection that lives on, until the Sentinel makes it a primary again.
  servers_.primary.ask({"REPLICAOF", "127.0.0.1", std::to_string(servers_.replica.port())});
  auto waiting = start(client->call({"SET", "k", "w"}, Repeat::never));
  wait_until([this] { return servers_.primary.ask({"INFO", "errorstats"}).contains("errorstat_READONLY"); });
  servers_.primary.ask({"REPLICAOF", "NO", "ONE"});
  EXPECT_EQ(text_of(waiting.get()), "OK");
}

TEST_F(RedisSentinel, refuses_a_name_it_does_not_know_and_a_wrong_password) {
  expect_refused(servers_.url("theirs"), Errc::unavailable, "cannot reach");
  expect_refused("redis+sentinel://:hunter2@" + servers_.sentinel.address() + "/theirs?sentinel_password=hunter2",
                 Errc::invalid, "theirs");
  expect_refused("redis+sentinel://:hunter2@" + servers_.sentinel.address() + "/ours", Errc::unauthorized,
                 "sentinel_password");
  expect_refused("redis+sentinel://:hunter2@" + servers_.sentinel.address() + "/ours?sentinel_password=hunter2x",
                 Errc::unauthorized, "password");
  expect_refused("redis+sentinel://:hunter2@" + servers_.primary.address() + "/ours?sentinel_password=hunter2",
                 Errc::invalid, "is no Sentinel");
}

class RedisCluster : public RedisClientTest {
 protected:
  static constexpr int slots = 16'384;

  static std::string id_of(const RedisProcess& node) { return node.ask({"CLUSTER", "MYID"}); }

  static void give_slots(const RedisProcess& node, int first, int last) {
    std::vector<std::string> command{"CLUSTER", "ADDSLOTS"};
    for (int slot = first; slot <= last; ++slot) command.push_back(std::to_string(slot));
    ASSERT_EQ(node.ask(command), "OK");
  }

  void join() {
    b_.ask({"CLUSTER", "MEET", "127.0.0.1", std::to_string(a_.port())});
    for (const RedisProcess* node : {&a_, &b_}) {
      wait_until([node] {
        const std::string state = node->ask({"CLUSTER", "INFO"});
        return state.contains("cluster_known_nodes:2") && state.contains("cluster_state:ok");
      });
    }
  }

  /// A key of a slot that the node serves.
  static std::string key_of(const RedisProcess& node) {
    for (int i = 0;; ++i) {
      std::string key = "k" + std::to_string(i);
      if (!node.ask({"GET", key}).starts_with("MOVED")) return key;
    }
  }

  RedisProcess a_{{.config = {"cluster-require-full-coverage no"}, .cluster = true}};
  RedisProcess b_{{.config = {"cluster-require-full-coverage no"}, .cluster = true}};
  const redis::Script set_ = script_of("return redis.call('SET', KEYS[1], ARGV[1])");
};

TEST_F(RedisCluster, is_followed_to_the_node_that_serves_the_key) {
  give_slots(a_, 0, slots / 2 - 1);
  give_slots(b_, slots / 2, slots - 1);
  join();
  const std::string key = key_of(b_);
  const auto client = connect(a_.url(), patient());
  EXPECT_TRUE(client->facts().clustered);
  std::vector<Replied> replies;
  for (int i = 0; i < 50; ++i) replies.push_back(start(client->run(set_, key, {"v"}, Repeat::never)));
  for (Replied& reply : replies) EXPECT_EQ(text_of(reply.get()), "OK");
  EXPECT_EQ(client->facts().address, b_.address());
  EXPECT_EQ(client->reconnects(), 1U);
  EXPECT_TRUE(wait_for(client->block({"XREAD", "BLOCK", "1", "STREAMS", key + "{" + key + "}", "0"}, 1ms)));
  b_.kill();
  auto waiting = start(client->call({"GET", key}, Repeat::safe));
  b_.start();
  EXPECT_EQ(text_of(waiting.get()), "v");
}

TEST_F(RedisCluster, is_greeted_at_the_node_that_serves_the_key) {
  give_slots(a_, 0, slots / 2 - 1);
  give_slots(b_, slots / 2, slots - 1);
  join();
  redis::ClientOptions options = patient();
  options.greeting = [key = key_of(b_)](const redis::ServerFacts&) { return redis::Command{"SET", key, "hello"}; };
  EXPECT_EQ(connect(a_.url(), options)->facts().address, b_.address());
  expect_refused(a_.url() + "/1", Errc::invalid, "database 0", options);
}

TEST_F(RedisCluster, is_asked_for_a_key_whose_slot_is_being_moved) {
  give_slots(a_, 0, slots - 1);
  join();
  const std::string slot = a_.ask({"CLUSTER", "KEYSLOT", "k"});
  ASSERT_EQ(b_.ask({"CLUSTER", "SETSLOT", slot, "IMPORTING", id_of(a_)}), "OK");
  ASSERT_EQ(a_.ask({"CLUSTER", "SETSLOT", slot, "MIGRATING", id_of(b_)}), "OK");
  const auto client = connect(a_.url(), patient());
  EXPECT_EQ(text_of(wait_for(client->call({"SET", "k", "v"}, Repeat::never))), "OK");
  EXPECT_EQ(client->facts().address, a_.address());
  EXPECT_EQ(b_.ask({"CLUSTER", "COUNTKEYSINSLOT", slot}), "1");
  // Half of a script's keys may still be at the old node, so it waits for the end of the move.
  auto waiting = start(client->run(set_, "k", {"w"}, Repeat::never));
  redis::ClientOptions options = patient();
  options.patience = 200ms;
  const auto impatient = wait_for(connect(a_.url(), options)->run(set_, "k", {"x"}, Repeat::never));
  ASSERT_FALSE(impatient);
  EXPECT_TRUE(impatient.error().detail.contains("moving the slot")) << impatient.error().detail;
  for (const RedisProcess* node : {&b_, &a_}) {
    ASSERT_EQ(node->ask({"CLUSTER", "SETSLOT", slot, "NODE", id_of(b_)}), "OK");
  }
  EXPECT_EQ(text_of(waiting.get()), "OK");
  EXPECT_EQ(client->facts().address, b_.address());
}

TEST_F(RedisCluster, is_found_again_after_the_only_node_we_were_told_of_is_gone) {
  give_slots(a_, 0, slots - 1);
  join();
  ASSERT_EQ(b_.ask({"CLUSTER", "REPLICATE", id_of(a_)}), "OK");
  wait_until([this] { return is_replicating(b_); });
  EXPECT_EQ(connect(b_.url(), patient())->facts().address, a_.address()) << "a replica leads to its primary";
  const auto client = connect(a_.url(), patient());
  EXPECT_EQ(text_of(wait_for(client->run(set_, "k", {"v"}, Repeat::safe))), "OK");
  a_.kill();
  auto waiting = start(client->run(set_, "k", {"w"}, Repeat::safe));
  ASSERT_EQ(b_.ask({"CLUSTER", "FAILOVER", "TAKEOVER"}), "OK");
  EXPECT_EQ(text_of(waiting.get()), "OK");
  EXPECT_EQ(client->facts().address, b_.address());
}

}  // namespace
}  // namespace baton::test
