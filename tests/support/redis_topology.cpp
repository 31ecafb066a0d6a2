#include "support/redis_topology.hpp"

#include <algorithm>

namespace baton::test {
namespace {

constexpr const char* password = "hunter2";
constexpr int slots = 16'384;

RedisOptions member(std::uint16_t replica_of) {
  return {.config = {std::string("masterauth ") + password}, .password = password, .replica_of = replica_of};
}

RedisOptions watching(std::uint16_t primary) {
  return {.config = {"sentinel monitor ours 127.0.0.1 " + std::to_string(primary) + " 1",
                     std::string("sentinel auth-pass ours ") + password, "sentinel down-after-milliseconds ours 300",
                     "sentinel failover-timeout ours 2000"},
          .password = password,
          .sentinel = true,
          .started = false};
}

void give_slots(const RedisProcess& node, int first, int last) {
  std::vector<std::string> command{"CLUSTER", "ADDSLOTS"};
  for (int slot = first; slot <= last; ++slot) command.push_back(std::to_string(slot));
  if (node.ask(command) != "OK") throw std::runtime_error("a node of the cluster does not take its slots");
}

}  // namespace

bool is_replicating(const RedisProcess& replica) {
  return replica.ask({"INFO", "replication"}).contains("master_link_status:up");
}

RedisWithSentinel::RedisWithSentinel()
    : primary(member(0)), replica(member(primary.port())), sentinel(watching(primary.port())) {
  wait_until([this] { return is_replicating(replica); });
  sentinel.start();
  wait_until([this] { return sentinel.ask({"SENTINEL", "replicas", "ours"}).contains(replica.address()); });
}

std::string RedisWithSentinel::url(const std::string& name) const {
  return std::string("redis+sentinel://:") + password + "@127.0.0.1:" + std::to_string(free_port()) + "," +
         sentinel.address() + "/" + name + "?sentinel_password=" + password;
}

RedisNodes::RedisNodes(int count) {
  for (int i = 0; i < count; ++i) {
    nodes_.push_back(std::make_unique<RedisProcess>(RedisOptions{.cluster = true}));
    give_slots(*nodes_.back(), i * slots / count, (i + 1) * slots / count - 1);
    if (i > 0) nodes_.back()->ask({"CLUSTER", "MEET", "127.0.0.1", std::to_string(nodes_.front()->port())});
  }
  for (const auto& node : nodes_) {
    wait_until([&] {
      const std::string state = node->ask({"CLUSTER", "INFO"});
      return state.contains("cluster_known_nodes:" + std::to_string(count)) && state.contains("cluster_state:ok");
    });
  }
}

}  // namespace baton::test
