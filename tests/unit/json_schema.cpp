#include "core/json_schema.hpp"

#include <gtest/gtest.h>

#include "core/decimal.hpp"

namespace baton::json_schema_test {
namespace {

Json json(std::string_view text) { return Json::parse(text).value(); }

JsonSchema schema(std::string_view text) { return JsonSchema::compile(json(text)).value(); }

std::string fault(std::string_view schema_text, std::string_view value) {
  const auto found = schema(schema_text).fault_of(JsonValue(json(value)));
  return found ? found->sentence() : "";
}

TEST(JsonSchema, names_the_path_and_the_rule) {
  const char* const wanted = R"({"properties":{"a":{"items":{"type":"integer","minimum":3}}},"required":["b"]})";
  EXPECT_EQ(fault(wanted, R"({"a":[3,4,"x"],"b":1})"), "$.a[2] is not of type integer (rule type)");
  EXPECT_EQ(fault(wanted, R"({"a":[3,2],"b":1})"), "$.a[1] is not at least 3 (rule minimum)");
  EXPECT_EQ(fault(wanted, R"({"a":[]})"), "$ has no member `b` (rule required)");
  EXPECT_EQ(fault(wanted, R"({"b":null})"), "");
}

TEST(JsonSchema, a_text_of_a_mebibyte_is_matched_like_any_other) {
  const JsonSchema names = schema(R"({"pattern":"^[a-z_]+$"})");
  EXPECT_FALSE(names.fault_of(JsonValue(std::string(1 << 20, 'a'))));
  EXPECT_TRUE(names.fault_of(JsonValue(std::string(1 << 20, 'a') + "!")));
}

TEST(JsonSchema, a_pattern_that_never_ends_is_refused_and_not_waited_for) {
  const auto found = schema(R"({"pattern":"^(a+)+(a+)+(a+)+$"})").fault_of(JsonValue(std::string(200, 'a') + "!"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rule, "pattern");
}

TEST(JsonSchema, references_without_end_are_refused) {
  for (const auto* endless : {R"({"allOf":[{"$ref":"#"}]})", R"({"anyOf":[{"$ref":"#"},{"$ref":"#"}]})",
                              R"({"not":{"oneOf":[{"$ref":"#"},{"$ref":"#"}]}})"}) {
    const auto found = schema(endless).fault_of(JsonValue(true));
    ASSERT_TRUE(found) << endless;
    EXPECT_EQ(found->rule, "$ref");
  }
}

TEST(JsonSchema, what_is_no_schema_is_refused_with_its_place) {
  const auto refused = [](std::string_view text) { return JsonSchema::compile(json(text)).error().detail; };
  EXPECT_EQ(refused(R"({"properties":{"a":{"type":"text"}}})"),
            "not a JSON Schema of draft 07: $.properties.a.type fits none of the schemas allowed (rule anyOf)");
  EXPECT_EQ(refused(R"({"$ref":"#/definitions/none"})"),
            "the schema refers to #/definitions/none, which is nowhere; correct $ref");
  EXPECT_NE(refused(R"({"pattern":"("})"), "");
  EXPECT_NE(refused("1"), "");
}

TEST(JsonSchema, numbers_are_compared_digit_by_digit) {
  EXPECT_NE(fault(R"({"const":9007199254740993})", "9007199254740992"), "");
  EXPECT_EQ(fault(R"({"const":1.0})", "1"), "");
  EXPECT_EQ(fault(R"({"enum":[1e2]})", "100"), "");
  EXPECT_NE(fault(R"({"maximum":123456789012345678901234567890})", "123456789012345678901234567891"), "");
  EXPECT_NE(fault(R"({"uniqueItems":true})", "[1,1.0]"), "");
}

TEST(Decimal, orders_numbers_however_they_are_written) {
  EXPECT_EQ(Decimal("100"), Decimal("1e2"));
  EXPECT_EQ(Decimal("-0.0"), Decimal("0"));
  EXPECT_LT(Decimal("-1"), Decimal("-0.5"));
  EXPECT_LT(Decimal("9.99"), Decimal("10"));
  EXPECT_LT(Decimal("0.12"), Decimal("0.123"));
  EXPECT_LT(Decimal("-5"), Decimal("1e-999999999"));
  EXPECT_LT(Decimal("1e99999999999999999999"), Decimal("2e99999999999999999999"));
}

TEST(Decimal, divides_without_rounding) {
  EXPECT_TRUE(Decimal("0.0075").is_multiple_of(Decimal("0.0001")));
  EXPECT_FALSE(Decimal("0.00751").is_multiple_of(Decimal("0.0001")));
  EXPECT_TRUE(Decimal("1e1000000").is_multiple_of(Decimal("3.2")));
  EXPECT_FALSE(Decimal("1e1000000").is_multiple_of(Decimal("3")));
  EXPECT_TRUE(Decimal("0").is_multiple_of(Decimal("7")));
}

}  // namespace
}  // namespace baton::json_schema_test
