#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crash/deaths.hpp"
#include "crash/power_test.hpp"
#include "support/redis_process.hpp"

/// Deaths of the server under a store; the worker lives on.
namespace baton::test {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

RedisOptions durable() { return {.config = {"appendfsync always"}}; }

TEST(RedisKill, of_the_server_loses_nothing_that_was_acknowledged_and_the_fleet_goes_on) {
  RedisProcess server(durable());
  kill_server(server, "Redis", amount(8, 8, 20));
}

class RedisPowerCut : public PowerTest {
 protected:
  /// What was lost, over so many cuts.
  static std::vector<std::string> cut(RedisOptions options, std::uint64_t cuts) {
    CuttableDisk disk;
    options.data = disk.path();
    RedisProcess server(std::move(options));
    return cut_power(disk, server, "Redis", cuts);
  }
};

TEST_F(RedisPowerCut, loses_nothing_that_was_acknowledged) {
  EXPECT_THAT(cut(durable(), amount(20, 20, 60)), IsEmpty());
}

TEST_F(RedisPowerCut, finds_out_a_server_that_does_not_flush) {
  EXPECT_THAT(cut({.config = {"appendfsync no"}}, 3), Not(IsEmpty()));
}

}  // namespace
}  // namespace baton::test
