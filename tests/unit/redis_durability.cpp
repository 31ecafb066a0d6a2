#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/redis/durability.hpp"

namespace baton::redis::redis_durability_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Settings strict() {
  return {.appendonly = "yes",
          .appendfsync = "always",
          .no_appendfsync_on_rewrite = "no",
          .maxmemory_policy = "noeviction"};
}

TEST(RedisDurability, is_full_only_where_every_acknowledged_write_is_on_disk_and_stays) {
  const Durability full = judge(strict());
  EXPECT_TRUE(full.full);
  EXPECT_EQ(full.text, "full");
  EXPECT_THAT(full.notes, IsEmpty());
}

TEST(RedisDurability, names_every_reason_and_what_to_set) {
  const Durability relaxed = judge({.appendonly = "no", .appendfsync = "everysec", .maxmemory_policy = "allkeys-lru"});
  EXPECT_FALSE(relaxed.full);
  EXPECT_THAT(relaxed.text, AllOf(HasSubstr("relaxed: appendonly is no"), HasSubstr("set appendonly yes"),
                                  HasSubstr("set appendfsync always"), HasSubstr("set maxmemory-policy noeviction")));
}

TEST(RedisDurability, does_not_take_silence_for_a_promise) {
  EXPECT_THAT(judge({}).text, AllOf(HasSubstr("relaxed"), HasSubstr("allow CONFIG GET")));
}

TEST(RedisDurability, is_relaxed_where_a_replica_may_take_over) {
  Settings settings = strict();
  settings.fails_over = true;
  EXPECT_THAT(judge(settings).text, HasSubstr("fail-over"));
}

TEST(RedisDurability, reports_a_server_that_anybody_may_use) {
  Settings settings = strict();
  settings.open_to_all = true;
  const Durability open = judge(settings);
  EXPECT_TRUE(open.full);
  EXPECT_THAT(open.notes, ::testing::ElementsAre(HasSubstr("requirepass")));
}

}  // namespace
}  // namespace baton::redis::redis_durability_test
