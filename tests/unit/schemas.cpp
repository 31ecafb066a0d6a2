#include "baton/schemas.hpp"

#include <gmock/gmock.h>

#include "core/correlation_state.hpp"

namespace baton::schemas_test {
namespace {

Json json(std::string_view text) { return Json::parse(text).value(); }
SchemaVersion version(std::string_view text) { return SchemaVersion::parse(text).value(); }

std::string after(std::string_view step, std::string_view value) {
  const auto done = migrated(parse_step(json(step)).value(), json(value));
  return done ? done->text() : done.error().detail;
}

/// The document's own example, in the version it was written for.
const Json state_1_0 = json(R"({"corr_id":"c","status":"collecting","signals":{"momentum":{"agent_name":"momentum",
  "corr_id":"c","enriched_at":"2026-01-01T00:00:00Z"}},"metadata":{"expected_agents":["momentum","risk"]}})");

TEST(Schemas, versions_have_three_numbers) {
  EXPECT_EQ(version("v1.10.2"), (SchemaVersion{1, 10, 2}));
  EXPECT_LT(version("1.9.0"), version("1.10.0"));
  for (const auto* text : {"", "1", "1.0", "1.0.", "1.0.0.0", "1.0.x", "a.b.c"}) {
    EXPECT_FALSE(SchemaVersion::parse(text)) << text;
  }
}

TEST(Schemas, the_contract_of_correlations_is_built_in) {
  const SchemaRegistry schemas = SchemaRegistry::built_in();
  EXPECT_THAT(schemas.types(), testing::ElementsAre("audit_state", "correlation_state", "workflow_state"));
  EXPECT_EQ(schemas.current("correlation_state"), version("1.1.0"));
  EXPECT_TRUE(schemas.check("correlation_state", version("1.0.0"), state_1_0));
  EXPECT_EQ(schemas.check("correlation_state", version("1.1.0"), state_1_0).error().detail,
            "correlation_state 1.1.0: $.metadata has no member `min_agents` (rule required)");
  EXPECT_EQ(schemas.check("correlation_state", version("2.0.0"), state_1_0).error().code, Errc::not_found);
  EXPECT_EQ(schemas.check("nothing", version("1.0.0"), state_1_0).error().code, Errc::not_found);
}

TEST(Schemas, signals_have_the_names_of_roles_and_no_others) {
  const SchemaRegistry schemas = SchemaRegistry::built_in();
  const auto refused = [&](std::string_view state) {
    return schemas.check("correlation_state", version("1.0.0"), json(state)).error().detail;
  };
  EXPECT_EQ(refused(R"({"corr_id":"c","status":"ready","signals":{"Risk":{}},"metadata":{}})"),
            "correlation_state 1.0.0: $.signals.Risk is not allowed here (rule additionalProperties)");
  EXPECT_EQ(refused(R"({"corr_id":"c","status":"done","signals":{},"metadata":{}})"),
            "correlation_state 1.0.0: $.status is not one of "
            R"(["collecting","ready","orchestrating","completed","failed"] (rule enum))");
  EXPECT_EQ(refused(R"({"corr_id":"c","status":"ready","signals":{"risk":{"agent_name":"risk","corr_id":"c",
              "enriched_at":"yesterday"}},"metadata":{}})"),
            "correlation_state 1.0.0: $.signals.risk.enriched_at is not a valid date-time (rule format)");
}

TEST(Schemas, a_correlation_gets_the_number_expected_as_its_least) {
  const auto now =
      SchemaRegistry::built_in().migrate("correlation_state", state_1_0, version("1.0.0"), version("1.1.0"));
  ASSERT_TRUE(now) << now.error().detail;
  EXPECT_NE(now->text().find(R"("min_agents":2)"), std::string::npos) << now->text();
}

TEST(Schemas, steps_change_what_they_name) {
  EXPECT_EQ(after(R"({"add":"/a/b","value":[1]})", R"({})"), R"({"a":{"b":[1]}})");
  EXPECT_EQ(after(R"({"add":"/a","value":1})", R"({"a":null})"), R"({"a":null})");
  EXPECT_EQ(after(R"({"add":"/n","count_of":"/o"})", R"({"o":{"x":1,"y":2}})"), R"({"o":{"x":1,"y":2},"n":2})");
  EXPECT_EQ(after(R"({"rename":"/a/b","to":"c/d"})", R"({"a":{"b":1}})"), R"({"a":{"c/d":1}})");
  EXPECT_EQ(after(R"({"rename":"/a/x","to":"c"})", R"({"a":{"b":1}})"), R"({"a":{"b":1}})");
  EXPECT_EQ(after(R"({"move":"/a/b","to":"/x/y"})", R"({"a":{"b":12345678901234567890}})"),
            R"({"a":{},"x":{"y":12345678901234567890}})");
  EXPECT_EQ(after(R"({"remove":"/a/b"})", R"({"a":{"b":1,"c":2}})"), R"({"a":{"c":2}})");
  EXPECT_EQ(after(R"({"map":"/s","values":{"done":"completed"}})", R"({"s":"done"})"), R"({"s":"completed"})");
  EXPECT_EQ(after(R"({"map":"/s","values":{"done":"completed"}})", R"({"s":"open"})"), R"({"s":"open"})");
  EXPECT_EQ(after(R"({"map":"/s","values":{},"otherwise":null})", R"({"s":"open"})"), R"({"s":null})");
}

