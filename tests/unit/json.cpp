#include "baton/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/canonical.hpp"
#include "core/digest.hpp"
#include "core/parse.hpp"
#include "core/scan.hpp"
#include "core/writer.hpp"

namespace baton::json_test {
namespace {

using namespace std::string_literals;

std::string canonical(std::string_view text) {
  const auto json = Json::parse(text);
  return json ? json->text() : "refused: " + json.error().detail;
}

std::string refusal(std::string_view text) {
  const auto json = Json::parse(text);
  EXPECT_FALSE(json.has_value()) << text;
  if (json) return "";
  EXPECT_EQ(json.error().code, Errc::invalid);
  return json.error().detail;
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(Json, is_null_by_default) {
  EXPECT_EQ(Json().text(), "null");
  EXPECT_TRUE(Json().is_null());
}

TEST(Json, drops_white_space_between_tokens) {
  EXPECT_EQ(canonical(" {\t\"a\" : [ 1 , 2 ] ,\r\n \"b\" : { } } "), R"({"a":[1,2],"b":{}})");
}

TEST(Json, keeps_large_integers_digit_by_digit) {
  for (const std::string digits : {"9007199254740993", "18446744073709551615", "18446744073709551616",
                                   "-9223372036854775809", "123456789012345678901234567890123456789012345678901"}) {
    EXPECT_EQ(canonical(digits), digits);
    EXPECT_EQ(canonical("[" + digits + "]"), "[" + digits + "]");
  }
}

TEST(Json, keeps_the_form_of_numbers) {
  for (const std::string digits : {"0", "-0", "0.10", "1.50e+10", "1E5", "1e400", "-1.0e-7",
                                   "0.1000000000000000055511151231257827021181583404541015625"}) {
    EXPECT_EQ(canonical(digits), digits);
  }
}

TEST(Json, keeps_members_in_the_order_they_were_written) {
  EXPECT_EQ(canonical(R"({"z":1,"a":2,"m":3})"), R"({"z":1,"a":2,"m":3})");
}

TEST(Json, tells_an_empty_array_from_an_empty_object) {
  EXPECT_EQ(canonical(R"({"a":[],"o":{}})"), R"({"a":[],"o":{}})");
}

TEST(Json, writes_the_shortest_escapes) {
  EXPECT_EQ(canonical(R"("\u0041\/\u000a\u0009\u0008\u000c\u000d\u0022\u005c\u001F\u007f")"),
            "\"A/\\n\\t\\b\\f\\r\\\"\\\\\\u001f\x7f\"");
  EXPECT_EQ(canonical(R"("\u00e9\u20ac\ud83d\ude00")"), "\"é€😀\"");
  EXPECT_EQ(canonical(R"("\u0000")"), R"("\u0000")");
}

TEST(Json, writes_member_names_like_strings) {
  EXPECT_EQ(canonical(R"({"\u0061\n":{"b\u0063d":1}})"), R"({"a\n":{"bcd":1}})");
}

TEST(Json, reading_its_own_text_changes_nothing) {
  const std::string once = canonical(R"( {"a":[1,2.50,{"b":"\u0001é"}],"c":null,"d":[true,false,[],{}]} )");
  EXPECT_EQ(canonical(once), once);
}

TEST(Json, refuses_a_member_name_twice_however_it_is_written) {
  EXPECT_THAT(refusal(R"({"a":1,"b":2,"a":3})"), testing::HasSubstr("\"a\" is there twice"));
  EXPECT_THAT(refusal(R"({"x":{"a":1,"\u0061":3}})"), testing::HasSubstr("twice"));
  EXPECT_EQ(canonical(R"([{"a":1},{"a":{"a":2}}])"), R"([{"a":1},{"a":{"a":2}}])");
}

TEST(Json, names_the_byte_where_it_stops_being_json) {
  EXPECT_THAT(refusal("[1 2]"), testing::HasSubstr("at byte 3:"));
  EXPECT_THAT(refusal("[1,2"), testing::HasSubstr("ends inside the value"));
  EXPECT_THAT(refusal("1 2"), testing::HasSubstr("at byte 2:"));
}

TEST(Json, refuses_what_is_not_json) {
  for (const char* text : {"",         " ",       "nul",        "'a'",           "01",      "+1", ".5", "1.", "-",
                           "1e",       "[1,]",    "{\"a\":1,}", "{a:1}",         "{\"a\"}", "[",  "]",  "\"", "\"\\x\"",
                           "\"a\nb\"", "// c\n1", "NaN",        "\xEF\xBB\xBF[]"}) {
    EXPECT_FALSE(Json::parse(text).has_value()) << text;
  }
}

TEST(Json, refuses_text_that_is_not_utf8) {
  for (const char* text : {"\"\xFF\"", "\"\xC0\xAF\"", "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xC3\""}) {
    EXPECT_FALSE(Json::parse(text).has_value());
  }
}

TEST(Json, refuses_half_of_a_surrogate_pair) {
  for (const char* text : {R"("\ud800")", R"("\udc00")", R"("\ud800\u0041")", R"("\ud800\ud800")"}) {
    EXPECT_FALSE(Json::parse(text).has_value()) << text;
  }
}

TEST(Json, takes_64_levels_and_no_more) {
  EXPECT_EQ(canonical(nested(64)), nested(64));
  EXPECT_THAT(refusal(nested(65)), testing::HasSubstr("64 levels"));
}

TEST(Json, takes_a_mebibyte_and_no_more) {
  const std::string largest = "\"" + std::string(limits::json_bytes - 2, 'x') + "\"";
  EXPECT_EQ(canonical(largest), largest);
  EXPECT_THAT(refusal(largest + " "), testing::HasSubstr("1048576"));
}

TEST(Json, takes_other_bounds_from_those_who_wrap_values) {
  EXPECT_TRUE(parse_json(nested(66), {.depth = 66}).has_value());
  EXPECT_FALSE(parse_json("[1]", {.bytes = 2}).has_value());
}

TEST(Json, makes_a_string_of_any_text) {
  EXPECT_EQ(Json::string("a\"b\\c\n").text(), R"("a\"b\\c\n")");
  EXPECT_EQ(Json::string("\xFF!").text(), "\"\xEF\xBF\xBD!\"");
}

/// A random JSON value as text, with white space where it may be.
class RandomJson {
 public:
  explicit RandomJson(std::uint32_t seed) : random_(seed) {}

  std::string value(int depth) {
    switch (pick(depth > 0 ? 6 : 4)) {
      case 0: return space() + "null";
      case 1: return space() + (pick(2) ? "true" : "false");
      case 2: return space() + number();
      case 3: return space() + string();
      case 4: return array(depth - 1);
      default: return object(depth - 1);
    }
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string space() { return std::string(static_cast<std::size_t>(pick(3)), " \n\t"[pick(3)]); }
  std::string number() {
    std::string digits = pick(2) ? "-" : "";
    digits += std::to_string(1 + pick(9));
    for (int i = pick(30); i > 0; --i) digits += std::to_string(pick(10));
    if (pick(3) == 0) digits += "." + std::to_string(pick(1000));
    if (pick(3) == 0) digits += "eE"[pick(2)] + std::to_string(pick(300));
    return digits;
  }
  std::string string() {
    constexpr const char* pieces[] = {"a", "é", "😀", "\\n", "\\u0007", "\\\"", "\\\\", "{", "]", ",", ":", "\\u20ac"};
    std::string text = "\"";
    for (int i = pick(8); i > 0; --i) text += pieces[pick(12)];
    return text + "\"";
  }
  std::string array(int depth) {
    std::string text = space() + "[";
    const int items = pick(4);
    for (int i = 0; i < items; ++i) text += (i > 0 ? "," : "") + value(depth);
    return text + space() + "]";
  }
  std::string object(int depth) {
    std::string text = space() + "{";
    const int items = pick(4);
    for (int i = 0; i < items; ++i) {
      text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "k\"" + space() + ":" + value(depth);
    }
    return text + space() + "}";
  }

  std::mt19937 random_;
};

TEST(Json, writes_every_character_alike_wherever_it_stands) {
  for (int code = 0; code < 0x80; ++code) {
    const std::string alone(Json::string(std::string(1, static_cast<char>(code))).text());
    const std::string written = alone.substr(1, alone.size() - 2);
    for (std::size_t before = 0; before < 20; ++before) {
      const std::string text = std::string(before, 'a') + static_cast<char>(code) + std::string(20 - before, ' ');
      const std::string expected = '"' + std::string(before, 'a') + written + std::string(20 - before, ' ') + '"';
      EXPECT_EQ(Json::string(text).text(), expected);
    }
  }
}

TEST(Json, random_values_are_stable_once_canonical) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    const std::string text = RandomJson(seed).value(6);
    const auto once = Json::parse(text);
    ASSERT_TRUE(once.has_value()) << "seed " << seed << ": " << text;
    const auto twice = Json::parse(once->text());
    ASSERT_EQ(twice, *once) << "seed " << seed;
    Scan scan(once->text());
    ASSERT_EQ(scan.value(), once->text()) << "seed " << seed;
    ASSERT_TRUE(scan.at_end());
  }
}

TEST(Json, any_prefix_of_a_value_is_refused_or_a_number) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const std::string text = Json::parse("[" + RandomJson(seed).value(4) + "]")->text();
    for (std::size_t size = 0; size < text.size(); ++size) {
      ASSERT_FALSE(Json::parse(text.substr(0, size)).has_value()) << "seed " << seed << " size " << size;
    }
  }
}

