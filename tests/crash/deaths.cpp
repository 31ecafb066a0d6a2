#include "crash/deaths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace baton::test {
namespace {

constexpr std::uint64_t deaths_of_a_store = 5;

}  // namespace

void kill_workers(const std::function<std::string()>& url_of_new_store) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const std::uint64_t kills = amount(20, 40, 100);
  std::size_t acknowledged = 0;
  for (std::uint64_t kill = 0; kill < kills; kill += deaths_of_a_store) {
    Survivor store(url_of_new_store(), seed + kill);
    for (std::uint64_t life = 0; life < deaths_of_a_store; ++life) {
      Child worker = store.start();
      store.listen(worker, chance.between(1, most_between_deaths));
      worker.kill();
      ASSERT_EQ(store.bury(worker), -SIGKILL);
      ASSERT_THAT(store.examine(), ::testing::IsEmpty()) << "after kill " << kill + life << ", " << origin(seed);
    }
    acknowledged += store.acknowledged();
  }
  tell_figure(kills, "kills of a process that embeds the store");
  tell_figure(acknowledged, "acknowledged writes looked for after kills");
  EXPECT_GT(acknowledged, kills * 20) << "the workers hardly worked";
}

Workload endless() { return {.url = {}, .round = {}, .calls = 100'000'000}; }

}  // namespace baton::test
