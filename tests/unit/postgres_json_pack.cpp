#include <gtest/gtest.h>

#include "backend/postgres/json_pack.hpp"
#include "backend/postgres/pack.hpp"
#include "backend/postgres/schema_name.hpp"
#include "core/codec.hpp"
#include "unit/packed.hpp"
#include "unit/valid_verbs.hpp"

namespace baton::postgres::postgres_json_pack_test {
namespace {

TEST(JsonPack, writes_nested_values_in_the_order_they_come) {
  EXPECT_EQ(test::packed<Packer>([](Packer& out) {
              out.map(3);
              out.text("list");
              out.array(2);
              out.map(0);
              out.array(0);
              out.text("one");
              out.integer(-1);
              out.text("none");
              out.nil();
            }),
            R"({"list":[{},[]],"one":-1,"none":null})");
}

TEST(JsonPack, reads_back_numbers_to_their_last_digit) {
  for (const std::int64_t value :
       {std::int64_t{0}, std::int64_t{1} << 53, (std::int64_t{1} << 53) + 1, INT64_MAX, INT64_MIN}) {
    EXPECT_EQ(Unpacker(test::packed<Packer>([value](Packer& out) { out.integer(value); })).integer(), value);
  }
  EXPECT_EQ(test::packed<Packer>([](Packer& out) { out.count(UINT64_MAX); }), "9223372036854775807");
}

TEST(JsonPack, reads_back_every_text) {
  std::string all;
  for (char c = 1; c < 127; ++c) all += c;
  for (const std::string& value :
       {std::string(), all, std::string("é \xF0\x9F\xA7\xB5"), std::string(1'000'000, '"')}) {
    EXPECT_EQ(Unpacker(test::packed<Packer>([&value](Packer& out) { out.text(value); })).text(), value);
  }
}

TEST(JsonPack, reads_what_the_server_writes_with_spaces) {
  Unpacker in(R"({"a" : [1, 2], "b" : {"c" : null}, "d":true})");
  EXPECT_EQ(in.map(), 3U);
  EXPECT_EQ(in.text(), "a");
  EXPECT_EQ(in.array(), 2U);
  EXPECT_EQ(in.integer(), 1);
  EXPECT_EQ(in.integer(), 2);
  EXPECT_EQ(in.text(), "b");
  in.skip();
  EXPECT_EQ(in.text(), "d");
  EXPECT_TRUE(in.boolean());
  EXPECT_FALSE(in.is_broken());
}

TEST(JsonPack, stays_broken_after_the_first_surprise) {
  for (const std::string_view text : {"", "[1", "[1]]", "1 2", "{\"a", "[x]", "[99999999999999999999]"}) {
    EXPECT_TRUE(Unpacker(text).is_broken()) << text;
  }
  Unpacker in("[1]");
  in.text();
  EXPECT_TRUE(in.is_broken());
  EXPECT_EQ(in.integer(), 0);
}

TEST(JsonPack, of_another_function_ends_a_verb_as_corrupt) {
  const Ending ending = unpack(Verb(GetAgent{.agent = AgentId::of("a")}), "7");
  ASSERT_FALSE(ending.outcome.has_value());
  EXPECT_EQ(ending.outcome.error().code, Errc::corrupt);
}

TEST(SchemaName, is_the_namespace_behind_a_prefix_and_quoted) {
  const SchemaName schema("my.Team-1");
  EXPECT_EQ(schema.name(), "baton_my.Team-1");
  EXPECT_EQ(schema.in("SELECT baton_ns.turn() FROM baton_ns.meta"),
            R"(SELECT "baton_my.Team-1".turn() FROM "baton_my.Team-1".meta)");
}

TEST(SchemaName, of_long_namespaces_that_begin_alike_differ) {
  const SchemaName one(std::string(100, 'a') + "1");
  const SchemaName two(std::string(100, 'a') + "2");
  EXPECT_LE(one.name().size(), 63U);
  EXPECT_NE(one.name(), two.name());
}

}  // namespace
}  // namespace baton::postgres::postgres_json_pack_test