/// The text parsed for good, whatever a glance would say: with a blank before it, it is not canonical.
std::string parsed(const std::string& text) { return canonical(" " + text); }

TEST(CanonicalAtAGlance, knows_what_clients_send) {
  for (const std::string text :
       {R"({})", R"({"a":[]})", R"({"incarnation":"1","claim_id":"c-7","lease_us":86400000000})",
        R"({"fence":{"task":"0192","attempt":1},"result":{"answer":[1,-2,0.5,-0,true,false,null,""]}})",
        R"({"a":{"b":1},"c":{"b":2},"b":3})", R"({"a":[{"b":1},{"b":1}],"":{"":" ~"}})"}) {
    EXPECT_TRUE(is_canonical_at_a_glance(text)) << text;
    EXPECT_EQ(parsed(text), text);
  }
}

TEST(CanonicalAtAGlance, leaves_everything_else_to_the_parser) {
  for (const std::string text : {R"()",
                                 R"([])",
                                 R"(1)",
                                 R"({"a":1} )",
                                 R"({ "a":1})",
                                 R"({"a": 1})",
                                 R"({"a":1,})",
                                 R"({"a":1)",
                                 R"({"a")",
                                 R"({"a":})",
                                 R"({"a":1}})",
                                 R"({"a":1,"a":2})",
                                 R"({"a":{"b":1,"c":2,"b":3}})",
                                 R"({"a":01})",
                                 R"({"a":-})",
                                 R"({"a":1.})",
                                 R"({"a":.5})",
                                 R"({"a":+1})",
                                 R"({"a":1e5})",
                                 R"({"a":1234567890123456789})",
                                 R"({"a":"\u0041"})",
                                 R"({"a":"\n"})",
                                 R"({"a":"é"})",
                                 R"({"a":nul})",
                                 R"({"a":truex})",
                                 R"({"a":[1,]})",
                                 R"({"a":[1 ]})",
                                 R"({"a":"x)",
                                 R"({a:1})",
                                 R"({"a":1;"b":2})",
                                 R"({"a":1 "b":2})",
                                 R"({'a':1})",
                                 R"({"a":NaN})"}) {
    EXPECT_FALSE(is_canonical_at_a_glance(text)) << text;
  }
  EXPECT_FALSE(is_canonical_at_a_glance("{\"a\":\"tab\tin it\"}"));
  EXPECT_FALSE(is_canonical_at_a_glance("{\"a\":\"\xC3\"}"));
  EXPECT_FALSE(is_canonical_at_a_glance("{\"a\":" + nested(16) + "}")) << "deep";
}

