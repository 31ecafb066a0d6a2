#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum EventType;

GetCorrelation get(std::string_view id) { return {.id = CorrelationId::of(id)}; }

std::vector<std::string> signal_names(const Correlation& correlation) {
  return each_of(correlation.signals,
                 [](const SignalEntry& each) { return each.name.str() + "/" + std::to_string(each.version); });
}

STORE_TEST(Correlations, opening_one_starts_collecting) {
  OpenCorrelation request = correlation("c", {"risk", "momentum"});
  request.min_agents = 2;
  request.timeout = 30s;
  request.pattern = "momentum_risk_fusion";
  request.document = json(R"({"schema":"1.0.0"})");
  request.ttl = 1h;
  const Correlation made = must(request);
  EXPECT_EQ(made.id, CorrelationId::of("c"));
  EXPECT_EQ(made.status, CorrelationStatus::collecting);
  EXPECT_EQ(made.version, Version{1});
  EXPECT_EQ(made.expected, request.expected);
  EXPECT_EQ(made.min_agents, 2U);
  EXPECT_EQ(made.timeout_at, clock.now() + 30s);
  EXPECT_EQ(made.pattern, request.pattern);
  EXPECT_EQ(made.document, request.document);
  EXPECT_EQ(made.expires_at, clock.now() + 1h);
  EXPECT_EQ(made.created_at, clock.now());
  EXPECT_TRUE(made.signals.empty());
  EXPECT_EQ(must(get("c")), made);
  EXPECT_EQ(types(), std::vector{correlation_opened});
}

STORE_TEST(Correlations, opening_the_same_again_answers_with_it_as_it_is) {
  must(correlation("c", {"a", "b"}));
  const Correlation now = must(signal("c", "a"));
  clock.advance(1s);
  const auto before = events();
  EXPECT_EQ(must(correlation("c", {"a", "b"})), now);
  EXPECT_EQ(events(), before);
}

STORE_TEST(Correlations, an_id_taken_with_other_expectations_is_a_conflict) {
  must(correlation("c", {"a", "b"}));
  EXPECT_REFUSED(conflict, correlation("c", {"a"}));
  OpenCorrelation other = correlation("c", {"a", "b"});
  other.pattern = "quorum";
  EXPECT_REFUSED(conflict, other);
  other = correlation("c", {"a", "b"});
  other.document = json("1");
  EXPECT_REFUSED(conflict, other);
  other = correlation("c", {"a", "b"});
  other.min_agents = 2;
  EXPECT_REFUSED(conflict, other);
}

STORE_TEST(Correlations, the_document_at_opening_decides_not_the_present_one) {
  const OpenCorrelation request = correlation("c", {"a"});
  const Correlation made = must(request);
  Advance write{.id = made.id, .version = made.version, .document = json("[1]")};
  must(write);
  EXPECT_EQ(must(request).document, json("[1]"));
}

STORE_TEST(Correlations, bounds_are_128_expected_and_min_agents_within_them) {
  OpenCorrelation many = correlation("c", {});
  for (int i = 1; i <= 128; ++i) many.expected.push_back(SignalName::of(std::string(i, 'a')));
  EXPECT_TRUE(call(many));
  OpenCorrelation more = correlation("d", {});
  for (char c = 'a'; c <= 'z'; ++c) {
    for (int i = 1; i <= 5; ++i) more.expected.push_back(SignalName::of(std::string(i, c)));
  }
  EXPECT_REFUSED(invalid, more);
  OpenCorrelation greedy = correlation("e", {"a", "b"});
  greedy.min_agents = 3;
  EXPECT_REFUSED(invalid, greedy);
  EXPECT_REFUSED(invalid, correlation("f", {}));
}

STORE_TEST(Correlations, becomes_ready_in_the_step_that_brings_the_last_signal) {
  must(correlation("c", {"a", "b"}));
  const Correlation half = must(signal("c", "a", R"({"v":1})"));
  EXPECT_EQ(half.status, CorrelationStatus::collecting);
  EXPECT_GT(half.version, Version{1});
  ASSERT_EQ(half.signals.size(), 1U);
  EXPECT_EQ(half.signals[0].body, json(R"({"v":1})"));
  EXPECT_EQ(half.signals[0].at, clock.now());
  EXPECT_FALSE(half.signals[0].late);
  const Position before = last_position();
  const Correlation all = must(signal("c", "b"));
  EXPECT_EQ(all.status, CorrelationStatus::ready);
  EXPECT_GT(all.version, half.version);
  EXPECT_EQ(must(get("c")), all);
  EXPECT_EQ(types(before), (std::vector{correlation_signalled, correlation_changed}));
}

