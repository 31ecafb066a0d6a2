#include <gtest/gtest.h>

#include "backend/redis/errors.hpp"

namespace baton::test::redis_errors_test {
namespace {

using redis::Reaction;
using redis::understand;

struct Row {
  const char* text;
  Errc code;
  Reaction reaction;
  bool untouched;
  const char* says;  ///< a word of the next step
};

const Row rows[] = {
    {"NOAUTH Authentication required.", Errc::unauthorized, Reaction::give_up, false, "URL"},
    {"WRONGPASS invalid username-password pair or user is disabled.", Errc::unauthorized, Reaction::give_up, false,
     "URL"},
    {"DENIED Redis is running in protected mode because protected mode is enabled", Errc::unauthorized,
     Reaction::give_up, false, "requirepass"},
    {"ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration "
     "is correct?",
     Errc::unauthorized, Reaction::give_up, false, "leave it out"},
    {"NOPERM this user has no permissions to run the 'eval' command", Errc::forbidden, Reaction::give_up, false,
     "'eval'"},
    {"NOPERM User bob has no permissions to run the 'xadd' command", Errc::forbidden, Reaction::give_up, false,
     "'xadd'"},
    {"NOPERM No permissions to access a key", Errc::forbidden, Reaction::give_up, false, "keys"},
    {"NOSCRIPT No matching script. Please use EVAL.", Errc::unavailable, Reaction::send_text, true, "script"},
    {"LOADING Redis is loading the dataset in memory", Errc::unavailable, Reaction::wait, true, "loading"},
    {"READONLY You can't write against a read only replica.", Errc::unavailable, Reaction::find_primary, true,
     "primary"},
    {"MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", Errc::unavailable,
     Reaction::wait, true, "primary"},
    {"CLUSTERDOWN The cluster is down", Errc::unavailable, Reaction::wait, true, "CLUSTER INFO"},
    {"CLUSTERDOWN Hash slot not served", Errc::unavailable, Reaction::wait, true, "CLUSTER INFO"},
    {"TRYAGAIN Multiple keys request during rehashing of slot", Errc::unavailable, Reaction::wait, true, "moving"},
    {"BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.", Errc::unavailable,
     Reaction::give_up, true, "SCRIPT KILL"},
    {"OOM command not allowed when used memory > 'maxmemory'.", Errc::unavailable, Reaction::give_up, true,
     "maxmemory"},
    {"MISCONF Errors writing to the AOF file: No space left on device", Errc::unavailable, Reaction::give_up, false,
     "disk"},
    {"NOREPLICAS Not enough good replicas to write.", Errc::unavailable, Reaction::give_up, false, "replicas"},
    {"UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)", Errc::unavailable,
     Reaction::give_up, false, "repeat"},
    {"WRONGTYPE Operation against a key holding the wrong kind of value", Errc::corrupt, Reaction::give_up, false,
     "namespace"},
    {"ERR unknown command 'XAUTOCLAIM', with args beginning with: 'hunter2' ", Errc::invalid, Reaction::give_up, false,
     "Redis 6.2"},
    {"ERR unknown command `XAUTOCLAIM`, with args beginning with: `hunter2`, ", Errc::invalid, Reaction::give_up, false,
     "Redis 6.2"},
    {"ERR Unknown Redis command called from script script: f1, on @user_script:1.", Errc::invalid, Reaction::give_up,
     false, "Redis 6.2"},
    {"ERR DB index is out of range", Errc::invalid, Reaction::give_up, false, "lower"},
    {"ERR SELECT is not allowed in cluster mode", Errc::invalid, Reaction::give_up, false, "database 0"},
    {"ERR max number of clients reached", Errc::unavailable, Reaction::give_up, false, "maxclients"},
    {"ERR value is not an integer or out of range", Errc::corrupt, Reaction::give_up, false, "not an integer"},
    {"BUSYGROUP Consumer Group name already exists", Errc::corrupt, Reaction::give_up, false, "BUSYGROUP"},
    // Met by a script: Redis 7 adds where, 6.2 wraps the error in its own.
    {"WRONGTYPE Operation against a key holding the wrong kind of value script: 1a2b, on @user_script:12.",
     Errc::corrupt, Reaction::give_up, false, "namespace"},
    {"ERR Error running script (call to f_1a2b): @user_script:1: WRONGTYPE Operation against a key holding the wrong "
     "kind "
     "of value",
     Errc::corrupt, Reaction::give_up, false, "namespace"},
    {"ERR Error running script (call to f_1a2b): @user_script:1: @user_script: 1: -OOM command not allowed when used "
     "memory "
     "> 'maxmemory'. ",
     Errc::unavailable, Reaction::give_up, true, "maxmemory"},
    {"ERR Error running script (call to f_1a2b): @user_script:1: @user_script: 1: -READONLY You can't write against a "
     "read "
     "only replica. ",
     Errc::unavailable, Reaction::find_primary, true, "primary"},
    {"ERR Script attempted to access a non local key in a cluster node script: 1a2b, on @user_script:1.",
     Errc::unavailable, Reaction::give_up, false, "moving"},
    {"ERR user_script:1: Script attempted to access nonexistent global variable 'x' script: 1a2b, on @user_script:1.",
     Errc::corrupt, Reaction::give_up, false, "nonexistent"},
};

TEST(RedisErrors, say_what_happened_and_what_to_do_next) {
  for (const Row& row : rows) {
    const auto refusal = understand(row.text);
    EXPECT_EQ(refusal.error.code, row.code) << row.text;
    EXPECT_EQ(refusal.reaction, row.reaction) << row.text;
    EXPECT_EQ(refusal.untouched, row.untouched) << row.text;
    EXPECT_TRUE(refusal.error.detail.contains(row.says)) << row.text << "\n" << refusal.error.detail;
    EXPECT_FALSE(refusal.error.detail.contains("bob")) << refusal.error.detail;
    EXPECT_FALSE(refusal.error.detail.contains("hunter2")) << refusal.error.detail;
  }
}

TEST(RedisErrors, find_the_address_of_another_node) {
  const auto moved = understand("MOVED 3999 10.0.0.2:6381");
  EXPECT_EQ(moved.reaction, Reaction::follow);
  EXPECT_EQ(moved.elsewhere, (redis::Address{"10.0.0.2", 6381}));
  const auto asked = understand("ASK 3999 ::1:6381");
  EXPECT_EQ(asked.reaction, Reaction::ask_once);
  EXPECT_EQ(asked.elsewhere, (redis::Address{"::1", 6381}));
  EXPECT_EQ(understand("MOVED 1 :6381").elsewhere, (redis::Address{"", 6381}));
  EXPECT_EQ(understand("MOVED 1 ?:6381").elsewhere, (redis::Address{"", 6381}));
  for (const char* text : {"MOVED", "MOVED 1", "MOVED 1 host", "MOVED 1 host:port", "MOVED 1 host:70000"}) {
    EXPECT_EQ(understand(text).reaction, Reaction::give_up) << text;
  }
}

}  // namespace
}  // namespace baton::test::redis_errors_test