TEST(Schemas, a_step_that_does_not_fit_says_why) {
  EXPECT_EQ(after(R"({"rename":"/a","to":"b"})", R"({"a":1,"b":2})"), "/b is taken");
  EXPECT_EQ(after(R"({"add":"/a/b","value":1})", R"({"a":1})"), "/a/b is not within objects");
  EXPECT_EQ(after(R"({"add":"/n","count_of":"/a"})", R"({"a":1})"), "/a has nothing to count");
  for (const auto* step : {R"({"add":"a","value":1})", R"({"add":"/a"})", R"({"rename":"/a"})", R"({"move":"/a"})",
                           R"({"map":"/a"})", R"({"turn":"/a"})", "1"}) {
    EXPECT_FALSE(parse_step(json(step))) << step;
  }
}

SchemaRegistry with_versions(std::initializer_list<const char*> versions) {
  SchemaRegistry schemas;
  for (const auto* each : versions) {
    schemas.add("mine", version(each), json(R"({"required":["seen"]})")).value();
  }
  return schemas;
}

TEST(Schemas, the_shortest_way_is_taken) {
  SchemaRegistry schemas = with_versions({"1.0.0", "1.1.0", "1.2.0", "2.0.0"});
  for (const auto& [from, to] :
       {std::pair{"1.0.0", "1.1.0"}, {"1.1.0", "1.2.0"}, {"1.2.0", "2.0.0"}, {"1.0.0", "1.2.0"}}) {
    schemas.add("mine", Migration{.from = version(from), .to = version(to)}).value();
  }
  EXPECT_THAT(schemas.path("mine", version("1.0.0"), version("2.0.0")).value(),
              testing::ElementsAre(version("1.0.0"), version("1.2.0"), version("2.0.0")));
  EXPECT_THAT(schemas.path("mine", version("1.1.0"), version("1.1.0")).value(), testing::ElementsAre(version("1.1.0")));
  EXPECT_FALSE(schemas.path("mine", version("2.0.0"), version("1.0.0")));
}

TEST(Schemas, every_step_is_checked) {
  SchemaRegistry schemas = with_versions({"1.0.0", "1.1.0"});
  Migration loses{.from = version("1.0.0"), .to = version("1.1.0")};
  loses.code = [](const Json&) -> Result<Json> { return Json::trusted("{}"); };
  schemas.add("mine", loses).value();
  EXPECT_EQ(schemas.migrate("mine", json(R"({"seen":1})"), version("1.0.0"), version("1.1.0")).error().detail,
            "mine 1.1.0: $ has no member `seen` (rule required)");
}

TEST(Schemas, a_file_declares_one_version) {
  SchemaRegistry schemas;
  ASSERT_TRUE(schemas.add_file(json(R"({"type":"order","version":"1.0.0","schema":{"type":"object"}})")));
  const Json second = json(R"({"type":"order","version":"1.1.0","schema":{"required":["total"]},
    "migrations":[{"from":"1.0.0","steps":[{"rename":"/sum","to":"total"}]}]})");
  ASSERT_TRUE(schemas.add_file(second));
  EXPECT_EQ(schemas.migrate("order", json(R"({"sum":3})"), version("1.0.0"), version("1.1.0"))->text(),
            R"({"total":3})");
  EXPECT_TRUE(schemas.add_file(second)) << "the same again changes nothing";
  EXPECT_EQ(schemas.add_file(json(R"({"type":"order","version":"1.1.0","schema":{}})")).error().code, Errc::conflict);
  for (const auto* file :
       {"{}", R"({"type":"order","version":"1.2.0"})", R"({"type":"O","version":"1.2.0","schema":{}})",
        R"({"type":"order","version":"9.0.0","schema":{},"migrations":[{"from":"8.0.0","steps":[]}]})"}) {
    EXPECT_FALSE(schemas.add_file(json(file))) << file;
  }
}

Signal signal(std::string_view body) {
  return {.id = CorrelationId::of("c"), .name = SignalName::of("risk"), .body = json(body)};
}

