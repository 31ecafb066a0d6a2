#include <gtest/gtest.h>

#include "backend/postgres/target.hpp"

namespace baton::test::postgres_target_test {
namespace {

using namespace std::chrono_literals;
using postgres::Address;
using postgres::parse_target;
using postgres::Target;

Target target_of(std::string_view url) {
  auto target = parse_target(url);
  if (!target) throw std::runtime_error(target.error().detail);
  return *std::move(target);
}

std::string ssl_mode(std::string_view url) { return target_of(url).settings.at("sslmode"); }

TEST(PostgresTarget, takes_the_default_port_and_limits) {
  const Target expected{.addresses = {{.host = "db.example", .port = 5432}},
                        .database = "fleet",
                        .pool = 4,
                        .statement_timeout = 10s,
                        .settings = {{"sslmode", "require"}}};
  EXPECT_EQ(target_of("postgres://db.example/fleet"), expected);
  EXPECT_EQ(target_of("postgresql://db.example:5432/fleet"), expected);
}

TEST(PostgresTarget, reads_every_part) {
  EXPECT_EQ(
      target_of("postgres://bob:pass@a:6000,b,[::1]:7000/fl%20eet?pool=10&statement_timeout=2500&connect_timeout=3"
                "&application_name=me&sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem"
                "&session_url=postgres%3A%2F%2Fbob%3Ap%2540ss%40c%2Ffleet"),
      (Target{.addresses = {{"a", 6000}, {"b", 5432}, {"::1", 7000}},
              .user = "bob",
              .password = "pass",
              .database = "fl eet",
              .session_url = "postgres://bob:p%40ss@c/fleet",
              .pool = 10,
              .statement_timeout = 2500ms,
              .connect_timeout = 3s,
              .settings = {{"application_name", "me"}, {"sslmode", "verify-full"}, {"sslrootcert", "/etc/ca.pem"}}}));
}

TEST(PostgresTarget, decodes_credentials) {
  const Target target = target_of("postgres://b%40b:p%3Aa%2Fs%25%3F@host/d");
  EXPECT_EQ(target.user, "b@b");
  EXPECT_EQ(target.password, "p:a/s%?");
  EXPECT_EQ(target_of("postgres://bob:a@b@host/d").password, "a@b");
  EXPECT_EQ(target_of("postgres://bob@host").user, "bob");
}

TEST(PostgresTarget, reads_the_folder_of_a_socket) {
  const Address folder{"/run/postgresql", 5432};
  EXPECT_EQ(target_of("postgres://%2Frun%2Fpostgresql/d").addresses, std::vector{folder});
  EXPECT_EQ(target_of("postgres:///d?host=/run/postgresql").addresses, std::vector{folder});
  EXPECT_EQ(target_of("postgres://%2Frun%2Fpostgresql:6000/d").addresses.front().port, 6000);
  EXPECT_TRUE(target_of("postgres:///d").addresses.empty());
}

TEST(PostgresTarget, wants_tls_wherever_others_can_listen) {
  for (const char* url : {"postgres://db.example/d", "postgres://10.0.0.1/d", "postgres://localhost,db.example/d"}) {
    EXPECT_EQ(ssl_mode(url), "require") << url;
    EXPECT_FALSE(is_loopback(target_of(url))) << url;
  }
  for (const char* url : {"postgres://localhost/d", "postgres://127.0.0.1,[::1]/d", "postgres:///d",
                          "postgres://%2Frun%2Fpostgresql/d"}) {
    EXPECT_EQ(ssl_mode(url), "prefer") << url;
    EXPECT_TRUE(is_loopback(target_of(url))) << url;
  }
  EXPECT_EQ(ssl_mode("postgres://db.example/d?sslmode=disable"), "disable");
}

TEST(PostgresTarget, has_a_session_beside_a_pooler_or_of_its_own) {
  const Target target = target_of("postgres://a/d?session_url=postgres%3A%2F%2Fb%2Fd");
  EXPECT_EQ(session_target(target).addresses.front().host, "b");
  EXPECT_EQ(session_target(target_of("postgres://a/d")).addresses.front().host, "a");
}

TEST(PostgresTarget, names_an_unknown_option_and_the_known_ones) {
  const auto target = parse_target("postgres://host/d?poll=4");
  ASSERT_FALSE(target);
  EXPECT_TRUE(target.error().detail.contains(": poll (")) << target.error().detail;
  EXPECT_TRUE(target.error().detail.contains("session_url, pool,")) << target.error().detail;
}

TEST(PostgresTarget, refuses_what_is_no_such_url_and_never_repeats_it) {
  for (const char* url : {"",
                          "postgres:",
                          "postgres:host",
                          "http://bob:hunter2@host",
                          "postgres://bob:hunter2@:5432/d",
                          "postgres://bob:hunter2@host:/d",
                          "postgres://bob:hunter2@host:0/d",
                          "postgres://bob:hunter2@host:65536/d",
                          "postgres://bob:hunter2@host:port/d",
                          "postgres://bob:hunter2@ho\x01st/d",
                          "postgres://bob:hunter2@host/a/b",
                          "postgres://bob:hunter2@host/%zz",
                          "postgres://bob:hunter2@host/%00",
                          "postgres://bob:hunter2%00@host/d",
                          "postgres://bob:hunter2@a,/d",
                          "postgres://bob:hunter2@,a/d",
                          "postgres://bob:hunter2@%2Fa%2Cb/d",
                          "postgres://bob:hunter2%@host/d",
                          "postgres://bob:hunter2%zz@host/d",
                          "postgres://bob:hunter2/x@host",
                          "postgres://bob:hunter2?x@host",
                          "postgres://bob:hunter2@[::1/d",
                          "postgres://bob:hunter2@[::g]/d",
                          "postgres://bob:hunter2@::1/d",
                          "postgres://host/d?password=hunter2",
                          "postgres://host/d?hunter2%3D=1",
                          "postgres://host/d?pool=1",
                          "postgres://host/d?pool=11",
                          "postgres://host/d?pool=four",
                          "postgres://host/d?pool=",
                          "postgres://host/d?pool=4&pool=4",
                          "postgres://host/d?statement_timeout=0",
                          "postgres://host/d?connect_timeout=-1",
                          "postgres://host/d?sslmode=maybe",
                          "postgres://host/d?host=/run",
                          "postgres:///d?host=other",
                          "postgres://host/d?session_url=redis://bob:hunter2@host",
                          "postgres://host/d?session_url=postgres://a?session_url%3Dpostgres://b"}) {
    const auto target = parse_target(url);
    ASSERT_FALSE(target) << url;
    EXPECT_EQ(target.error().code, Errc::invalid) << url;
    EXPECT_FALSE(target.error().detail.contains("hunter2")) << target.error().detail;
    EXPECT_FALSE(target.error().detail.contains("bob")) << target.error().detail;
    EXPECT_TRUE(target.error().detail.contains("write postgres://")) << target.error().detail;
  }
}

TEST(PostgresTarget, refuses_a_host_with_a_zero_byte) {
  EXPECT_FALSE(parse_target(std::string_view("postgres://a\0b/d", 16)));
}

}  // namespace
}  // namespace baton::test::postgres_target_test
