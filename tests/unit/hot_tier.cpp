#include "engine/hot_tier.hpp"

#include <gtest/gtest.h>

namespace baton::hot_tier_test {
namespace {

using namespace std::chrono_literals;

Correlation correlation(const char* id, std::uint64_t version,
                        CorrelationStatus status = CorrelationStatus::collecting) {
  Correlation made;
  made.id = CorrelationId::of(id);
  made.version = Version{version};
  made.status = status;
  made.step = "merging";
  return made;
}

TEST(HotTier, keeps_the_latest_version) {
  const TtlPolicies policies;
  HotTier hot(policies);
  const Time now{};
  hot.keep(correlation("c", 3), now);
  EXPECT_EQ(hot.keep(correlation("c", 2), now)->version, Version{3});
  EXPECT_EQ(hot.find(CorrelationId::of("c"), now)->version, Version{3});
  hot.forget(CorrelationId::of("c"));
  EXPECT_FALSE(hot.find(CorrelationId::of("c"), now));
}

TEST(HotTier, an_id_used_again_begins_anew) {
  const TtlPolicies policies;
  HotTier hot(policies);
  hot.keep(correlation("c", 9), Time{});
  Correlation again = correlation("c", 1);
  again.created_at = Time{1h};
  EXPECT_EQ(hot.keep(again, Time{1h})->version, Version{1});
}

TEST(HotTier, lets_go_by_the_ephemeral_table) {
  const TtlPolicies policies;
  HotTier hot(policies);
  hot.keep(correlation("active", 1), Time{});
  hot.keep(correlation("failed", 1, CorrelationStatus::failed), Time{});
  hot.keep(correlation("done", 1, CorrelationStatus::completed), Time{});
  EXPECT_EQ(hot.step(CorrelationId::of("active"), Time{179s}), "merging");
  EXPECT_FALSE(hot.step(CorrelationId::of("active"), Time{180s})) << "a step is kept for a shorter time";
  EXPECT_TRUE(hot.find(CorrelationId::of("done"), Time{59s}));
  EXPECT_FALSE(hot.find(CorrelationId::of("done"), Time{60s})) << "whether it was cleaned up or not";
  hot.expire(Time{300s});
  EXPECT_EQ(hot.size(), 1U);
  hot.expire(Time{600s});
  EXPECT_EQ(hot.size(), 0U);
  EXPECT_EQ(hot.expired().at("active_correlation"), 1U);
  EXPECT_EQ(hot.expired().at("failed_correlation"), 1U);
  EXPECT_EQ(hot.expired().at("completed_correlation"), 1U);
}

TEST(HotTier, a_change_starts_its_time_anew) {
  const TtlPolicies policies;
  HotTier hot(policies);
  hot.keep(correlation("c", 1), Time{});
  hot.keep(correlation("c", 2), Time{200s});
  hot.expire(Time{400s});
  EXPECT_TRUE(hot.find(CorrelationId::of("c"), Time{400s}));
}

}  // namespace
}  // namespace baton::hot_tier_test
