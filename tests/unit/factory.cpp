#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baton/open.hpp"
#include "store/tools.hpp"

namespace baton::factory_test {
namespace {

std::string refusal(std::string_view url) {
  const auto store = open_store(url);
  if (store) return "opened";
  EXPECT_EQ(store.error().code, Errc::invalid) << url;
  return store.error().detail;
}

TEST(Factory, opens_a_store_in_memory) { EXPECT_TRUE(open_store("memory:").has_value()); }

TEST(Factory, names_the_valid_urls_in_every_refusal) {
  for (const char* url :
       {"", "memory", "memory:x", "memory://", "sqlite:", "sqlite://host/state.db", "sqlite:///state.db",
        "sqlite::memory:", "state.db", "file:state.db", "postgre://h/db", "redi://h", ":", "SQLITE:state.db"}) {
    EXPECT_THAT(refusal(url), testing::HasSubstr("valid: memory: or sqlite:PATH, for example sqlite:state.db")) << url;
  }
}

TEST(Factory, says_what_is_wrong_with_the_url) {
  EXPECT_THAT(refusal(""), testing::HasSubstr("is empty"));
  EXPECT_THAT(refusal("state.db"), testing::HasSubstr("no scheme"));
  EXPECT_THAT(refusal("file:state.db"), testing::HasSubstr("unknown store scheme \"file\""));
  EXPECT_THAT(refusal("postgres://h/db?pol=3"), testing::HasSubstr("pol"));
  EXPECT_THAT(refusal("sqlite:"), testing::HasSubstr("no path"));
  EXPECT_THAT(refusal("sqlite://host/x"), testing::HasSubstr("no host"));
}

TEST(Factory, judges_a_url_without_opening_it_as_opening_does) {
  for (const char* url : {"", "memory:x", "sqlite:", "state.db", "postgres://h/db?pol=3", "redis://h/x", "redi://h"}) {
    EXPECT_EQ(check_url(url, {}).error(), open_store(url).error()) << url;
  }
  EXPECT_EQ(check_url("redis://h", {.name_space = "a b"}).error().code, Errc::invalid);
  for (const char* url : {"memory:", "sqlite:nowhere/state.db", "postgres://h/db", "redis://h"}) {
    EXPECT_TRUE(check_url(url, {})) << url;
  }
}

TEST(Factory, never_repeats_a_password) {
  EXPECT_THAT(refusal("postgres://user:secret@host/db?pol=3"), testing::Not(testing::HasSubstr("secret")));
  EXPECT_THAT(refusal("user:secret@host"), testing::Not(testing::HasSubstr("secret")));
  EXPECT_THAT(refusal("sqlite://user:secret@host"), testing::Not(testing::HasSubstr("secret")));
}

TEST(Factory, refuses_a_namespace_that_could_not_be_told_from_others) {
  for (const char* name : {"", "a b", "{x}", "-a", "a/b"}) {
    const auto store = open_store("redis://127.0.0.1:1", {.name_space = name});
    ASSERT_FALSE(store.has_value()) << name;
    EXPECT_EQ(store.error().code, Errc::invalid) << name;
  }
}

TEST(Factory, shows_urls_without_their_credentials) {
  EXPECT_EQ(without_credentials("redis://user:p%40ss@host:1/2"), "redis://host:1/2");
  EXPECT_EQ(without_credentials("redis://:secret@host"), "redis://host");
  EXPECT_EQ(without_credentials("redis+sentinel://u:secret@a,b/main?sentinel_password=secret"),
            "redis+sentinel://a,b/main");
  EXPECT_EQ(without_credentials("sqlite:state.db"), "sqlite:state.db");
  EXPECT_EQ(without_credentials("postgres://u:a#b@h/d@x?application_name=a@b"), "postgres://h/d@x");
}

TEST(Factory, shows_nothing_of_a_password_that_breaks_its_url) {
  EXPECT_EQ(without_credentials("postgres://baton:ab/cd@db/x"), "postgres://db/x");
  EXPECT_EQ(without_credentials("rediss://:a/b@c/d@cache:6380/2"), "rediss://cache:6380/2");
  EXPECT_EQ(without_credentials("postgresql://baton:secret%zz@db/x"), "postgresql://db/x");
  EXPECT_EQ(without_credentials("baton:secret@db"), "baton:db");
  for (const char* url : {"postgres://u:secret/x?@db", "postgres://u:secret?x@db/x", "postgres://u:sec#ret/@db/x",
                          "redis:1/?s://:secret@b/", "postgres://u:secret", "postgres://db/x?passwort=secret",
                          "postgres://db/x?passwort=a@secret", "redis:user:secret@host", "sqlite://user:secret@host",
                          "mysql://u:a/secret@host?secret"}) {
    EXPECT_THAT(without_credentials(url), testing::Not(testing::HasSubstr("sec"))) << url;
  }
}

TEST(Factory, shows_a_path_as_it_is) {
  for (const char* url : {"memory:", "sqlite:/home/ann@work/a:b?c.db", "state.db", ""}) {
    EXPECT_EQ(without_credentials(url), url);
  }
}

}  // namespace
}  // namespace baton::factory_test
