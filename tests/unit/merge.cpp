#include "baton/merge.hpp"

#include <gtest/gtest.h>

#include "core/json_pointer.hpp"

namespace baton::merge_test {
namespace {

Json json(std::string_view text) { return Json::parse(text).value(); }

struct Contribution {
  const char* name;
  std::string analysis;
  int at = 0;
};

MergeInput input(std::initializer_list<const char*> expected, const std::vector<Contribution>& contributions,
                 std::string_view parameters = "null") {
  MergeInput made{.correlation = CorrelationId::of("c"), .expected = {}, .signals = {}, .parameters = json(parameters)};
  for (const auto* name : expected) made.expected.push_back(SignalName::of(name));
  for (const auto& each : contributions) {
    made.signals.push_back(
        {.name = SignalName::of(each.name),
         .at = Time{std::chrono::seconds{each.at}},
         .body = json(R"({"agent_version":"1.0.0","enriched_at":"2026-01-01T00:00:00Z","analysis":)" + each.analysis +
                      "}")});
  }
  return made;
}

Result<Merged> merge(std::string_view pattern, const MergeInput& from) {
  return MergePatterns::built_in().merge(pattern, from);
}

std::string at(const Json& value, std::string_view pointer) {
  const JsonValue whole(value);
  const JsonValue* found = look_up(whole, pointer);
  return found == nullptr ? "nothing" : found->json().text();
}

std::string momentum(const char* direction, double strength, double confidence = 0.82) {
  return R"({"trend_direction":")" + std::string(direction) + R"(","momentum_strength":)" + std::to_string(strength) +
         R"(,"confidence":)" + std::to_string(confidence) + "}";
}

std::string risk(const char* level, double score = 0.65, const std::string& more = "") {
  return R"({"risk_level":")" + std::string(level) + R"(","overall_score":)" + std::to_string(score) +
         R"(,"position_sizing":{"recommended_size":10000)" + more + "}}";
}

Result<Merged> fuse(const std::string& from_momentum, const std::string& from_risk) {
  return merge("momentum_risk_fusion", input({"momentum", "risk"}, {{"momentum", from_momentum}, {"risk", from_risk}}));
}

std::string action(const char* direction, double strength, const char* level) {
  return at(fuse(momentum(direction, strength), risk(level))->decision, "/action");
}

TEST(MergeFusion, gives_the_figures_of_the_example) {
  const auto merged = fuse(momentum("bullish", 0.75), risk("medium"));
  ASSERT_TRUE(merged) << merged.error().detail;
  const Json& analysis = merged->merged_analysis;
  EXPECT_EQ(at(analysis, "/overall_confidence"), "0.632");
  EXPECT_EQ(at(analysis, "/recommended_action"), R"("trade")");
  EXPECT_EQ(at(analysis, "/position_sizing"),
            R"({"base_size":10000,"momentum_multiplier":0.875,"final_size":8750,"currency":"USD"})");
  EXPECT_EQ(at(analysis, "/risk_constraints"), R"({"stop_loss":0.0135,"max_risk_pct":0.02})");
  EXPECT_EQ(merged->decision.text(), R"({"action":"trade","direction":"buy","size":8750,"confidence":0.632})");
  EXPECT_EQ(at(merged->source_signals, "/risk/max_position_size"), "null");
  EXPECT_EQ(at(merged->source_signals, "/momentum/agent_version"), R"("1.0.0")");
}

TEST(MergeFusion, the_action_follows_the_table) {
  EXPECT_EQ(action("bullish", 0.9, "blocked"), R"("no_trade")");
  EXPECT_EQ(action("bullish", 0.79, "high"), R"("monitor")");
  EXPECT_EQ(action("bullish", 0.8, "high"), R"("trade")");
  EXPECT_EQ(action("bearish", 0.61, "low"), R"("trade")");
  EXPECT_EQ(action("bearish", 0.6, "low"), R"("monitor")");
  EXPECT_EQ(action("neutral", 0.9, "low"), R"("monitor")");
}

TEST(MergeFusion, direction_and_size_belong_to_a_trade) {
  EXPECT_EQ(fuse(momentum("bearish", 0.7), risk("low"))->decision.text(),
            R"({"action":"trade","direction":"sell","size":8500,"confidence":0.632})");
  EXPECT_EQ(fuse(momentum("neutral", 0.7), risk("low"))->decision.text(),
            R"({"action":"monitor","direction":null,"size":0,"confidence":0.632})");
}

TEST(MergeFusion, confidence_is_kept_between_0_and_1) {
  EXPECT_EQ(at(fuse(momentum("bullish", 1, 5), risk("low", 0))->decision, "/confidence"), "1");
  EXPECT_EQ(at(fuse(momentum("bullish", 1, -5), risk("low", 1))->decision, "/confidence"), "0");
}

TEST(MergeFusion, what_the_risk_agent_recommends_wins_over_defaults) {
  const std::string sized = risk("low", 0.5, R"(,"max_position_size":20000,"currency":"EUR")");
  const std::string told =
      sized.substr(0, sized.size() - 1) + R"(,"recommendations":{"max_risk_per_trade":0.05,"stop_loss":0.01}})";
  const auto merged = fuse(momentum("bullish", 0.7), told);
  ASSERT_TRUE(merged) << merged.error().detail;
  EXPECT_EQ(at(merged->merged_analysis, "/risk_constraints"), R"({"stop_loss":0.01,"max_risk_pct":0.05})");
  EXPECT_EQ(at(merged->merged_analysis, "/position_sizing/currency"), R"("EUR")");
  EXPECT_EQ(at(merged->source_signals, "/risk/max_position_size"), "20000");
}

TEST(MergeFusion, a_missing_input_fails_and_names_its_path) {
  const auto refused = [](const std::string& from_momentum, const std::string& from_risk) {
    return fuse(from_momentum, from_risk).error().detail;
  };
  EXPECT_EQ(refused(R"({"trend_direction":"bullish","confidence":1})", risk("low")),
            "$.signals.momentum.analysis.momentum_strength is missing");
  EXPECT_EQ(refused(momentum("bullish", 1), R"({"risk_level":"low","overall_score":0.1})"),
            "$.signals.risk.analysis.position_sizing.recommended_size is missing");
  EXPECT_EQ(refused(momentum("bullish", 1), R"({"risk_level":"low","overall_score":"much"})"),
            "$.signals.risk.analysis.overall_score is not a number");
  const auto alone = merge("momentum_risk_fusion", input({"momentum", "risk"}, {{"momentum", momentum("bullish", 1)}}));
  EXPECT_EQ(alone.error().detail, "$.signals.risk is missing");
}

std::string vote(const char* choice, const char* confidence = nullptr) {
  return R"({"choice":")" + std::string(choice) + "\"" +
         (confidence == nullptr ? "" : R"(,"confidence":)" + std::string(confidence)) + "}";
}

TEST(MergeVotes, the_choice_with_the_most_weight_wins) {
  const auto merged =
      merge("weighted_vote",
            input({"a", "b", "x"}, {{"a", vote("buy", "0.5")}, {"b", vote("sell", "0.9")}}, R"({"weights":{"a":3}})"));
  ASSERT_TRUE(merged) << merged.error().detail;
  EXPECT_EQ(merged->decision.text(), R"({"action":"buy","confidence":0.625})");
  EXPECT_EQ(at(merged->merged_analysis, "/missing"), R"(["x"])");
  EXPECT_EQ(at(merged->merged_analysis, "/tie"), "false");
}

TEST(MergeVotes, a_tie_goes_to_more_agents_then_to_the_order_expected) {
  const auto heads =
      merge("weighted_vote",
            input({"a", "b", "x"}, {{"a", vote("one")}, {"b", vote("two", "0.5")}, {"x", vote("two", "0.5")}}));
  EXPECT_EQ(at(heads->decision, "/action"), R"("two")");
  EXPECT_EQ(at(heads->merged_analysis, "/tie"), "true");
  const auto order = merge("weighted_vote", input({"a", "b"}, {{"a", vote("one")}, {"b", vote("two")}}));
  EXPECT_EQ(at(order->decision, "/action"), R"("one")");
}

TEST(MergeVotes, without_enough_share_nothing_is_decided) {
  const auto undecided =
      merge("weighted_vote", input({"a", "b"}, {{"a", vote("one")}, {"b", vote("two")}}, R"({"minimum_share":0.6})"));
  EXPECT_EQ(undecided->decision.text(), R"({"action":null,"confidence":0})");
  const auto silent = merge("weighted_vote", input({"a"}, {{"a", vote("one", "0")}}));
  EXPECT_EQ(at(silent->decision, "/action"), "null");
  EXPECT_EQ(merge("weighted_vote", input({"a"}, {{"a", "{}"}})).error().detail,
            "$.signals.a.analysis.choice is missing");
}

TEST(MergeVotes, a_quorum_is_more_than_half_of_those_expected) {
  const std::vector<Contribution> two{{"a", vote("go")}, {"b", vote("go")}};
  EXPECT_EQ(merge("quorum", input({"a", "b", "x"}, two))->decision.text(),
            R"({"action":"go","confidence":0.666666666667})");
  const auto missed = merge("quorum", input({"a", "b", "x", "y"}, two));
  EXPECT_EQ(missed->decision.text(), R"({"action":null,"confidence":0})");
  EXPECT_EQ(at(missed->merged_analysis, "/reached"), "false");
  EXPECT_EQ(at(merge("quorum", input({"a", "b", "x", "y"}, two, R"({"quorum":2})"))->decision, "/action"), R"("go")");
}

TEST(MergeChoices, the_first_acceptable_is_taken_as_expected_or_as_they_came) {
  const std::vector<Contribution> three{
      {"a", vote("one", "0.2"), 1}, {"b", vote("two", "0.7"), 3}, {"x", vote("three", "0.9"), 2}};
  EXPECT_EQ(merge("first_acceptable", input({"a", "b", "x"}, three))->decision.text(),
            R"({"action":"two","agent":"b","confidence":0.7})");
  EXPECT_EQ(at(merge("first_acceptable", input({"a", "b", "x"}, three, R"({"order":"arrival"})"))->decision, "/agent"),
            R"("x")");
  EXPECT_EQ(
      at(merge("first_acceptable", input({"a", "b", "x"}, three, R"({"min_confidence":0.95})"))->decision, "/agent"),
      "null");
  EXPECT_EQ(at(merge("first_acceptable", input({"a"}, {{"a", vote("one")}}))->decision, "/agent"), "null");
  EXPECT_FALSE(merge("first_acceptable", input({"a"}, three, R"({"order":"mood"})")));
}

TEST(MergeChoices, collecting_keeps_every_analysis) {
  const auto merged = merge("collect", input({"a", "b", "x"}, {{"a", R"({"n":1})"}, {"b", "{}"}}));
  EXPECT_EQ(merged->merged_analysis.text(), R"({"analyses":{"a":{"n":1},"b":{}},"missing":["x"]})");
  EXPECT_EQ(merged->decision.text(), R"({"action":"collected","signals":2})");
}

TEST(MergePatterns, a_program_adds_its_own) {
  MergePatterns patterns = MergePatterns::built_in();
  const MergePattern mine = [](const MergeInput& from) -> Result<Merged> {
    return Merged{.source_signals = {}, .merged_analysis = {}, .decision = Json::string(from.correlation.str())};
  };
  ASSERT_TRUE(patterns.add("mine", mine));
  EXPECT_EQ(patterns.merge("mine", input({}, {}))->decision.text(), R"("c")");
  EXPECT_EQ(patterns.add("mine", mine).error().code, Errc::conflict);
  EXPECT_EQ(patterns.add("Mine!", mine).error().code, Errc::invalid);
  EXPECT_EQ(patterns.merge("none", input({}, {})).error().detail,
            "there is no pattern `none`; known: collect, first_acceptable, mine, momentum_risk_fusion, quorum, "
            "weighted_vote");
}

}  // namespace
}  // namespace baton::merge_test