STORE_TEST(Correlations, keeps_signals_by_name_and_version) {
  must(correlation("c", {"a", "b", "z"}));
  must(signal("c", "b"));
  Signal second = signal("c", "a");
  second.version = 2;
  must(second);
  must(signal("c", "a"));
  EXPECT_EQ(signal_names(must(get("c"))), (std::vector<std::string>{"a/1", "a/2", "b/1"}));
}

STORE_TEST(Correlations, two_versions_of_one_name_count_once) {
  must(correlation("c", {"a", "b"}));
  must(signal("c", "a"));
  Signal second = signal("c", "a");
  second.version = 2;
  EXPECT_EQ(must(second).status, CorrelationStatus::collecting);
}

STORE_TEST(Correlations, an_unexpected_name_is_kept_and_does_not_count) {
  must(correlation("c", {"a"}));
  const Correlation still = must(signal("c", "stranger"));
  EXPECT_EQ(still.status, CorrelationStatus::collecting);
  EXPECT_EQ(signal_names(still), std::vector<std::string>{"stranger/1"});
}

STORE_TEST(Correlations, the_same_signal_again_answers_ok_and_another_body_is_a_conflict) {
  must(correlation("c", {"a", "b"}));
  const Correlation once = must(signal("c", "a", "1"));
  const auto before = events();
  EXPECT_EQ(must(signal("c", "a", "1")), once);
  EXPECT_REFUSED(conflict, signal("c", "a", "2"));
  EXPECT_EQ(events(), before);
  EXPECT_EQ(must(get("c")).signals.at(0).body, json("1"));
}

STORE_TEST(Correlations, a_signal_after_collecting_is_kept_and_marked_late) {
  must(correlation("c", {"a"}));
  must(signal("c", "a"));
  const Correlation after = must(signal("c", "b"));
  EXPECT_EQ(after.status, CorrelationStatus::ready);
  ASSERT_EQ(after.signals.size(), 2U);
  EXPECT_FALSE(after.signals[0].late);
  EXPECT_TRUE(after.signals[1].late);
}

STORE_TEST(Correlations, an_unknown_correlation_is_not_found) {
  EXPECT_REFUSED(not_found, get("c"));
  EXPECT_REFUSED(not_found, signal("c", "a"));
  EXPECT_REFUSED(not_found, Advance{.id = CorrelationId::of("c"), .version = Version{1}, .step = "x"});
}

/// Every answer has all signals in it, so a thousand take long: once on each backend is enough.
class Crowded : public StoreTest {
 public:
  static constexpr bool every_way = false;
};

STORE_TEST_WITH(Crowded, Correlations, takes_1000_signals_and_no_more) {
  must(correlation("c", {"a", "b"}));
  race(10, [&](int tens) {
    Signal next = signal("c", "a");
    for (int i = 1; i <= 100; ++i) {
      next.version = static_cast<std::uint32_t>(tens * 100 + i);
      must(next);
    }
    return tens;
  });
  Signal next = signal("c", "a");
  next.version = 1001;
  EXPECT_REFUSED(exhausted, next);
  next.version = 1000;
  EXPECT_TRUE(call(next)) << "a repeat is still answered";
  EXPECT_EQ(must(get("c")).signals.size(), 1000U);
}

STORE_TEST(Correlations, ten_agents_signalling_at_once_make_it_ready_once) {
  must(correlation("c", {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}));
  const auto answers =
      race(10, [&](int i) { return call(signal("c", std::string(1, static_cast<char>('a' + i)))).value(); });
  EXPECT_EQ(std::ranges::count(answers, CorrelationStatus::ready, &Correlation::status), 1);
  EXPECT_EQ(must(get("c")).status, CorrelationStatus::ready);
  EXPECT_EQ(must(get("c")).signals.size(), 10U);
  EXPECT_EQ(count_of(correlation_changed), 1U);
}

