#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "crash/power_test.hpp"
#include "crash/survivor.hpp"
#include "support/chance.hpp"
#include "support/redis_process.hpp"
#include "support/seed.hpp"

/// Deaths of the server under a store; the worker lives on.
namespace baton::test {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;
using namespace std::chrono_literals;

bool is_long() { return std::getenv("BATON_LONG") != nullptr; }

RedisOptions durable() { return {.config = {"appendfsync always"}}; }

Workload endless() { return {.url = {}, .round = {}, .calls = 100'000'000}; }

TEST(RedisKill, of_the_server_loses_nothing_that_was_acknowledged_and_the_fleet_goes_on) {
  Chance chance(drawn_seed());
  RedisProcess server(durable());
  Survivor store(server.url());
  const int lives = is_long() ? 8 : 2;
  constexpr int kills_a_life = 5;
  for (int life = 0; life < lives; ++life) {
    Child worker = store.start(endless());
    for (int kill = 0; kill < kills_a_life; ++kill) {
      store.listen(worker, chance.between(100, 1500));
      server.kill();
      server.start();
      ASSERT_TRUE(store.hears_after(worker, std::chrono::steady_clock::now(), 5s)) << "life " << life;
    }
    worker.kill();
    store.bury(worker);
    ASSERT_THAT(store.examine(), IsEmpty()) << "life " << life;
  }
  std::cout << lives * kills_a_life << " kills, " << store.acknowledged() << " acknowledged writes\n";
}

class RedisPowerCut : public PowerTest {
 protected:
  /// What was lost, over so many cuts.
  static std::vector<std::string> cut(const RedisOptions& options, int cuts) {
    Chance chance(drawn_seed());
    CuttableDisk disk;
    RedisOptions there = options;
    there.data = disk.path();
    RedisProcess server(there);
    Survivor store(server.url());
    for (int done = 0; done < cuts; ++done) {
      Child worker = store.start(endless());
      store.listen(worker, chance.between(50, 1000));
      store.bury(worker, disk.cut());
      server.kill();
      disk.restore();
      server.start();
      if (auto wrong = store.examine(); !wrong.empty()) return wrong;
    }
    std::cout << cuts << " cuts, " << store.acknowledged() << " acknowledged writes\n";
    return {};
  }
};

TEST_F(RedisPowerCut, loses_nothing_that_was_acknowledged) {
  EXPECT_THAT(cut(durable(), is_long() ? 20 : 3), IsEmpty());
}

TEST_F(RedisPowerCut, finds_out_a_server_that_does_not_flush) {
  EXPECT_THAT(cut({.config = {"appendfsync no"}}, 3), Not(IsEmpty()));
}

}  // namespace
}  // namespace baton::test