TEST(CorrelationState, a_signal_is_checked_before_it_is_stored) {
  SchemaRegistry schemas = SchemaRegistry::built_in();
  const auto refused = [&](std::string_view body) {
    const auto checked = check_signal(signal(body), schemas);
    return checked ? std::string() : checked.error().detail;
  };
  EXPECT_EQ(refused(R"({"score":0.7})"), "");
  EXPECT_EQ(refused(R"({"agent_name":"risk","corr_id":"c","enriched_at":"2026-01-01T00:00:00Z","analysis":{}})"), "");
  EXPECT_EQ(refused("1"), "$ is not of type object (rule type)");
  EXPECT_EQ(refused(R"({"analysis":1})"),
            "correlation_state 1.1.0: $.signals.risk.analysis is not of type object (rule type)");
  EXPECT_NE(refused(R"({"agent_name":"momentum"})"), "");
  EXPECT_NE(refused(R"({"corr_id":"d"})"), "");
  schemas.add("signal_risk", version("1.0.0"), json(R"({"required":["score"]})")).value();
  EXPECT_EQ(refused(R"({"score":0.7})"), "");
  EXPECT_EQ(refused("{}"), "signal_risk 1.0.0: $ has no member `score` (rule required)");
}

TEST(CorrelationState, what_was_opened_is_a_document_of_the_current_version) {
  const SchemaRegistry schemas = SchemaRegistry::built_in();
  OpenCorrelation request{.id = CorrelationId::of("c"),
                          .expected = {SignalName::of("momentum"), SignalName::of("risk")},
                          .min_agents = 2,
                          .pattern = "collect",
                          .document = json(R"({"symbol":"ACME"})")};
  const auto opened = with_document(request, schemas);
  ASSERT_TRUE(opened) << opened.error().detail;
  EXPECT_EQ(opened->document.text(),
            R"({"schema":"correlation_state","schema_version":"1.1.0","metadata":{"symbol":"ACME",)"
            R"("expected_agents":["momentum","risk"],"orchestration_pattern":"collect","min_agents":2}})");
  EXPECT_EQ(with_document(request, schemas)->document, opened->document) << "so that opening can be repeated";
  request.document = json("[1]");
  EXPECT_FALSE(with_document(request, schemas));
  request.document = json(R"({"created_at":5})");
  EXPECT_TRUE(with_document(request, schemas)) << "times are the row's";
}

Correlation kept(std::string_view document) {
  Correlation correlation;
  correlation.id = CorrelationId::of("c");
  correlation.document = json(document);
  return correlation;
}

TEST(CorrelationState, an_old_document_is_migrated_when_it_is_read) {
  const SchemaRegistry schemas = SchemaRegistry::built_in();
  const Correlation old =
      kept(R"({"schema_version":"1.0.0","metadata":{"expected_agents":["a","b","c"]},"decision":{"n":1}})");
  const auto state = current_state_of(old, schemas);
  ASSERT_TRUE(state) << state.error().detail;
  EXPECT_EQ(state->find("metadata")->find("min_agents")->json().text(), "3");
  const auto document = migrated_document(old, schemas);
  ASSERT_TRUE(document && *document);
  EXPECT_EQ(
      (*document)->text(),
      R"({"schema_version":"1.1.0","metadata":{"expected_agents":["a","b","c"],"min_agents":3},"decision":{"n":1}})");
  EXPECT_FALSE(migrated_document(kept((*document)->text()), schemas).value()) << "there is nothing left to do";
  EXPECT_FALSE(current_state_of(kept(R"({"schema_version":"7.0.0"})"), schemas)) << "versions are never guessed";
}

TEST(CorrelationState, patterns_get_the_latest_signal_that_was_not_late_in_the_order_expected) {
  Correlation correlation = kept(R"({"metadata":{"parameters":{"quorum":1}}})");
  correlation.expected = {SignalName::of("risk"), SignalName::of("momentum"), SignalName::of("news")};
  const auto entry = [](const char* name, std::uint32_t number, const char* body, bool late) {
    return SignalEntry{.name = SignalName::of(name), .version = number, .body = json(body), .at = {}, .late = late};
  };
  correlation.signals = {entry("momentum", 1, "{}", false), entry("momentum", 2, R"({"n":2})", false),
                         entry("momentum", 3, "{}", true), entry("risk", 1, "{}", false),
                         entry("stranger", 1, "{}", false)};
  const MergeInput input = merge_input_of(correlation);
  ASSERT_EQ(input.signals.size(), 2U);
  EXPECT_EQ(input.signals[0].name.str(), "risk");
  EXPECT_EQ(input.signals[1].version, 2U);
  EXPECT_EQ(input.missing(), std::vector{SignalName::of("news")});
  EXPECT_EQ(input.parameters.text(), R"({"quorum":1})");
}

}  // namespace
}  // namespace baton::schemas_test