STORE_TEST(Correlations, the_timeout_with_enough_agents_makes_it_ready) {
  OpenCorrelation request = correlation("c", {"a", "b", "z"});
  request.min_agents = 2;
  request.timeout = 30s;
  must(request);
  must(signal("c", "a"));
  const Version before = must(signal("c", "b")).version;
  clock.advance(30s - 1us);
  EXPECT_EQ(sweep().correlations_timed_out, 0U);
  clock.advance(1us);
  EXPECT_EQ(sweep().correlations_timed_out, 1U);
  EXPECT_EQ(must(get("c")).status, CorrelationStatus::ready);
  EXPECT_GT(must(get("c")).version, before);
  EXPECT_EQ(events().back().type, correlation_changed);
  EXPECT_EQ(sweep().correlations_timed_out, 0U);
}

STORE_TEST(Correlations, the_timeout_with_too_few_fails_it) {
  OpenCorrelation request = correlation("c", {"a", "b"});
  request.min_agents = 2;
  request.timeout = 30s;
  must(request);
  must(signal("c", "a"));
  must(signal("c", "stranger"));
  clock.advance(30s);
  EXPECT_EQ(sweep().correlations_timed_out, 1U);
  EXPECT_EQ(must(get("c")).status, CorrelationStatus::failed);
}

STORE_TEST(Correlations, the_timeout_leaves_one_alone_that_is_ready) {
  OpenCorrelation request = correlation("c", {"a"});
  request.timeout = 30s;
  must(request);
  const Correlation now = must(signal("c", "a"));
  clock.advance(1min);
  EXPECT_EQ(sweep().correlations_timed_out, 0U);
  EXPECT_EQ(must(get("c")), now);
}

STORE_TEST(Correlations, advancing_goes_from_ready_over_orchestrating_to_its_end) {
  must(correlation("c", {"a"}));
  Correlation now = must(signal("c", "a"));
  Advance start = advance(now, CorrelationEvent::orchestrate);
  start.step = "merge";
  start.document = json(R"({"merged":1})");
  clock.advance(1s);
  now = must(start);
  EXPECT_EQ(now.status, CorrelationStatus::orchestrating);
  EXPECT_EQ(now.version, start.version.next());
  EXPECT_EQ(now.step, "merge");
  EXPECT_EQ(now.document, json(R"({"merged":1})"));
  EXPECT_EQ(now.updated_at, clock.now());
  EXPECT_EQ(events().back().type, correlation_changed);
  Advance end = advance(now, CorrelationEvent::complete);
  end.ttl = 1min;
  now = must(end);
  EXPECT_EQ(now.status, CorrelationStatus::completed);
  EXPECT_EQ(now.expires_at, clock.now() + 1min);
  EXPECT_EQ(now.document, json(R"({"merged":1})")) << "what is not set stays";
  EXPECT_EQ(must(get("c")), now);
}

STORE_TEST(Correlations, an_orchestrating_one_can_fail) {
  must(correlation("c", {"a"}));
  const Correlation now = must(advance(must(signal("c", "a")), CorrelationEvent::orchestrate));
  EXPECT_EQ(must(advance(now, CorrelationEvent::fail)).status, CorrelationStatus::failed);
}

STORE_TEST(Correlations, advancing_another_version_conflicts_with_expected_and_actual) {
  must(correlation("c", {"a"}));
  const Correlation now = must(signal("c", "a"));
  const Advance request = advance(now, CorrelationEvent::orchestrate);
  must(request);
  const Error error = refusal(request);
  EXPECT_EQ(error.code, Errc::conflict);
  EXPECT_EQ(error.expected, std::to_string(now.version.value));
  EXPECT_EQ(error.actual, std::to_string(now.version.value + 1));
}

STORE_TEST(Correlations, an_event_that_does_not_fit_the_status_is_a_conflict) {
  const Correlation now = must(correlation("c", {"a"}));
  EXPECT_REFUSED(conflict, advance(now, CorrelationEvent::orchestrate));
  EXPECT_REFUSED(conflict, advance(now, CorrelationEvent::complete));
  EXPECT_REFUSED(conflict, advance(now, CorrelationEvent::fail));
  EXPECT_EQ(must(get("c")), now);
}

