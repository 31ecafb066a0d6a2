#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <stop_token>

#include "baton/open.hpp"
#include "engine/correlator.hpp"
#include "support/still_loop.hpp"

namespace baton::test {

TEST(DecisionWait, ends_when_the_one_who_asked_has_left) {
  StillLoop loop;
  const Store store = *open_store("memory:");
  Correlator correlator(loop.get_executor(), store, {});
  std::stop_source leaving;
  std::optional<Result<Record>> outcome;
  Presence peer{.left = leaving.get_token()};
  loop.start(correlator.decision(CorrelationId::of("c"), std::chrono::hours{1}, std::move(peer)), &outcome);
  EXPECT_FALSE(outcome);
  leaving.request_stop();
  loop.settle();
  const bool ended = outcome.has_value();
  correlator.stop_waiting();
  loop.settle();
  ASSERT_TRUE(ended);
  EXPECT_EQ(outcome->error().code, Errc::not_found);
}

}  // namespace baton::test
