#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "baton/open.hpp"
#include "soak/fleet.hpp"
#include "soak/postgres_sizes.hpp"
#include "support/child.hpp"

/// PostgreSQL under load while somebody's transaction keeps an old snapshot, so that vacuum removes nothing.
namespace baton::test {
namespace {

using namespace std::chrono_literals;

/// A report that reads one state of tasks and events as long as it lives. Of a stranger's name it could be a dump in its
/// first minute, and is then given time to lock its tables.
class Report {
 public:
  Report(const PostgresProcess& server, const std::string& name)
      : psql_("/bin/sh", {"-c", R"(printf '%s\n' "$0" | PGAPPNAME="$3" "$1" -XAtq "$2" >&3)", query,
                          (PostgresProcess::programs() / "psql").string(), server.url(), name}) {
    if (!psql_.line()) throw std::runtime_error("the report reads nothing");
  }

 private:
  static constexpr const char* query =
      "BEGIN ISOLATION LEVEL REPEATABLE READ;\n"
      "SELECT count(*) FROM baton_default.tasks JOIN baton_default.events ON task_id = id\n\\watch 5";

  Child psql_;
};

Store opened(const std::string& url) {
  auto store = open_store(url);
  if (!store) throw std::runtime_error(store.error().detail);
  return *std::move(store);
}

bool all_written_anew(const Sizes& before, const Sizes& after) {
  return std::ranges::all_of(hot_tables, [&](const char* name) { return before.file.at(name) != after.file.at(name); });
}

TEST(PostgresSnapshot, hot_tables_are_written_anew_and_never_look_empty) {
  const PostgresProcess server;
  const Store store = opened(server.url());
  const Report report(server, "baton");
  prepare_sizes(server);
  const Sizes before = sizes_of(server);
  Fleet fleet(store, {.agents = 24, .beat_every = 5ms, .sweep_every = 50ms});
  while (fleet.trouble().empty() && !all_written_anew(before, sizes_of(server))) {
    server.ask("SELECT pg_sleep(0.2)");
  }
  fleet.stop();
  EXPECT_EQ(fleet.trouble(), "");
  EXPECT_GT(fleet.looks(), 0U);
  const auto completed = server.ask("SELECT count(*) FROM tasks WHERE status = 'completed'", "baton_default");
  EXPECT_EQ(completed, std::to_string(fleet.completed()));
  EXPECT_EQ(server.ask("SELECT lane, priority, depth FROM lines WHERE depth <> 0", "baton_default"), "kept|500|1");
  EXPECT_EQ(server.ask("SELECT count(*) FROM agents JOIN beats ON agent = id", "baton_default"), "24");
}

std::size_t minutes() {
  const char* wanted = std::getenv("BATON_SOAK_MINUTES");
  if (wanted != nullptr) return std::strtoul(wanted, nullptr, 10);
  return std::getenv("BATON_LONG") != nullptr ? 30 : 0;
}

/// The largest of each minute, looked at every few seconds.
TEST(PostgresSoak, queue_and_dead_rows_stay_bounded) {
  if (minutes() == 0) GTEST_SKIP() << "half an hour, in long mode only";
  const PostgresProcess server;
  const Store store = opened(server.url());
  const Report report(server, "report");
  prepare_sizes(server);
  Fleet fleet(store,
              {.agents = 500, .work_every = 2500ms, .beat_every = 5000ms, .sweep_every = 1000ms, .look_every = 10ms});
  std::vector<Sizes> sizes;
  std::vector<std::vector<std::chrono::microseconds>> claims;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t minute = 1; minute <= minutes() && fleet.trouble().empty(); ++minute) {
    Sizes largest = sizes_of(server);
    while (std::chrono::steady_clock::now() < start + minute * 1min && fleet.trouble().empty()) {
      server.ask("SELECT pg_sleep(2)");
      largest.grow_to(sizes_of(server));
    }
    sizes.push_back(std::move(largest));
    claims.push_back(fleet.take_claim_times());
    std::cout << table_of({sizes.back()}, {claims.back()}, sizes.size()) << std::flush;
  }
  fleet.stop();
  EXPECT_EQ(fleet.trouble(), "");
  std::cout << fleet.completed() << " tasks completed\n" << table_of(sizes, claims);
  ASSERT_GE(sizes.size(), 3U);
  const Sizes& early = sizes[sizes.size() / 3 - 1];
  const Sizes& late = sizes.back();
  const auto at_most = [](double factor, std::uint64_t value) { return factor * static_cast<double>(value); };
  EXPECT_LE(static_cast<double>(late.bytes.at("ready_pkey")), at_most(1.2, early.bytes.at("ready_pkey")));
  for (const char* name : hot_tables) {
    EXPECT_LE(static_cast<double>(late.dead.at(name)), at_most(1.2, early.dead.at(name))) << name;
  }
}

}  // namespace
}  // namespace baton::test
