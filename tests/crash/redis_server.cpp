#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "crash/deaths.hpp"
#include "crash/power_test.hpp"
#include "support/invariants.hpp"
#include "support/programs.hpp"
#include "support/redis_process.hpp"
#include "support/store_fixture.hpp"

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

/// Cuts the last quarter off the last transaction of a server's log.
void tear(const RedisProcess& server) {
  const auto log = server.data() / "appendonlydir/appendonly.aof.1.incr.aof";
  const std::string written = contents_of(log);
  const auto last = written.rfind("\r\nMULTI\r\n");
  ASSERT_NE(last, std::string::npos);
  std::filesystem::resize_file(log, written.size() - (written.size() - last) / 4);
}

TEST(RedisKill, in_the_middle_of_writing_a_step_down_leaves_nothing_of_it) {
  RedisProcess server(durable());
  const auto submit_and_die = [&server] {
    BlockingStore store(open_store(server.url()).value());
    must(store, Submit{.tasks = {{.id = TaskId::make(), .kind = KindName::of("work")}}});
    server.kill();
  };
  submit_and_die();
  tear(server);
  server.start();
  submit_and_die();
  server.start();
  EXPECT_THAT(damages_of(server.url()), IsEmpty());
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

// The first loss ends it; a life that was too short for one is no proof of anything.
TEST_F(RedisPowerCut, finds_out_a_server_that_does_not_flush) {
  EXPECT_THAT(cut({.config = {"appendfsync no"}}, 20), Not(IsEmpty()));
}

}  // namespace
}  // namespace baton::test
