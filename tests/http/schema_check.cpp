#include "support/schema_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace baton::test {

namespace {

std::vector<std::string> faults(const char* schema, const char* value) {
  static const auto document =
      boost::json::parse(R"({"components":{"schemas":{"Name":{"type":"string","minLength":1}}}})");
  return SchemaCheck(document).faults(boost::json::parse(schema), boost::json::parse(value));
}

}  // namespace

TEST(HttpSchemaCheck, accepts_what_fits) {
  const char* schema = R"({"type":"object","required":["id"],"properties":{
    "id":{"type":"string","format":"uuid"},"at":{"type":"string","format":"date-time"},
    "name":{"$ref":"#/components/schemas/Name"},"lanes":{"type":"array","items":{"type":"string","pattern":"^[a-z]+$"}},
    "state":{"enum":["idle","working"]},"count":{"type":"integer","minimum":0,"maximum":9},
    "ttl":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":1},"any":{"description":"anything"}}})";
  EXPECT_THAT(faults(schema, R"({"id":"019a86ff-1234-7abc-8def-0123456789ab","at":"2026-11-15T10:24:57Z","name":"a",
    "lanes":["a","b"],"state":"idle","count":9,"ttl":null,"any":[{}]})"),
              testing::IsEmpty());
}

TEST(HttpSchemaCheck, finds_each_fault) {
  struct Case {
    const char* schema;
    const char* value;
    const char* fault;
  };
  for (const auto& [schema, value, fault] : std::vector<Case>{
           {R"({"type":"integer"})", "1.5", "$: is not of type integer"},
           {R"({"type":"object","required":["id"],"properties":{"id":{}}})", "{}", "$.id: is missing"},
           {R"({"type":"object","properties":{"id":{}}})", R"({"more":1})", "$: has the unknown member more"},
           {R"({"properties":{"id":{"type":"string"}}})", R"({"id":1})", "$.id: is not of type string"},
           {R"({"items":{"type":"string"}})", R"(["a",null])", "$[1]: is not of type string"},
           {R"({"enum":["a"]})", R"("b")", "$: \"b\" is not in the enum"},
           {R"({"format":"uuid"})", R"("b")", "$: is no uuid"},
           {R"({"format":"date-time"})", R"("today")", "$: is no date-time"},
           {R"({"format":"colour"})", R"("red")", "$: is no colour"},
           {R"({"pattern":"^a$"})", R"("b")", "$: does not fit the pattern"},
           {R"({"minLength":2})", R"("b")", "$: is too short"},
           {R"({"maxLength":2})", R"("bbb")", "$: is too long"},
           {R"({"minimum":2})", "1", "$: is too small"},
           {R"({"maximum":2})", "3", "$: is too large"},
           {R"({"$ref":"#/components/schemas/Name"})", R"("")", "$: is too short"},
           {R"({"anyOf":[{"type":"null"}]})", "1", "$: fits none of anyOf ($: is not of type null)"},
           {R"({"multipleOf":2})", "4", "$: unknown keyword multipleOf"},
       }) {
    EXPECT_THAT(faults(schema, value), testing::ElementsAre(fault)) << schema;
  }
}

}  // namespace baton::test