TEST(CanonicalAtAGlance, many_members_are_left_to_the_parser) {
  std::string text = "{";
  for (int i = 0; i < 40; ++i) text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  EXPECT_FALSE(is_canonical_at_a_glance(text + "}"));
  EXPECT_EQ(canonical(text + "}"), text + "}");
}

/// Whatever one wrong byte makes of a text that is canonical: a glance never takes for it what the parser would change or refuse.
TEST(CanonicalAtAGlance, is_never_wrong_when_it_says_yes) {
  constexpr std::string_view bytes = "{}[]\":,.-+0123e\\ \ta\x7f\xC3n";
  std::mt19937 random(7);
  std::size_t yes = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const std::string sound = R"({"a":1,"b":)" + Json::parse(RandomJson(seed).value(4))->text() + R"(,"c":"x"})";
    for (int change = 0; change < 25; ++change) {
      std::string text = sound;
      if (change > 0) text[random() % text.size()] = bytes[random() % bytes.size()];
      if (!is_canonical_at_a_glance(text)) continue;
      ++yes;
      ASSERT_EQ(parsed(text), text) << "seed " << seed;
    }
  }
  EXPECT_GT(yes, 400U);
}

TEST(Scan, reads_strings_back_as_they_were_written) {
  const std::string text = "quote \" slash \\ line\n bell\a nul\0 é 😀"s;
  std::string written;
  append_string(written, text);
  EXPECT_EQ(Scan(written).string(), text);
}

