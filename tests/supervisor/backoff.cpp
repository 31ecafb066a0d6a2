#include "supervisor/supervisor_fixture.hpp"

namespace baton::test {
namespace {

/// Answers every claim of a supervisor so.
auto every_claim(const Error& error) {
  return [error](const Verb& verb) -> std::optional<Error> {
    if (!std::holds_alternative<Claim>(verb)) return std::nullopt;
    return error;
  };
}

const Error somebody_was_first{
    .code = Errc::conflict, .detail = "it is not idle", .expected = "idle", .actual = "working"};
const Error store_is_down{.code = Errc::unavailable, .detail = "the store is down"};

SUPERVISOR_TEST(Backoff, is_not_caused_by_ten_thousand_conflicts) {
  agents(100);
  submitted_many(100);
  const auto rival = interposed();
  rival->refuse = every_claim(somebody_was_first);
  Watchman watchman{Store(rival)};
  while (watchman.counts().conflicts < 10'000) {
    watchman.miss_events();
    EXPECT_FALSE(watchman.deaf_pass().backs_off);
  }
  EXPECT_EQ(watchman.counts().backoffs, 0U);
  EXPECT_EQ(watchman.counts().store_errors, 0U);
  EXPECT_EQ(watchman.counts().assigned, 0U);
  rival->refuse = [](const Verb&) { return std::nullopt; };
  watchman.miss_events();
  EXPECT_EQ(watchman.deaf_pass().assigned, 100U);
}

SUPERVISOR_TEST(Backoff, is_caused_by_one_store_error_grows_to_its_cap_and_is_reset_by_one_success) {
  agents(1);
  submitted_many(1);
  const auto broken = interposed();
  broken->refuse = every_claim(store_is_down);
  Watchman watchman{Store(broken)};
  Duration rest;
  for (int error = 0; error < 10; ++error) {
    const auto pass = watchman.deaf_pass();
    ASSERT_TRUE(pass.backs_off);
    if (error == 0) EXPECT_LE(pass.rest, 100ms);
    EXPECT_GE(pass.rest, 50ms);
    rest = pass.rest;
  }
  EXPECT_GE(rest, 3200ms);
  EXPECT_LE(rest, 6400ms);
  EXPECT_EQ(watchman.counts().backoffs, 10U);
  EXPECT_EQ(watchman.counts().store_errors, 10U);
  EXPECT_EQ(watchman.counts().conflicts, 0U);

  broken->refuse = [](const Verb&) { return std::nullopt; };
  const auto healed = watchman.deaf_pass();
  EXPECT_FALSE(healed.backs_off);
  EXPECT_EQ(healed.assigned, 1U);
  submitted_many(1);
  agents(1, "late");
  broken->refuse = every_claim(store_is_down);
  EXPECT_LE(watchman.pass().rest, 100ms);
}

SUPERVISOR_TEST(Backoff, comes_with_errors_of_any_verb_of_the_pass) {
  const auto broken = interposed();
  Watchman watchman{Store(broken)};
  std::uint64_t backoffs = 0;
  const auto breaks = [&](const char* name) {
    broken->refuse = [name](const Verb& verb) {
      return name_of(verb) == name ? std::optional(store_is_down) : std::nullopt;
    };
    watchman.miss_events();
    EXPECT_TRUE(watchman.deaf_pass().backs_off) << name;
    EXPECT_EQ(watchman.counts().backoffs, ++backoffs) << name;
    EXPECT_EQ(watchman.counts().store_errors, backoffs) << name;
  };
  for (const char* name : {"sweep", "read_log", "list_agents", "queue_stats", "get_record"}) breaks(name);
}

}  // namespace
}  // namespace baton::test
