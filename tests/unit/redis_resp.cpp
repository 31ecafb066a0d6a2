#include <gtest/gtest.h>

#include "backend/redis/resp.hpp"

namespace baton::test::redis_resp_test {
namespace {

using redis::Reader;
using redis::Value;
using Kind = Value::Kind;

/// A value as text that tells its kinds apart.
std::string shown(const Value& value) {
  switch (value.kind) {
    case Kind::nil: return "nil";
    case Kind::integer: return std::to_string(value.integer);
    case Kind::text: return "'" + value.text + "'";
    case Kind::error: return "!" + value.text;
    case Kind::list: break;
  }
  std::string all;
  for (const Value& item : value.items) all += (all.empty() ? "" : " ") + shown(item);
  return "[" + all + "]";
}

/// Everything that the bytes mean, fed in pieces of `piece` bytes.
std::string read(const std::string& bytes, std::size_t piece) {
  Reader reader;
  std::string all;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.feed(std::string_view(bytes).substr(at, piece));
    for (;;) {
      const auto value = reader.next();
      if (!value) return all + "broken";
      if (!*value) break;
      all += shown(**value) + ";";
    }
  }
  return all;
}

TEST(RedisResp, reads_values_however_the_bytes_are_cut) {
  const std::string bytes =
      "+OK\r\n:-42\r\n$5\r\nhe\r\no\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n-WRONGTYPE no\r\n"
      "*4\r\n:1\r\n*2\r\n$1\r\na\r\n*1\r\n$-1\r\n-ERR inside\r\n$2\r\nzz\r\n:7\r\n";
  const std::string expected = "'OK';-42;'he\r\no';'';nil;nil;[];!WRONGTYPE no;[1 ['a' [nil]] !ERR inside 'zz'];7;";
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) EXPECT_EQ(read(bytes, piece), expected) << piece;
}

TEST(RedisResp, reads_lists_seven_deep) {
  std::string bytes;
  for (int i = 0; i < 7; ++i) bytes += "*1\r\n";
  EXPECT_EQ(read(bytes + ":1\r\n", 1), "[[[[[[[1]]]]]]];");
}

TEST(RedisResp, reads_large_values) {
  const std::string text(200'000, 'x');
  const std::string bulk = "$" + std::to_string(text.size()) + "\r\n" + text + "\r\n";
  std::string list = "*3000\r\n";
  std::string expected;
  for (int i = 0; i < 3000; ++i) {
    list += ":" + std::to_string(i) + "\r\n";
    expected += (i == 0 ? "" : " ") + std::to_string(i);
  }
  EXPECT_EQ(read(bulk + list + bulk, 65'536), "'" + text + "';[" + expected + "];'" + text + "';");
}

TEST(RedisResp, calls_anything_else_broken) {
  for (const char* bytes : {"HTTP/1.1 400 Bad Request\r\n", "\x15\x03\x01\x02", "$x\r\n", "*x\r\n", ":x\r\n",
                            "%1\r\n+a\r\n", "$-2\r\n", "*-2\r\n"}) {
    EXPECT_EQ(read(bytes, 1), "broken") << bytes;
    EXPECT_EQ(read(std::string("+OK\r\n") + bytes, 100), "'OK';broken") << bytes;
  }
}

TEST(RedisResp, believes_no_length_before_the_items_come) { EXPECT_EQ(read("*2147483647\r\n:1\r\n", 100), ""); }

TEST(RedisResp, writes_commands_one_behind_the_other) {
  std::string out = "before";
  redis::append_command(out, {"SET", "k\r\ney", ""});
  redis::append_command(out, {"PING"});
  EXPECT_EQ(out, "before*3\r\n$3\r\nSET\r\n$5\r\nk\r\ney\r\n$0\r\n\r\n*1\r\n$4\r\nPING\r\n");
}

}  // namespace
}  // namespace baton::test::redis_resp_test
