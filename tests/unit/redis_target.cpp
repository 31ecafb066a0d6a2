#include <gtest/gtest.h>

#include "backend/redis/target.hpp"

namespace baton::test::redis_target_test {
namespace {

using redis::Address;
using redis::parse_target;
using redis::Target;

Target target_of(std::string_view url) {
  auto target = parse_target(url);
  if (!target) throw std::runtime_error(target.error().detail);
  return *std::move(target);
}

TEST(RedisTarget, takes_the_default_port_and_database) {
  const Target expected{.addresses = {{.host = "db.example", .port = 6379}}};
  EXPECT_EQ(target_of("redis://db.example"), expected);
  EXPECT_EQ(target_of("redis://db.example/"), expected);
  EXPECT_EQ(target_of("redis://db.example:6379/0"), expected);
}

TEST(RedisTarget, reads_every_part) {
  EXPECT_EQ(target_of("rediss://bob:pass@db.example:7000/3?ca=/etc/ca.pem"),
            (Target{.addresses = {{"db.example", 7000}},
                    .user = "bob",
                    .password = "pass",
                    .database = 3,
                    .tls = true,
                    .ca_file = "/etc/ca.pem"}));
}

TEST(RedisTarget, decodes_credentials) {
  const Target target = target_of("redis://b%40b:p%3Aa%2Fs%25%3F@host");
  EXPECT_EQ(target.user, "b@b");
  EXPECT_EQ(target.password, "p:a/s%?");
  EXPECT_EQ(target_of("redis://:secret@host").password, "secret");
  EXPECT_EQ(target_of("redis://:a:b@host").password, "a:b");
  EXPECT_EQ(target_of("redis://:a@b@host").password, "a@b");
  EXPECT_EQ(target_of("redis://bob@host").user, "bob");
}

TEST(RedisTarget, reads_ipv6_in_brackets) {
  EXPECT_EQ(target_of("redis://[::1]").addresses.front(), (Address{"::1", 6379}));
  EXPECT_EQ(target_of("redis://[fe80::2]:7000/1").addresses.front(), (Address{"fe80::2", 7000}));
}

TEST(RedisTarget, reads_sentinels) {
  EXPECT_EQ(target_of("redis+sentinel://bob:pass@a,b:7000,[::1]/mymaster/2?sentinel_user=s&sentinel_password=t%26u"),
            (Target{.addresses = {{"a", 26379}, {"b", 7000}, {"::1", 26379}},
                    .primary = "mymaster",
                    .user = "bob",
                    .password = "pass",
                    .sentinel_user = "s",
                    .sentinel_password = "t&u",
                    .database = 2}));
  EXPECT_TRUE(target_of("rediss+sentinel://a/mymaster?ca=x").tls);
}

TEST(RedisTarget, refuses_what_is_no_such_url_and_never_repeats_it) {
  for (const char* url : {"",
                          "redis:",
                          "redis:host",
                          "http://bob:hunter2@host",
                          "redis://",
                          "redis:///1",
                          "redis://bob:hunter2@",
                          "redis://bob:hunter2@:6379",
                          "redis://bob:hunter2@host:",
                          "redis://bob:hunter2@host:0",
                          "redis://bob:hunter2@host:65536",
                          "redis://bob:hunter2@host:port",
                          "redis://bob:hunter2@host/one",
                          "redis://bob:hunter2@host/-1",
                          "redis://bob:hunter2@host/99999999999",
                          "redis://bob:hunter2@host/1/2",
                          "redis://bob:hunter2@a,b",
                          "redis://bob:hunter2%@host",
                          "redis://bob:hunter2%zz@host",
                          "redis://bob:hunter2/x@host",
                          "redis://bob:hunter2?x@host",
                          "redis://bob:hunter2@[::1",
                          "redis://bob:hunter2@[::g]",
                          "redis://bob:hunter2@[::1]x",
                          "redis://bob:hunter2@::1",
                          "redis://bob:hunter2@host?timeout=1",
                          "redis://bob:hunter2@host?ca=x",
                          "redis://host?sentinel_password=hunter2",
                          "rediss://host?ca=",
                          "rediss://host?ca",
                          "rediss://host?ca=a&ca=b",
                          "redis+sentinel://bob:hunter2@host",
                          "redis+sentinel://bob:hunter2@host//1",
                          "redis+sentinel://bob:hunter2@host,/name",
                          "redis+sentinel://bob:hunter2@,host/name"}) {
    const auto target = parse_target(url);
    ASSERT_FALSE(target) << url;
    EXPECT_EQ(target.error().code, Errc::invalid) << url;
    EXPECT_FALSE(target.error().detail.contains("hunter2")) << target.error().detail;
    EXPECT_FALSE(target.error().detail.contains("bob")) << target.error().detail;
    EXPECT_TRUE(target.error().detail.contains("write redis://")) << target.error().detail;
  }
}

TEST(RedisTarget, reads_addresses_as_servers_write_them) {
  EXPECT_EQ(redis::read_address("10.0.0.1:6380"), (Address{"10.0.0.1", 6380}));
  EXPECT_EQ(redis::read_address("fe80::1:6380"), (Address{"fe80::1", 6380}));
  EXPECT_EQ(redis::read_address(":6380"), (Address{"", 6380}));
  EXPECT_EQ(redis::read_address("?:6380"), (Address{"", 6380}));
  for (const char* text : {"", "host", "host:", "host:port", "host:0", "host:70000"}) {
    EXPECT_EQ(redis::read_address(text), std::nullopt) << text;
  }
  EXPECT_EQ(to_text(Address{"::1", 6380}), "[::1]:6380");
  EXPECT_EQ(to_text(Address{"host", 6380}), "host:6380");
}

TEST(RedisTarget, knows_what_only_this_machine_can_reach) {
  for (const char* url : {"redis://localhost", "redis://127.0.0.1", "redis://127.8.9.1", "redis://[::1]",
                          "redis+sentinel://localhost,127.0.0.1/m"}) {
    EXPECT_TRUE(is_loopback(target_of(url))) << url;
  }
  for (const char* url : {"redis://db.example", "redis://10.0.0.1", "redis://[fe80::1]", "redis://localhost.example",
                          "redis+sentinel://localhost,10.0.0.1/m"}) {
    EXPECT_FALSE(is_loopback(target_of(url))) << url;
  }
}

}  // namespace
}  // namespace baton::test::redis_target_test
