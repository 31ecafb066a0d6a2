#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "crash/deaths.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {
namespace {

using ::testing::IsEmpty;

TEST(Kill, at_a_random_moment_loses_nothing_that_was_acknowledged) {
  std::vector<std::unique_ptr<TemporaryDirectory>> files;
  kill_workers([&files] {
    files.push_back(std::make_unique<TemporaryDirectory>());
    return "sqlite:" + (files.back()->path() / "state.db").string();
  });
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
