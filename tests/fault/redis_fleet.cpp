#include <gmock/gmock.h>

#include <atomic>
#include <set>

#include "baton/open.hpp"
#include "support/redis_topology.hpp"
#include "support/requests.hpp"
#include "support/store_fixture.hpp"

/// A store on more than one server.
namespace baton::test {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<BlockingStore> open(const std::string& url, StoreOptions options = {}) {
  auto store = open_store(url, std::move(options));
  if (!store) throw std::runtime_error(store.error().detail);
  return std::make_unique<BlockingStore>(*std::move(store));
}

/// One agent's whole work on a task.
void live_once(BlockingStore& store) {
  must(store, agent("a-1"));
  const TaskId task = must(store, submit("work")).front().id;
  const auto grant = must(store, claim("a-1"));
  ASSERT_TRUE(grant.has_value());
  EXPECT_EQ(grant->task.id, task);
  EXPECT_EQ(must(store, complete(*grant)).status, TaskStatus::completed);
}

TEST(RedisClusterStore, of_three_nodes_serves_namespaces_on_different_nodes_at_once) {
  const RedisNodes nodes(3);
  std::set<std::size_t> used;
  std::vector<std::jthread> fleets;
  for (int i = 0; used.size() < 3; ++i) {
    const std::string name = "fleet-" + std::to_string(i);
    const auto store = open(nodes[0].url(), {.name_space = name});
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      const std::string found = nodes[node].ask({"EXISTS", "baton:{" + name + "}:meta"});
      if (found == "1" && used.insert(node).second) {
        fleets.emplace_back([&nodes, name] { live_once(*open(nodes[2].url(), {.name_space = name})); });
      }
    }
  }
  EXPECT_EQ(fleets.size(), 3U);
}

TEST(RedisFailOver, under_load_lets_the_fleet_go_on_and_issues_no_token_twice) {
  RedisWithSentinel servers;
  const auto store = open(servers.url());
  EXPECT_THAT(must(*store, Health{}).durability, HasSubstr("fail-over"));
  std::set<LockToken> tokens;
  const auto lock_once = [&](int number) {
    TryLock attempt{.name = LockName::of("one"), .owner = LockOwner::of("owner-" + std::to_string(number))};
    const auto tried = store->call(attempt);
    if (!tried || !tried->won) return false;
    EXPECT_TRUE(tokens.insert(tried->lock.token).second) << "token " << tried->lock.token.value << " twice";
    EXPECT_EQ(*tokens.rbegin(), tried->lock.token) << "a later token is smaller";
    // What a fail-over forgets of this lock must not keep the next one from being taken.
    static_cast<void>(
        store->call(ReleaseLock{.name = tried->lock.name, .owner = tried->lock.owner, .token = tried->lock.token}));
    return true;
  };
  int number = 0;
  while (tokens.size() < 200) lock_once(number++);
  servers.primary.freeze();  // the replica hears no more, and the last writes may be lost
  servers.primary.kill();
  const auto killed = *tokens.rbegin();
  while (tokens.size() < 400) lock_once(number++);
  EXPECT_GT(tokens.upper_bound(killed)->value, killed.value + 100'000) << "positions did not jump";
  live_once(*store);
}

}  // namespace
}  // namespace baton::test
