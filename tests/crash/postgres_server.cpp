#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crash/deaths.hpp"
#include "crash/power_test.hpp"
#include "support/postgres_process.hpp"

/// Deaths of the processes on both sides of a connection to PostgreSQL.
namespace baton::test {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

/// A server that died flushes all its files before it serves again, which says nothing about a kill.
class Memory {
 public:
  Memory() {
    // The server does not run as root and has to find its way through.
    std::filesystem::permissions(folder_.path(), std::filesystem::perms::others_exec,
                                 std::filesystem::perm_options::add);
  }
  std::filesystem::path data() const { return folder_.path() / "data"; }

 private:
  static constexpr std::uintmax_t room = 1024ULL * 1024 * 1024;
  TemporaryDirectory folder_{place_in_memory(room)};
};

TEST(PostgresKill, of_the_server_loses_nothing_that_was_acknowledged_and_the_fleet_goes_on) {
  const Memory memory;
  PostgresProcess server({.data = memory.data()});
  kill_server(server, "PostgreSQL", amount(3, 3, 8));
}

TEST(PostgresKill, of_a_worker_loses_nothing_that_was_acknowledged) {
  PostgresProcess server;
  kill_workers([&server] { return server.url_of_new_database(); });
}

class PostgresPowerCut : public PowerTest {
 protected:
  /// What was lost, over so many cuts.
  static std::vector<std::string> cut(std::vector<std::string> settings, std::uint64_t cuts) {
    CuttableDisk disk;
    // The disk is small.
    settings.insert(settings.end(), {"max_wal_size = 64MB", "min_wal_size = 32MB"});
    PostgresProcess server({.settings = std::move(settings), .data = disk.path() / "data"});
    return cut_power(disk, server, "PostgreSQL", cuts);
  }
};

TEST_F(PostgresPowerCut, loses_nothing_that_was_acknowledged) { EXPECT_THAT(cut({}, amount(5, 5, 15)), IsEmpty()); }

TEST_F(PostgresPowerCut, finds_out_a_server_that_does_not_flush) {
  EXPECT_THAT(cut({"synchronous_commit = off", "wal_writer_delay = 10s"}, 20), Not(IsEmpty()));
}

}  // namespace
}  // namespace baton::test
