#include <gmock/gmock.h>

#include "memory/memory_fixture.hpp"

// From opening to clean-up, on every backend.

namespace baton::test {
namespace {

MEMORY_TEST(MemoryLife, gives_the_figures_of_the_example) {
  const auto memory = instance();
  ASSERT_TRUE(memory->await((*memory)->open(joint_work("c", {"momentum", "risk"}, "momentum_risk_fusion"))));
  ASSERT_TRUE(memory->signal(signal("c", "momentum", momentum_body)));
  EXPECT_EQ(memory->decide("c"), false) << "one is missing";
  ASSERT_EQ(memory->signal(signal("c", "risk", risk_body))->status, CorrelationStatus::ready);
  EXPECT_EQ(memory->decide("c"), true);
  const Correlation decided = kept("c");
  EXPECT_EQ(decided.status, CorrelationStatus::completed);
  const Json& document = decided.document;
  EXPECT_EQ(at(document, "/merged/merged_analysis/overall_confidence"), "0.632");
  EXPECT_EQ(at(document, "/merged/merged_analysis/recommended_action"), R"("trade")");
  EXPECT_EQ(at(document, "/merged/merged_analysis/position_sizing/momentum_multiplier"), "0.875");
  EXPECT_EQ(at(document, "/merged/merged_analysis/position_sizing/final_size"), "8750");
  EXPECT_EQ(at(document, "/merged/merged_analysis/risk_constraints/max_risk_pct"), "0.02");
  EXPECT_EQ(at(document, "/merged/metadata/merge_pattern"), R"("momentum_risk_fusion")");
  EXPECT_EQ(at(document, "/decision"), R"({"action":"trade","direction":"buy","size":8750,"confidence":0.632})");
  EXPECT_EQ(decided.expires_at, clock.now() + 1h) << "the policy for what is completed";
  EXPECT_EQ(memory->decide("c"), false) << "it is decided";
}

MEMORY_TEST(MemoryLife, a_decision_is_on_record_with_what_it_came_from) {
  const auto memory = instance();
  ASSERT_TRUE(memory->await((*memory)->open(joint_work("c", {"momentum", "risk"}, "momentum_risk_fusion"))));
  clock.advance(2s);
  ASSERT_TRUE(memory->signal(signal("c", "momentum", momentum_body)));
  ASSERT_TRUE(memory->signal(signal("c", "risk", risk_body)));
  ASSERT_EQ(memory->decide("c"), true);
  ASSERT_EQ(decisions().size(), 1U);
  const Record record = decisions().front();
  EXPECT_EQ(at(record.body, "/outcome"), R"("completed")");
  EXPECT_EQ(at(record.body, "/inputs/0/name"), R"("momentum")");
  EXPECT_EQ(at(record.body, "/inputs/1/agent_version"), R"("2.0.0")");
  EXPECT_EQ(at(record.body, "/duration_us"), "2000000");
  EXPECT_EQ(at(record.body, "/timed_out"), "false");
  EXPECT_EQ(at(record.body, "/errors"), "0");
  EXPECT_EQ(at(record.body, "/decision/size"), "8750");
  EXPECT_EQ(record.expires_at, clock.now() + 24h * 30);
  clock.advance(2h);
  sweep_all();
  EXPECT_FALSE(call(GetCorrelation{.id = CorrelationId::of("c")}));
  const auto still = memory->await((*memory)->decision(CorrelationId::of("c"), {}));
  EXPECT_EQ(still->body, record.body) << "the audit outlives the correlation";
}

MEMORY_TEST(MemoryLife, for_compliance_it_is_kept_for_a_year) {
  const auto memory = instance();
  OpenCorrelation request = joint_work("c", {"a"});
  request.document = json(R"({"compliance":true})");
  ASSERT_TRUE(memory->await((*memory)->open(request)));
  ASSERT_TRUE(memory->signal(signal("c", "a")));
  ASSERT_EQ(memory->decide("c"), true);
  EXPECT_EQ(decisions().front().expires_at, clock.now() + 24h * 365);
}

MEMORY_TEST(MemoryLife, the_timeout_merges_what_is_there_if_it_is_enough) {
  const auto memory = instance();
  OpenCorrelation request = joint_work("c", {"a", "b", "x"});
  request.min_agents = 2;
  request.timeout = 30s;
  ASSERT_TRUE(memory->await((*memory)->open(request)));
  ASSERT_TRUE(memory->signal(signal("c", "a", R"({"analysis":{"n":1}})")));
  ASSERT_TRUE(memory->signal(signal("c", "b", R"({"analysis":{"n":2}})")));
  clock.advance(30s);
  sweep_all();
  const Correlation late = memory->signal(signal("c", "x", R"({"analysis":{"n":3}})")).value();
  EXPECT_TRUE(late.signals.back().late);
  ASSERT_EQ(memory->decide("c"), true);
  EXPECT_EQ(at(kept("c").document, "/merged/merged_analysis"),
            R"({"analyses":{"a":{"n":1},"b":{"n":2}},"missing":["x"]})");
  EXPECT_EQ(at(decisions().front().body, "/timed_out"), "true");
  EXPECT_EQ(kept("c").signals.size(), 3U) << "what comes late is kept";
  EXPECT_EQ((*memory)->counts().signals_late, 1U);
}

MEMORY_TEST(MemoryLife, the_timeout_with_too_few_is_a_failure_that_is_kept_longer) {
  const auto memory = instance();
  OpenCorrelation request = joint_work("c", {"a", "b"});
  request.min_agents = 2;
  request.timeout = 30s;
  ASSERT_TRUE(memory->await((*memory)->open(request)));
  ASSERT_TRUE(memory->signal(signal("c", "a")));
  clock.advance(30s);
  sweep_all();
  ASSERT_EQ(memory->decide("c"), true);
  EXPECT_EQ(kept("c").status, CorrelationStatus::failed);
  EXPECT_EQ(kept("c").expires_at, clock.now() + 24h * 7);
  EXPECT_EQ(at(decisions().front().body, "/outcome"), R"("failed")");
  EXPECT_EQ(at(decisions().front().body, "/missing"), R"(["b"])");
  EXPECT_EQ(memory->decide("c"), false);
}

MEMORY_TEST(MemoryLife, a_pattern_that_cannot_merge_fails_it_with_the_reason) {
  const auto memory = instance();
  ASSERT_TRUE(memory->await((*memory)->open(joint_work("c", {"momentum", "risk"}, "momentum_risk_fusion"))));
  ASSERT_TRUE(memory->signal(signal("c", "momentum", momentum_body)));
  ASSERT_TRUE(memory->signal(signal("c", "risk", R"({"agent_version":"1","analysis":{"risk_level":"low"}})")));
  ASSERT_EQ(memory->decide("c"), true);
  EXPECT_EQ(kept("c").status, CorrelationStatus::failed);
  EXPECT_EQ(at(decisions().front().body, "/reason"), R"("$.signals.risk.analysis.overall_score is missing")");
  EXPECT_EQ(at(decisions().front().body, "/errors"), "1");
}

MEMORY_TEST(MemoryLife, what_breaks_the_contract_is_never_stored) {
  const auto memory = instance();
  const auto unknown = memory->await((*memory)->open(joint_work("c", {"a"}, "guessing")));
  EXPECT_EQ(unknown.error().code, Errc::invalid);
  EXPECT_THAT(unknown.error().detail, testing::HasSubstr("momentum_risk_fusion"));
  OpenCorrelation odd = joint_work("c", {"a"});
  odd.document = json("[1]");
  EXPECT_FALSE(memory->await((*memory)->open(odd)));
  EXPECT_FALSE(call(GetCorrelation{.id = CorrelationId::of("c")}));
  ASSERT_TRUE(memory->await((*memory)->open(joint_work("c", {"a"}))));
  const auto wrong = memory->signal(signal("c", "a", R"({"enriched_at":"soon"})"));
  EXPECT_THAT(wrong.error().detail,
              testing::HasSubstr("$.signals.a.enriched_at is not a valid date-time (rule format)"));
  EXPECT_TRUE(kept("c").signals.empty());
  Advance advance{
      .id = CorrelationId::of("c"), .version = Version{1}, .document = json(R"({"metadata":{"min_agents":0}})")};
  EXPECT_EQ(memory->await((*memory)->advance(advance)).error().code, Errc::invalid);
  EXPECT_EQ(kept("c").version, Version{1});
  advance.document = json(R"({"merged":{"n":1}})");
  const auto advanced = memory->await((*memory)->advance(advance));
  ASSERT_TRUE(advanced) << advanced.error().detail;
  EXPECT_EQ(at(advanced->document, "/metadata/expected_agents"), R"(["a"])") << "what is not said stays";
  EXPECT_EQ(at(advanced->document, "/merged"), R"({"n":1})");
}

MEMORY_TEST(MemoryLife, an_id_used_again_is_decided_again) {
  const auto memory = instance();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(memory->await((*memory)->open(joint_work("c", {"a"}))));
    ASSERT_TRUE(memory->signal(signal("c", "a", R"({"analysis":{"n":)" + std::to_string(i) + "}}")));
    ASSERT_EQ(memory->decide("c"), true);
    clock.advance(2h);
    sweep_all();
  }
  EXPECT_EQ(decisions().size(), 2U);
  const auto latest = memory->await((*memory)->decision(CorrelationId::of("c"), {}));
  EXPECT_EQ(at(latest->body, "/merged/merged_analysis/analyses/a/n"), "1");
}

MEMORY_TEST(MemoryLife, without_a_pattern_it_is_left_to_who_opened_it) {
  const auto memory = instance();
  ASSERT_TRUE(memory->await((*memory)->open(joint_work("c", {"a"}, ""))));
  ASSERT_TRUE(memory->signal(signal("c", "a")));
  EXPECT_EQ(memory->decide("c"), false);
  EXPECT_EQ(memory->await((*memory)->recover()), 0U);
  EXPECT_EQ(kept("c").status, CorrelationStatus::ready);
}

}  // namespace
}  // namespace baton::test
