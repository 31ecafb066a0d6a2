#include "core/redact.hpp"

#include <gtest/gtest.h>

namespace baton::test::redact {

TEST(Redacted, passwords_of_urls_are_hidden) {
  EXPECT_EQ(redacted("cannot reach postgres://ann:pa:ss@db:5432/x today"),
            "cannot reach postgres://ann:…@db:5432/x today");
  EXPECT_EQ(redacted("redis://:geheim@a redis://:anders@b"), "redis://:…@a redis://:…@b");
  EXPECT_EQ(redacted("postgres://db/x?user=ann&password=geheim&port=1"), "postgres://db/x?user=ann&password=…&port=1");
}

TEST(Redacted, passwords_that_break_their_urls_are_hidden) {
  EXPECT_EQ(redacted("no postgres://baton:ab/cd@db/x today"), "no postgres://baton:…@db/x today");
  EXPECT_EQ(redacted("REDIS+SENTINEL://:a?b#c'd@e@h/main"), "REDIS+SENTINEL://:…@h/main");
  EXPECT_EQ(redacted("postgres://db/x?session_url=postgres%3A%2F%2Fu%3Ageheim%40db"), "postgres://db/x?session_url=…");
  EXPECT_EQ(redacted("redis+sentinel://a/b?sentinel_password=ge@heim&x"), "redis+sentinel://a/b?sentinel_password=…&x");
}

TEST(Redacted, tokens_are_hidden_wherever_they_stand) {
  const std::string secret(64, 'a');
  EXPECT_EQ(redacted("Authorization: Bearer abc, please"), "Authorization: Bearer …, please");
  EXPECT_EQ(redacted("authorization: bearer baton_x_" + secret), "authorization: bearer …");
  EXPECT_EQ(redacted("`--secrets=whsec_MfKQ9r8GKYqr/w+PILZ=` is unknown"), "`--secrets=whsec_…` is unknown");
  EXPECT_EQ(redacted("/v1/agents/" + secret + "?a=1"), "/v1/agents/…?a=1");
  EXPECT_EQ(redacted("{\"token\":\"baton_x_" + secret + "\"}"), "{\"token\":\"baton_x_…\"}");
  EXPECT_EQ(redacted("?token=abc&x=1"), "?token=…&x=1");
}

TEST(Redacted, one_secret_does_not_hide_another) {
  const std::string secret(64, 'a');
  EXPECT_EQ(redacted("postgres://" + secret + ":geheim@db"), "postgres://…:…@db");
  EXPECT_EQ(redacted("password=redis://:geheim@a"), "password=…");
}

TEST(Redacted, everything_else_stays) {
  for (const char* text :
       {"", "password", "password=", "http://localhost:7777/a@b", "a://b:c", "://", "bearer ",
        "019a86ff-1234-7abc-8def-0123456789ab", "user@host:22", "postgres://db:5432/x and ann@work"}) {
    EXPECT_EQ(redacted(text), text);
  }
}

}  // namespace baton::test::redact
