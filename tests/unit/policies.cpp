#include "baton/policies.hpp"

#include <gtest/gtest.h>

namespace baton::policies_test {
namespace {

using namespace std::chrono_literals;

TEST(TtlPolicies, both_tables_are_the_defaults) {
  const TtlPolicies policies;
  EXPECT_EQ(policies.ephemeral("active_correlation"), 300s);
  EXPECT_EQ(policies.ephemeral("failed_correlation"), 600s);
  EXPECT_EQ(policies.ephemeral("completed_correlation"), 60s);
  EXPECT_EQ(policies.ephemeral("workflow_state"), 180s);
  EXPECT_EQ(policies.ephemeral("performance_counters"), 3600s);
  EXPECT_EQ(policies.ephemeral("anything"), 300s);
  EXPECT_EQ(policies.durable("correlation_state"), 24h);
  EXPECT_EQ(policies.durable("correlation_state", "collecting"), 24h);
  EXPECT_EQ(policies.durable("correlation_state", "completed"), 1h);
  EXPECT_EQ(policies.durable("correlation_state", "failed"), 24h * 7);
  EXPECT_EQ(policies.durable("audit_logs"), 24h * 30);
  EXPECT_EQ(policies.durable("audit_logs", "compliance"), 24h * 365);
  EXPECT_EQ(policies.durable("performance_metrics"), 24h * 7);
  EXPECT_EQ(policies.durable("performance_metrics", "aggregated"), 24h * 30);
  EXPECT_EQ(policies.durable("locks"), 60s);
  EXPECT_EQ(policies.durable("locks", "long_running"), 300s);
  EXPECT_EQ(policies.durable("anything", "else"), 3600s);
}

TEST(TtlPolicies, can_be_changed_one_by_one) {
  TtlPolicies policies;
  ASSERT_TRUE(policies.configure("durable.correlation_state.completed=2h, ephemeral.workflow_state = 10m,"));
  EXPECT_EQ(policies.durable("correlation_state", "completed"), 2h);
  EXPECT_EQ(policies.ephemeral("workflow_state"), 10min);
  ASSERT_TRUE(policies.configure("durable.locks.default=90"));
  EXPECT_EQ(policies.durable("locks"), 90s);
  ASSERT_TRUE(policies.configure(""));
  for (const auto* settings :
       {"durable.nothing.default=1h", "durable.locks.default", "durable.locks.default=soon", "durable.locks.default=0s",
        "durable.locks.default=-5s", "durable.locks.default=5w", "durable.locks.default=99999999999999d"}) {
    EXPECT_FALSE(policies.configure(settings)) << settings;
  }
}

}  // namespace
}  // namespace baton::policies_test