TEST(Scan, answers_nothing_on_damaged_text) {
  for (const char* text : {"", "\"a", "\"a\\", "{\"a\":1", "[[1]", "{\"a", ",", "}"}) {
    EXPECT_EQ(Scan(text).value(), std::nullopt) << text;
  }
}

TEST(Digest, is_the_start_of_sha256) {
  EXPECT_EQ(digest("abc"), "ba7816bf8f01cfea414140de5dae2223");
  EXPECT_EQ(digest(""), "e3b0c44298fc1c149afbf4c8996fb924");
}

TEST(Digest, does_not_depend_on_the_order_of_members) {
  const auto one = Json::parse(R"({"b":[{"z":1,"a":{}},2],"a":"x"})");
  const auto other = Json::parse(R"({"a":"x","b":[{"a":{},"z":1},2]})");
  EXPECT_EQ(sorted_text(*one), R"({"a":"x","b":[{"a":{},"z":1},2]})");
  EXPECT_EQ(digest(sorted_text(*one)), digest(sorted_text(*other)));
}

TEST(Digest, depends_on_the_order_of_items_and_on_every_digit) {
  EXPECT_NE(sorted_text(*Json::parse("[1,2]")), sorted_text(*Json::parse("[2,1]")));
  EXPECT_NE(sorted_text(*Json::parse("9007199254740993")), sorted_text(*Json::parse("9007199254740992")));
  EXPECT_NE(sorted_text(*Json::parse("{}")), sorted_text(*Json::parse("[]")));
}

TEST(ObjectWriter, writes_canonical_text) {
  const Json inner = *Json::parse("[1,{}]");
  const Json json = ObjectWriter().text("a", "x\n").number("b", UINT64_MAX).flag("c", true).json("d", inner).json();
  EXPECT_EQ(json.text(), R"({"a":"x\n","b":18446744073709551615,"c":true,"d":[1,{}]})");
  EXPECT_EQ(*Json::parse(json.text()), json);
  EXPECT_EQ(ObjectWriter().json().text(), "{}");
}

}  // namespace
}  // namespace baton::json_test
