#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "http/fleet_fixture.hpp"

// Shared memory over HTTP: the contract, decisions, context, schemas.

namespace baton::test {

using ::testing::HasSubstr;

class HttpMemory : public Http {
 protected:
  HttpResponse put(const std::string& target, const std::string& body) const {
    return daemon_.call("PUT", target, body);
  }
};

TEST_F(HttpMemory, the_example_is_decided_with_its_figures) {
  const auto opened =
      post("/v1/correlations", R"({"id":"c1","expected":["momentum","risk"],"pattern":"momentum_risk_fusion"})");
  ASSERT_EQ(opened.status, 200) << opened.body;
  const std::string momentum =
      R"({"name":"momentum","body":{"agent_version":"1.2.1","enriched_at":"2026-11-15T10:00:00Z","analysis":)"
      R"({"trend_direction":"bullish","momentum_strength":0.75,"confidence":0.82}}})";
  const std::string risk =
      R"({"name":"risk","body":{"agent_version":"2.0.0","enriched_at":"2026-11-15T10:00:01Z","analysis":)"
      R"({"risk_level":"medium","overall_score":0.65,"position_sizing":{"recommended_size":10000}}}})";
  EXPECT_EQ(post("/v1/correlations/c1/signal", momentum).status, 200);
  EXPECT_EQ(json_word(post("/v1/correlations/c1/signal", risk).body, "status"), "ready");
  const auto decided = get("/v1/correlations/c1/decision?wait=10");
  ASSERT_EQ(decided.status, 200) << decided.body;
  EXPECT_EQ(json_word(decided.body, "overall_confidence"), "0.632");
  EXPECT_EQ(json_word(decided.body, "recommended_action"), "trade");
  EXPECT_EQ(json_word(decided.body, "momentum_multiplier"), "0.875");
  EXPECT_EQ(json_word(decided.body, "final_size"), "8750");
  EXPECT_EQ(json_word(decided.body, "max_risk_pct"), "0.02");
  EXPECT_THAT(decided.body,
              HasSubstr(R"("decision":{"action":"trade","direction":"buy","size":8750,"confidence":0.632})"));
  EXPECT_THAT(get("/v1/correlations/c1/timeline").body, HasSubstr(R"("what":"opened")"));
  EXPECT_THAT(get("/metrics").body, HasSubstr("baton_memory_total{kind=\"signals_stored\"} 2"));
}

TEST_F(HttpMemory, what_breaks_the_contract_is_refused_with_path_and_rule) {
  ASSERT_EQ(post("/v1/correlations", R"({"id":"c1","expected":["risk"]})").status, 200);
  const auto refused = post("/v1/correlations/c1/signal", R"({"name":"risk","body":{"analysis":[]}})");
  expect_problem(refused, 400, "invalid");
  EXPECT_THAT(refused.body, HasSubstr("$.signals.risk.analysis is not of type object (rule type)"));
  expect_problem(post("/v1/correlations/c1/signal", R"({"name":"risk","body":{"agent_name":"momentum"}})"), 400,
                 "invalid");
  expect_problem(post("/v1/correlations", R"({"id":"c2","expected":["risk"],"pattern":"guess"})"), 400, "invalid");
  expect_problem(get("/v1/correlations/c2"), 404, "not_found");
  EXPECT_THAT(get("/v1/correlations/c1").body, HasSubstr(R"("signals":[])"));
}

TEST_F(HttpMemory, agents_see_the_document_that_they_share) {
  ASSERT_EQ(post("/v1/correlations", R"({"id":"c1","expected":["risk","news"],"document":{"symbol":"ACME"}})").status,
            200);
  ASSERT_EQ(post("/v1/correlations/c1/signal", R"({"name":"risk","body":{"analysis":{"n":1}}})").status, 200);
  const auto state = get("/v1/correlations/c1/state").body;
  EXPECT_EQ(json_word(state, "corr_id"), "c1");
  EXPECT_EQ(json_word(state, "agent_name"), "risk");
  EXPECT_EQ(json_word(state, "symbol"), "ACME");
  EXPECT_EQ(json_word(state, "min_agents"), "1");
  expect_problem(get("/v1/correlations/c1/decision"), 404, "not_found");
}

TEST_F(HttpMemory, context_is_written_by_orchestrators_and_read_by_all) {
  EXPECT_THAT(get("/v1/correlations/c1/context").body, HasSubstr(R"("recent_decisions":[])"));
  EXPECT_EQ(put("/v1/correlations/c1/context/market_regime", R"({"document":"calm"})").status, 200);
  EXPECT_EQ(json_word(get("/v1/correlations/c1/context").body, "market_regime"), "calm");
  EXPECT_EQ(json_word(get("/v1/correlations/c1/context/market_regime").body, "body"), "calm");
  expect_problem(get("/v1/correlations/c1/context/news"), 404, "not_found");
  expect_problem(put("/v1/correlations/c1/context/Big%20News", R"({"document":1})"), 400, "invalid");
}

TEST_F(HttpMemory, schemas_are_listed_and_values_checked) {
  EXPECT_THAT(get("/v1/schemas").body,
              HasSubstr(R"({"type":"correlation_state","current":"1.1.0","versions":["1.0.0","1.1.0"]})"));
  EXPECT_EQ(json_word(get("/v1/schemas/workflow_state").body, "current"), "1.0.0");
  expect_problem(get("/v1/schemas/nothing"), 404, "not_found");
  const auto checked = post("/v1/schemas/workflow_state/check", R"({"value":{"corr_id":"c"}})");
  EXPECT_EQ(json_word(checked.body, "valid"), "false");
  EXPECT_EQ(json_word(checked.body, "fault"), "workflow_state 1.0.0: $ has no member `step` (rule required)");
  EXPECT_EQ(json_word(post("/v1/schemas/correlation_state/migrate", R"({"limit":10})").body, "examined"), "0");
  expect_problem(post("/v1/schemas/correlation_state/migrate", R"({"limit":0})"), 400, "invalid");
  expect_problem(post("/v1/schemas/audit_state/migrate", ""), 404, "not_found");
}

TEST(HttpMemorySettings, a_program_schemas_and_policies_of_ones_own) {
  const TemporaryDirectory folder;
  std::filesystem::create_directory(folder.path() / "schemas");
  std::ofstream(folder.path() / "schemas" / "risk.json")
      << R"({"type":"signal_risk","version":"1.0.0","schema":{"required":["analysis"]}})";
  std::ofstream(folder.path() / "merge.sh") << "read line; echo '{\"decision\":{\"action\":\"mine\"}}'\n";
  const DaemonProcess daemon(folder, {"serve", "--store", "memory:", "--schemas", "schemas", "--patterns",
                                      "mine=sh merge.sh", "--ttl", "durable.correlation_state.default=2h"});
  const auto opened = daemon.call("POST", "/v1/correlations", R"({"id":"c1","expected":["risk"],"pattern":"mine"})");
  ASSERT_EQ(opened.status, 200) << opened.body;
  expect_problem(daemon.call("POST", "/v1/correlations/c1/signal", R"({"name":"risk","body":{}})"), 400, "invalid");
  ASSERT_EQ(daemon.call("POST", "/v1/correlations/c1/signal", R"({"name":"risk","body":{"analysis":{}}})").status, 200);
  EXPECT_EQ(json_word(daemon.call("GET", "/v1/correlations/c1/decision?wait=10").body, "action"), "mine");
}

}  // namespace baton::test
