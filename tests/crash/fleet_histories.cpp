#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crash/deaths.hpp"
#include "crash/fleet.hpp"
#include "crash/mortal_agents.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/skewed_clock.hpp"
#include "support/trouble.hpp"

/// A whole fleet over HTTP, while daemons, servers and agents die, the network fails and clocks jump. Afterwards what
/// everybody was told is looked for in the store, and the store is checked from inside.
namespace baton::test {
namespace {

using namespace std::chrono_literals;
using ::testing::IsEmpty;

/// The fleet gets to work within 5 s, and is left at it for a moment.
void let_work(Fleet& fleet, Chance& chance) {
  ASSERT_TRUE(fleet.heals()) << "no progress within 5 s";
  fleet.progresses(chance.between(1, 40), 1s);
}

std::uint64_t faults() { return amount(2, 8, 40); }

void finish(Fleet& fleet, std::uint64_t seed) {
  EXPECT_THAT(fleet.examine(), IsEmpty()) << origin(seed);
  fleet.tell_figures();
}

/// The server under the daemon dies; the daemon says that it is not ready, and both come back.
template <class Server>
void kill_servers(Server& server, const std::string& name) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const TemporaryDirectory folder;
  Fleet fleet(server.url(), folder, seed);
  for (std::uint64_t i = 0; i < faults(); ++i) {
    ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after " << i << " kills, " << origin(seed);
    server.kill();
    EXPECT_TRUE(fleet.is_found_unready()) << "without its store the daemon says for 2 s that it is ready";
    server.start();
    ASSERT_TRUE(fleet.heals()) << "no progress within 5 s of a heal, " << origin(seed);
    EXPECT_TRUE(fleet.is_found_ready());
    if (i % 2 == 1) fleet.kill_daemon();
  }
  finish(fleet, seed);
  tell_figure(faults(), "kills of the server: " + name);
}

/// The clocks of daemon and store jump by up to an hour, to and fro.
void jump(Fleet& fleet, const SkewedClock& clock, std::uint64_t seed) {
  Chance chance(seed);
  for (std::uint64_t i = 0; i < faults(); ++i) {
    ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after " << i << " jumps, " << origin(seed);
    clock.jump_to(i % 2 == 0 ? -1h : 1h);
    ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after a jump, " << origin(seed);
    if (i % 2 == 1) EXPECT_GT(fleet.store_time(), SystemClock().now() + 30min) << "then no clock has jumped";
    if (i % 3 == 2) fleet.kill_daemon();
  }
  finish(fleet, seed);
  tell_figure(faults(), "jumps of the clock by an hour");
}

/// Each thing that the network between agents and daemon can do, and some of them at random; then all is well again.
void trouble_network(Fleet& fleet, Chance& chance) {
  constexpr Duration for_a_moment = 200ms;
  Proxy& network = fleet.network();
  const std::vector<std::function<void()>> faults{
      [&] { network.cut(); },           [&] { network.lose_request(); },
      [&] { network.lose_reply(); },    [&] { network.cut_after(chance.between(1, 100)); },
      [&] { network.delay(20ms); },     [&] { network.one_byte_at_a_time(true); },
      [&] { network.half_open(true); }, [&] { network.refuse(true); },
  };
  for (std::size_t i = 0; i < faults.size(); ++i) {
    faults[i]();
    fleet.progresses(chance.between(5, 20), for_a_moment);
    network.heal();
    ASSERT_TRUE(fleet.heals()) << "no progress within 5 s of the end of fault " << i;
  }
  {
    const Trouble trouble(network, chance.below(1'000'000));
    fleet.progresses(chance.between(50, 200), 2s);
  }
  ASSERT_TRUE(fleet.heals()) << "no progress within 5 s of many faults";
  tell_figure(faults.size(), "faults of the network between agents and daemon");
}

/// Agents die whatever they are at, and the network between all of them and the daemon fails.
void trouble_agents(const std::string& url, const TemporaryDirectory& folder = {}) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  Fleet fleet(url, folder, seed);
  const std::uint64_t deaths = 5 * faults();
  {
    constexpr std::size_t count = 3;
    const AgentLife life{.port = fleet.door().port(), .token = fleet.door().token(), .round = std::to_string(seed)};
    MortalAgents agents(count, life, [&fleet](const Acknowledgement& told) { fleet.hear(told); });
    for (std::uint64_t i = 0; i < deaths; ++i) {
      ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after " << i << " deaths, " << origin(seed);
      agents.kill(chance.below(count));
      if (i % 5 == 0) ASSERT_NO_FATAL_FAILURE(trouble_network(fleet, chance)) << origin(seed);
    }
  }
  finish(fleet, seed);
  tell_figure(deaths, "kills of an agent");
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
  Fleet fleet(file_in(folder), folder, seed);
  for (std::uint64_t i = 0; i < amount(30, 30, 100); ++i) {
    ASSERT_NO_FATAL_FAILURE(let_work(fleet, chance)) << "after " << i << " kills, " << origin(seed);
    fleet.kill_daemon();
  }
  finish(fleet, seed);
}

TEST(FleetHistory, on_redis_holds_while_servers_and_daemons_die) {
  RedisProcess server({.config = {"appendfsync always"}});
  kill_servers(server, "Redis");
}

TEST(FleetHistory, on_postgres_holds_while_servers_and_daemons_die) {
  PostgresProcess server;
  kill_servers(server, "PostgreSQL");
}

TEST(FleetHistory, on_sqlite_holds_while_agents_die_and_their_network_fails) {
  const TemporaryDirectory folder;
  trouble_agents(file_in(folder), folder);
}

TEST(FleetHistory, on_redis_holds_while_agents_die_and_their_network_fails) {
  const RedisProcess server({.config = {"appendfsync always"}});
  trouble_agents(server.url());
}

TEST(FleetHistory, on_postgres_holds_while_agents_die_and_their_network_fails) {
  const PostgresProcess server;
  trouble_agents(server.url());
}

TEST(FleetHistory, on_sqlite_holds_while_the_clock_jumps) {
  const SkewedClock clock;
  const TemporaryDirectory folder;
  const std::uint64_t seed = drawn_seed();
  Fleet fleet(file_in(folder), folder, seed, clock.environment());
  jump(fleet, clock, seed);
}

TEST(FleetHistory, on_redis_holds_while_the_clock_jumps) {
  const SkewedClock clock;
  std::optional<Inherited> inherited(clock);
  const RedisProcess server({.config = {"appendfsync always"}});
  const TemporaryDirectory folder;
  const std::uint64_t seed = drawn_seed();
  Fleet fleet(server.url(), folder, seed, clock.environment());
  inherited.reset();
  jump(fleet, clock, seed);
}

TEST(FleetHistory, on_postgres_holds_while_the_clock_jumps) {
  const SkewedClock clock;
  std::optional<Inherited> inherited(clock);
  const PostgresProcess server;
  const TemporaryDirectory folder;
  const std::uint64_t seed = drawn_seed();
  Fleet fleet(server.url(), folder, seed, clock.environment());
  inherited.reset();
  jump(fleet, clock, seed);
}

}  // namespace
}  // namespace baton::test
