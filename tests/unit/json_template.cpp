#include "core/json_template.hpp"

#include <gtest/gtest.h>

namespace baton::json_template_test {
namespace {

const Json& text() {
  static const Json one = Json::parse(
                              R"({"issue":{"number":17,"big":123456789012345678901},"list":["a",{"b":true}],"":1,
                                  "a/b":2,"m~n":3,"q\"x":4,"none":null})")
                              .value();
  return one;
}

JsonValue payload() { return JsonValue(text()); }

std::string at(std::string_view pointer) {
  const JsonValue whole = payload();
  const JsonValue* found = JsonPlace::parse(pointer).value().find(whole);
  return found != nullptr ? found->json().text() : "nothing";
}

TEST(JsonPlaces, find_what_they_name) {
  EXPECT_EQ(at("/issue/number"), "17");
  EXPECT_EQ(at("/issue/big"), "123456789012345678901");
  EXPECT_EQ(at("/list/0"), R"("a")");
  EXPECT_EQ(at("/list/1/b"), "true");
  EXPECT_EQ(at("/"), "1");
  EXPECT_EQ(at("/a~1b"), "2");
  EXPECT_EQ(at("/m~0n"), "3");
  EXPECT_EQ(at("/q\"x"), "4");
  EXPECT_EQ(at("/none"), "null");
  EXPECT_EQ(at(""), text().text());
}

TEST(JsonPlaces, find_nothing_where_nothing_is) {
  for (const auto* wrong : {"/issue/none", "/list/2", "/list/x", "/list/-1", "/issue/number/deeper"}) {
    EXPECT_EQ(at(wrong), "nothing") << wrong;
  }
}

TEST(JsonPlaces, of_another_form_are_refused) {
  for (const auto* wrong : {"issue", "/a~2b", "/a~"}) EXPECT_FALSE(JsonPlace::parse(wrong)) << wrong;
}

TEST(JsonTemplates, are_filled_from_the_payload) {
  const auto filled = JsonTemplate::parse("tracker:{/list/0}#{/issue/number} {{x}}").value().fill(payload());
  EXPECT_EQ(filled.value(), "tracker:a#17 {x}");
}

TEST(JsonTemplates, need_a_text_or_number_at_every_place) {
  for (const auto* wrong : {"{/issue}", "{/missing}", "{/none}"}) {
    EXPECT_FALSE(JsonTemplate::parse(wrong).value().fill(payload())) << wrong;
  }
  for (const auto* wrong : {"{/open", "close}", "{no-pointer}"}) EXPECT_FALSE(JsonTemplate::parse(wrong)) << wrong;
}

}  // namespace
}  // namespace baton::json_template_test
