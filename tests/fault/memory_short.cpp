#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <filesystem>

#include "fault/small_fleet.hpp"
#include "support/chance.hpp"
#include "support/effort.hpp"
#include "support/seed.hpp"
#include "support/temporary_directory.hpp"

/// SQLite asks for memory and gets none: the nth time, for many n.
namespace baton::test {
namespace {

using ::testing::IsEmpty;

/// SQLite's own, with one request that fails.
struct ScarceMemory {
  static inline sqlite3_mem_methods plain{};
  static inline std::atomic<std::int64_t> left{0};  ///< requests until the one that fails; at 0 none does
  static inline std::atomic<std::int64_t> asked{0};

  static bool refuses() {
    ++asked;
    return left > 0 && --left == 0;
  }
  static void* allocate(int bytes) { return refuses() ? nullptr : plain.xMalloc(bytes); }
  static void* resize(void* old, int bytes) { return refuses() ? nullptr : plain.xRealloc(old, bytes); }

  /// Before SQLite is used, or after all of it was closed.
  static void install() {
    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain);
    sqlite3_mem_methods scarce = plain;
    scarce.xMalloc = allocate;
    scarce.xRealloc = resize;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &scarce);
    sqlite3_initialize();
  }
  static void remove() {
    left = 0;
    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_MALLOC, &plain);
    sqlite3_initialize();
  }
};

class MemoryShort : public ::testing::Test {
 protected:
  void SetUp() override { ScarceMemory::install(); }
  void TearDown() override { ScarceMemory::remove(); }

  /// One life of a store, with the nth request for memory refused; 0: none.
  static void live_with(std::int64_t nth) {
    const TemporaryDirectory directory;
    const std::string url = "sqlite:" + (directory.path() / "state.db").string();
    SmallFleet fleet;
    fleet.live(url);
    ScarceMemory::left = nth;
    fleet.live(url);
    ScarceMemory::left = 0;
    EXPECT_THAT(fleet.unclear_refusals(), IsEmpty());
    EXPECT_THAT(fleet.missing_in(url), IsEmpty());
  }
};

TEST_F(MemoryShort, at_any_moment_loses_nothing_that_was_acknowledged) {
  Chance chance(drawn_seed());
  live_with(0);
  ScarceMemory::asked = 0;
  live_with(0);
  const auto all = static_cast<std::uint64_t>(ScarceMemory::asked.load());
  const std::uint64_t lives = amount(30, 300, 2'000);
  for (std::uint64_t i = 0; i < lives; ++i) {
    const auto nth = chance.between(1, all);
    live_with(static_cast<std::int64_t>(nth));
    if (HasFailure()) FAIL() << "when request " << nth << " for memory was refused";
  }
  tell_figure(lives, "requests for memory refused (SQLite)");
  EXPECT_GT(all, 100U) << "SQLite does not ask us for memory";
}

}  // namespace
}  // namespace baton::test
