#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>

#include "crash/survivor.hpp"
#include "support/chance.hpp"
#include "support/seed.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {
namespace {

using ::testing::IsEmpty;

constexpr int deaths_of_a_file = 5;

TEST(Kill, at_a_random_moment_loses_nothing_that_was_acknowledged) {
  Chance chance(drawn_seed());
  const int kills = std::getenv("BATON_LONG") != nullptr ? 100 : 15;
  std::size_t acknowledged = 0;
  for (int kill = 0; kill < kills; kill += deaths_of_a_file) {
    const TemporaryDirectory directory;
    Survivor store("sqlite:" + (directory.path() / "state.db").string());
    for (int life = 0; life < deaths_of_a_file; ++life) {
      Child worker = store.start();
      store.listen(worker, chance.between(1, 1500));
      worker.kill();
      ASSERT_EQ(store.bury(worker), -SIGKILL);
      ASSERT_THAT(store.examine(), IsEmpty()) << "after kill " << kill + life;
    }
    acknowledged += store.acknowledged();
  }
  std::cout << kills << " kills, " << acknowledged << " acknowledged writes\n";
  EXPECT_GT(acknowledged, static_cast<std::size_t>(kills) * 50) << "the workers hardly worked";
}

TEST(Kill, is_not_needed_for_the_harness_to_find_the_store_whole) {
  const TemporaryDirectory directory;
  Survivor store("sqlite:" + (directory.path() / "state.db").string());
  Child worker = store.start({.calls = 500});
  EXPECT_EQ(store.bury(worker), 0);
  EXPECT_GT(store.acknowledged(), 100U);
  EXPECT_THAT(store.examine(), IsEmpty());
}

}  // namespace
}  // namespace baton::test
