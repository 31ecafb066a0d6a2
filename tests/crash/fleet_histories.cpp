#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crash/deaths.hpp"
#include "crash/fleet.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/skewed_clock.hpp"

/// A whole fleet over HTTP, while daemons die, servers die and clocks jump. Afterwards what everybody was told is looked
/// for in the store, and the store is checked from inside.
namespace baton::test {
namespace {

using namespace std::chrono_literals;
using ::testing::IsEmpty;

/// The fleet gets to work within 5 s, and is left at it for a moment.
void let_work(Fleet& fleet, Chance& chance) {
  ASSERT_TRUE(fleet.progresses(1, 5s)) << "no progress within 5 s";
  fleet.progresses(chance.between(1, 100), 1s);
}

std::uint64_t faults() { return amount(2, 8, 40); }

void finish(Fleet& fleet, const std::string& what, std::uint64_t seed) {
  EXPECT_THAT(fleet.examine(), IsEmpty()) << origin(seed);
  tell_figure(faults(), what);
  tell_figure(fleet.acknowledged(), "acknowledged writes of a fleet over HTTP");
  tell_figure(fleet.unanswered(), "requests of a fleet without an answer");
}

/// The server under the daemon dies; the daemon says that it is not ready, and both come back.
template <class Server>
void kill_servers(Server& server, const std::string& name) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const TemporaryDirectory folder;
  Fleet fleet(server.url(), folder);
  for (std::uint64_t i = 0; i < faults(); ++i) {
    ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after " << i << " kills, " << origin(seed);
    server.kill();
    EXPECT_TRUE(fleet.is_ready(false, 2s)) << "without its store the daemon says for 2 s that it is ready";
    server.start();
    ASSERT_TRUE(fleet.progresses(1, 5s)) << "no progress within 5 s of a heal, " << origin(seed);
    EXPECT_TRUE(fleet.is_ready(true, 5s));
    if (i % 2 == 1) fleet.kill_daemon();
  }
  finish(fleet, "kills of the server: " + name, seed);
}

/// The clocks of daemon and store jump by up to an hour, to and fro.
void jump(Fleet& fleet, const SkewedClock& clock) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  for (std::uint64_t i = 0; i < faults(); ++i) {
    ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after " << i << " jumps, " << origin(seed);
    clock.jump_to(i % 2 == 0 ? -1h : 1h);
    ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after a jump, " << origin(seed);
    if (i % 2 == 1) EXPECT_GT(fleet.store_time(), SystemClock().now() + 30min) << "then no clock has jumped";
    if (i % 3 == 2) fleet.kill_daemon();
  }
  finish(fleet, "jumps of the clock by an hour", seed);
}

/// Servers that are started while this lives have the clock, too.
class Inherited {
 public:
  explicit Inherited(const SkewedClock& clock) {
    for (const std::string& setting : clock.environment()) {
      const std::size_t equals = setting.find('=');
      setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
    }
  }
  ~Inherited() {
    unsetenv("LD_PRELOAD");
    unsetenv("BATON_CLOCK");
  }
  Inherited(const Inherited&) = delete;
  Inherited& operator=(const Inherited&) = delete;
};

std::string file_in(const TemporaryDirectory& folder) { return "sqlite:" + (folder.path() / "state.db").string(); }

TEST(FleetHistory, on_sqlite_holds_while_daemons_die) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const TemporaryDirectory folder;
  Fleet fleet(file_in(folder), folder);
  for (std::uint64_t i = 0; i < faults(); ++i) {
    ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after " << i << " kills, " << origin(seed);
    fleet.kill_daemon();
  }
  finish(fleet, "kills of the daemon", seed);
}

TEST(FleetHistory, on_redis_holds_while_servers_and_daemons_die) {
  RedisProcess server({.config = {"appendfsync always"}});
  kill_servers(server, "Redis");
}

TEST(FleetHistory, on_postgres_holds_while_servers_and_daemons_die) {
  PostgresProcess server;
  kill_servers(server, "PostgreSQL");
}

TEST(FleetHistory, on_sqlite_holds_while_the_clock_jumps) {
  const SkewedClock clock;
  const TemporaryDirectory folder;
  Fleet fleet(file_in(folder), folder, clock.environment());
  jump(fleet, clock);
}

TEST(FleetHistory, on_redis_holds_while_the_clock_jumps) {
  const SkewedClock clock;
  std::optional<Inherited> inherited(clock);
  const RedisProcess server({.config = {"appendfsync always"}});
  const TemporaryDirectory folder;
  Fleet fleet(server.url(), folder, clock.environment());
  inherited.reset();
  jump(fleet, clock);
}

TEST(FleetHistory, on_postgres_holds_while_the_clock_jumps) {
  const SkewedClock clock;
  std::optional<Inherited> inherited(clock);
  const PostgresProcess server;
  const TemporaryDirectory folder;
  Fleet fleet(server.url(), folder, clock.environment());
  inherited.reset();
  jump(fleet, clock);
}

}  // namespace
}  // namespace baton::test
