#include "engine/pulse.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "baton/open.hpp"
#include "engine/bell.hpp"
#include "support/still_loop.hpp"
#include "support/wrapping.hpp"

namespace baton::test {

namespace {

/// A store that writes when it is let.
class Reluctant final : public Wrapping {
 public:
  explicit Reluctant(const boost::asio::any_io_executor& executor)
      : Wrapping(open_store("memory:")->port()), leave_(executor) {}
  awaitable<Answer> execute(Verb verb) override {
    if (std::holds_alternative<Sweep>(verb)) {
      ++sweeps_;
      co_await leave_.wait(Bell::Clock::time_point::max());
    }
    co_return co_await inner_->execute(std::move(verb));
  }
  void let() { leave_.ring(); }
  int sweeps() const { return sweeps_; }

 private:
  Bell leave_;
  int sweeps_ = 0;
};

class PulseTest : public ::testing::Test {
 protected:
  bool answers_at_once() {
    std::optional<Result<HealthReport>> outcome;
    loop_.start(pulse_.feel(), &outcome);
    return outcome.has_value() && outcome->has_value();
  }
  void let() {
    port_->let();
    loop_.settle();
  }

  StillLoop loop_;
  std::shared_ptr<Reluctant> port_ = std::make_shared<Reluctant>(loop_.get_executor());
  Pulse pulse_{loop_.get_executor(), Store(port_), std::chrono::hours{1}, Duration::zero()};
};

}  // namespace

TEST_F(PulseTest, nobody_who_asks_waits_for_the_write_that_is_tried) {
  pulse_.note_failed_write();
  EXPECT_TRUE(answers_at_once());
  EXPECT_TRUE(answers_at_once());
  EXPECT_EQ(port_->sweeps(), 1);
  EXPECT_TRUE(pulse_.writes_fail());
  let();
  EXPECT_FALSE(pulse_.writes_fail());
}

TEST_F(PulseTest, a_write_that_fails_while_another_is_tried_is_not_forgotten) {
  pulse_.note_failed_write();
  EXPECT_TRUE(answers_at_once());
  pulse_.note_failed_write();
  let();
  EXPECT_TRUE(pulse_.writes_fail());
  EXPECT_TRUE(answers_at_once());
  EXPECT_EQ(port_->sweeps(), 2);
  let();
  EXPECT_FALSE(pulse_.writes_fail());
}

}  // namespace baton::test
