#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "baton/blocking.hpp"
#include "support/daemon_process.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/requests.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

/// A store that a test fills, damages and runs commands on.
struct Place {
  std::string url;
  std::string name_space = "default";
};

/// Opens the store, lets `work` use it, and closes it. The clock is the test's if there is one.
void with_store(const Place& place, const std::function<void(BlockingStore&)>& work,
                std::shared_ptr<const Clock> clock = nullptr);

/// Everything in the store, one row a line.
std::string text_of(const Place& place);
bool is_frozen(const Place& place);

/// Random verbs of one client, so that every table has rows in every state.
void live_through(const Place& place, std::uint64_t seed, std::size_t calls);

/// Tasks to copy, beside everything else.
void add_tasks(const Place& place, std::size_t count);

/// A small fleet in known states: `work` pending twice, held by ann, completed, blocked, scheduled; a group `g` with
/// deliveries, a thread `talk` of three messages, locks, a correlation, a record.
struct SmallFleet {
  TaskId first;    ///< pending, and awaited by `blocked`
  TaskId second;   ///< pending
  TaskId running;  ///< held by ann
  TaskId done;     ///< completed
  TaskId blocked;
  TaskId scheduled;
};
SmallFleet settle_down(BlockingStore& store);

/// Redis, with durable settings, one for the whole program.
RedisProcess& redis_server();
/// The same of PostgreSQL.
PostgresProcess& postgres_server();

/// Commands on stores in a folder of their own.
class StoreCommandTest : public ::testing::Test {
 protected:
  Place file(const std::string& name) const { return {.url = "sqlite:" + path(name)}; }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  /// A namespace that no other test uses.
  static Place name_space();
  static Place schema();
  Ended baton(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) const;
  Ended check(const Place& place) const {
    return baton({"store", "check", place.url, "--namespace", place.name_space});
  }
  static std::vector<std::string> copy_command(const Place& from, const Place& to);

  TemporaryDirectory folder_;
};

}  // namespace baton::test