STORE_TEST(Correlations, only_the_orchestrators_events_are_taken) {
  const Correlation now = must(correlation("c", {"a"}));
  EXPECT_REFUSED(invalid, advance(now, CorrelationEvent::all_in));
  EXPECT_REFUSED(invalid, advance(now, CorrelationEvent::timeout_enough));
  EXPECT_REFUSED(invalid, advance(now, CorrelationEvent::timeout_too_few));
}

STORE_TEST(Correlations, of_ten_orchestrators_one_wins) {
  must(correlation("c", {"a"}));
  const Correlation now = must(signal("c", "a"));
  const auto answers = race(10, [&](int) -> int { return call(advance(now, CorrelationEvent::orchestrate)) ? 1 : 0; });
  EXPECT_EQ(std::ranges::count(answers, 1), 1);
  EXPECT_EQ(must(get("c")).version, now.version.next());
}

STORE_TEST(Correlations, expire_by_the_clock_whether_swept_or_not) {
  OpenCorrelation request = correlation("c", {"a"});
  request.ttl = 1min;
  const Correlation made = must(request);
  clock.advance(1min);
  EXPECT_REFUSED(not_found, get("c"));
  EXPECT_REFUSED(not_found, signal("c", "a"));
  EXPECT_REFUSED(not_found, advance(made, CorrelationEvent::orchestrate));
  EXPECT_TRUE(must(ListCorrelations{}).items.empty());
  EXPECT_EQ(sweep().correlations_expired, 1U);
  EXPECT_EQ(events().back().type, correlation_expired);
  EXPECT_EQ(sweep().correlations_expired, 0U);
}

STORE_TEST(Correlations, an_expired_id_may_be_opened_anew) {
  OpenCorrelation request = correlation("c", {"a"});
  request.ttl = 1min;
  must(request);
  must(signal("c", "a"));
  clock.advance(1min);
  const Correlation fresh = must(correlation("c", {"x", "y"}));
  EXPECT_EQ(fresh.status, CorrelationStatus::collecting);
  EXPECT_TRUE(fresh.signals.empty());
  EXPECT_EQ(fresh.version, Version{1});
  sweep_all();
  EXPECT_EQ(must(get("c")), fresh);
}

STORE_TEST(Correlations, one_without_a_ttl_stays) {
  OpenCorrelation request = correlation("c", {"a"});
  request.ttl.reset();
  EXPECT_FALSE(must(request).expires_at);
  clock.advance(24h * 365);
  sweep_all();
  EXPECT_TRUE(call(get("c")));
}

STORE_TEST(Correlations, are_listed_by_id_and_status_without_signals) {
  for (const auto* id : {"c", "a", "B"}) must(correlation(id, {"x"}));
  must(signal("a", "x"));
  const CorrelationPage all = must(ListCorrelations{});
  ASSERT_EQ(all.items.size(), 3U);
  EXPECT_EQ(all.items[0].id, CorrelationId::of("B"));
  EXPECT_EQ(all.items[1].id, CorrelationId::of("a"));
  EXPECT_EQ(all.items[2].id, CorrelationId::of("c"));
  EXPECT_TRUE(all.items[1].signals.empty());
  EXPECT_EQ(must(ListCorrelations{.status = CorrelationStatus::ready}).items.size(), 1U);
  EXPECT_REFUSED(invalid, ListCorrelations{.limit = 0});
  EXPECT_REFUSED(invalid, ListCorrelations{.limit = 1001});
}

STORE_TEST(Correlations, a_short_page_is_not_the_end) {
  for (const auto* id : {"a", "b", "c", "d", "e"}) must(correlation(id, {"x"}));
  must(signal("e", "x"));
  ListCorrelations request{.status = CorrelationStatus::ready, .limit = 2};
  std::vector<std::string> seen;
  for (int pages = 0; pages < 10; ++pages) {
    const CorrelationPage page = must(request);
    for (const Correlation& each : page.items) seen.push_back(each.id.str());
    if (!page.next) break;
    request.after = *page.next;
  }
  EXPECT_EQ(seen, std::vector<std::string>{"e"});
}

STORE_TEST(Correlations, survive_a_restart) {
  must(correlation("c", {"a", "b"}));
  const Correlation before = must(signal("c", "a", "[]"));
  reopen();
  EXPECT_EQ(must(get("c")), before);
  EXPECT_EQ(must(signal("c", "b")).status, CorrelationStatus::ready);
}

}  // namespace
}  // namespace baton::test
