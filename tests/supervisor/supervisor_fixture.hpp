#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/supervisor.hpp"
#include "support/interposed.hpp"
#include "support/listed.hpp"
#include "support/loop.hpp"

namespace baton::test {

/// A supervisor on a store, whose passes the test calls for.
class Watchman {
 public:
  explicit Watchman(const Store& store, SupervisorOptions options = {})
      : store_(store), supervisor_(loop_.get_executor(), store, std::move(options)) {}

  /// Hears what the log says since the last time, and makes a pass.
  Supervisor::Pass pass();
  /// The same without having heard anything.
  Supervisor::Pass deaf_pass() { return loop_.await(supervisor_.pass()); }
  SupervisorCounts counts() const { return supervisor_.counts(); }
  /// As if events had been missed: the next pass draws its picture from the store.
  void miss_events() { supervisor_.hear({.events = {}, .gap = true}); }

 private:
  Loop loop_;
  Store store_;
  Supervisor supervisor_;
  Position heard_;
};

class SupervisorTest : public StoreTest {
 public:
  static constexpr bool every_way = false;

 protected:
  Store open() { return store().store(); }
  std::unique_ptr<Watchman> watchman(SupervisorOptions options = {}) {
    return std::make_unique<Watchman>(open(), std::move(options));
  }
  /// The store, with somebody in between.
  std::shared_ptr<Interposed> interposed() { return std::make_shared<Interposed>(open().port()); }

  /// `stem-0 … stem-(count - 1)`, registered at once.
  std::vector<std::string> agents(int count, const std::string& stem = "agent",
                                  std::initializer_list<std::string_view> served = {"*"});
  std::size_t running() { return listed(store(), {.status = TaskStatus::running}).size(); }
};

#define SUPERVISOR_TEST(suite, sentence) STORE_TEST_WITH(::baton::test::SupervisorTest, suite, sentence)

}  // namespace baton::test
