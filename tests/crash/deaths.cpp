#include "crash/deaths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace baton::test {
namespace {

constexpr int deaths_of_a_store = 5;

}  // namespace

bool is_long() { return std::getenv("BATON_LONG") != nullptr; }

void kill_workers(const std::function<std::string()>& url_of_new_store) {
  Chance chance(drawn_seed());
  const int kills = is_long() ? 100 : 15;
  std::size_t acknowledged = 0;
  for (int kill = 0; kill < kills; kill += deaths_of_a_store) {
    Survivor store(url_of_new_store());
    for (int life = 0; life < deaths_of_a_store; ++life) {
      Child worker = store.start();
      store.listen(worker, chance.between(1, 1500));
      worker.kill();
      ASSERT_EQ(store.bury(worker), -SIGKILL);
      ASSERT_THAT(store.examine(), ::testing::IsEmpty()) << "after kill " << kill + life;
    }
    acknowledged += store.acknowledged();
  }
  std::cout << kills << " kills, " << acknowledged << " acknowledged writes\n";
  EXPECT_GT(acknowledged, static_cast<std::size_t>(kills) * 50) << "the workers hardly worked";
}

Workload endless() { return {.url = {}, .round = {}, .calls = 100'000'000}; }

}  // namespace baton::test
