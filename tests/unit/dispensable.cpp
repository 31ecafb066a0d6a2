#include "store/dispensable.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <vector>

#include "baton/blocking.hpp"
#include "baton/open.hpp"
#include "core/refusals.hpp"
#include "unit/switch.hpp"

namespace baton::dispensable_test {
namespace {

using namespace std::chrono_literals;
using test::Switch;

/// A store behind a switch, and what was told of it.
class Dispensable : public testing::Test {
 protected:
  ~Dispensable() override {
    if (port_) port_->close();
  }

  Result<std::shared_ptr<Port>> open() {
    return DispensablePort::open(
        [this]() -> Result<std::shared_ptr<Port>> {
          if (absent) return baton::fail(with, "not there");
          return store;
        },
        {.on_down = [this](const Error& error) { tell("down: " + error.detail); },
         .on_back = [this] { tell("back"); },
         .look_every = 1ms});
  }
  BlockingStore use() {
    port_ = *open();
    return BlockingStore(Store(port_));
  }

  void tell(std::string what) {
    const std::lock_guard lock(mutex_);
    told_.push_back(std::move(what));
    changed_.notify_all();
  }
  /// What was told so far, once it is so much.
  std::vector<std::string> told(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return told_.size() >= count; });
    return told_;
  }

  std::atomic<bool> absent{false};
  Errc with = Errc::unavailable;
  std::shared_ptr<Switch> store = std::make_shared<Switch>(open_store("memory:")->port());

 private:
  std::shared_ptr<Port> port_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> told_;
};

TEST_F(Dispensable, passes_every_call_on) {
  BlockingStore used = use();
  EXPECT_TRUE(used.call(PutThread{.thread = ThreadId::of("t")}).has_value());
  EXPECT_TRUE(used.call(GetThread{ThreadId::of("t")}).has_value());
  EXPECT_EQ(used.wait(Position{0}, 1h), true);
}

TEST_F(Dispensable, answers_for_a_store_that_is_down_without_asking_it) {
  BlockingStore used = use();
  store->down = true;
  EXPECT_EQ(used.call(Health{}).error().detail, "switched off");
  told(1);
  const int waits = store->waits;
  EXPECT_EQ(used.wait(Position{0}, 1h).error().detail, "switched off");
  EXPECT_EQ(store->waits, waits);
}

TEST_F(Dispensable, comes_back_by_itself_and_says_so) {
  BlockingStore used = use();
  store->down = true;
  EXPECT_FALSE(used.call(Health{}).has_value());
  store->down = false;
  EXPECT_EQ(told(2), (std::vector<std::string>{"down: switched off", "back"}));
  EXPECT_TRUE(used.call(Health{}).has_value());
}

TEST_F(Dispensable, starts_without_a_store_that_is_unavailable_and_opens_it_when_it_is_there) {
  absent = true;
  BlockingStore used = use();
  EXPECT_EQ(told(1), std::vector<std::string>{"down: not there"});
  EXPECT_EQ(used.call(Health{}).error().code, Errc::unavailable);
  absent = false;
  told(2);
  EXPECT_TRUE(used.call(Health{}).has_value());
}

TEST_F(Dispensable, does_not_start_with_any_other_error) {
  absent = true;
  with = Errc::unauthorized;
  EXPECT_EQ(open().error().code, Errc::unauthorized);
}

TEST_F(Dispensable, is_down_for_those_whose_store_refuses_our_credentials) {
  BlockingStore used = use();
  store->with = Errc::unauthorized;
  store->down = true;
  EXPECT_EQ(used.call(Health{}).error().code, Errc::unauthorized);
  EXPECT_EQ(told(1), std::vector<std::string>{"down: switched off"});
}

TEST_F(Dispensable, is_not_down_when_it_is_frozen_or_refuses) {
  EXPECT_FALSE(is_down(refuse::frozen().error()));
  BlockingStore used = use();
  ASSERT_TRUE(used.call(Freeze{}).has_value());
  EXPECT_EQ(used.call(PutThread{.thread = ThreadId::of("t")}).error().code, Errc::unavailable);
  EXPECT_EQ(used.call(GetThread{ThreadId::of("t")}).error().code, Errc::not_found);
}

TEST_F(Dispensable, closes_the_store_and_refuses_from_then_on) {
  const auto port = *open();
  port->close();
  port->close();
  EXPECT_EQ(BlockingStore(Store(port)).call(Health{}).error().code, Errc::unavailable);
  EXPECT_EQ(BlockingStore(Store(store)).call(Health{}).error().code, Errc::unavailable);
}

TEST_F(Dispensable, is_closed_while_the_store_is_still_absent) {
  absent = true;
  const auto port = *open();
  port->close();
  EXPECT_FALSE(BlockingStore(Store(port)).call(Health{}).has_value());
}

}  // namespace
}  // namespace baton::dispensable_test
