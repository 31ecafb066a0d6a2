#include "support/postgres_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/pgbouncer_process.hpp"

namespace baton::test {
namespace {

using ::testing::HasSubstr;

/// What a client on TCP hears, with or without success.
std::string hear(const std::string& url, const std::string& sql) {
  return output_of("/", {(PostgresProcess::programs() / "psql").string(), "-XAtqw", url, "-c", sql}).text;
}

TEST(PostgresRig, serves_an_ordinary_user_who_owns_the_database) {
  const PostgresProcess server;
  EXPECT_EQ(hear(server.url(), "CREATE SCHEMA mine; SELECT current_user"), "baton");
  EXPECT_EQ(hear(server.url(), "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"), "f");
  EXPECT_EQ(server.ask("SHOW fsync"), "on");
  EXPECT_EQ(server.ask("SHOW synchronous_commit"), "on");
}

TEST(PostgresRig, keeps_what_was_committed_over_a_kill_and_a_stop) {
  PostgresProcess server;
  server.ask("CREATE TABLE kept(a int); INSERT INTO kept VALUES (1)");
  server.kill();
  server.start();
  server.ask("INSERT INTO kept VALUES (2)");
  server.stop();
  server.start();
  EXPECT_EQ(server.ask("SELECT sum(a) FROM kept"), "3");
}

TEST(PostgresRig, can_be_asked_about_a_schema) {
  const PostgresProcess server;
  server.ask("CREATE SCHEMA \"baton_x-Y\" CREATE TABLE kept(a int DEFAULT 7)");
  EXPECT_EQ(server.ask("INSERT INTO kept DEFAULT VALUES RETURNING a", "baton_x-Y"), "7");
  EXPECT_THROW(server.ask("SELECT a FROM kept"), std::runtime_error);
}

TEST(PostgresRig, asks_for_the_password) {
  const PostgresProcess server({.password = "hunter2"});
  EXPECT_EQ(hear(server.url(), "SELECT 7"), "7");
  EXPECT_THAT(hear("postgres://baton@" + server.address() + "/baton", "SELECT 7"), HasSubstr("no password supplied"));
}

TEST(PostgresRig, speaks_nothing_but_tls_when_told) {
  const PostgresProcess server({.tls = true});
  EXPECT_EQ(hear(server.url(), "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"), "t");
  EXPECT_THAT(hear("postgres://baton@" + server.address() + "/baton?sslmode=disable", "SELECT 7"),
              HasSubstr("no encryption"));
}

TEST(PgbouncerRig, shares_a_server_connection_between_transactions) {
  const PostgresProcess server;
  PgbouncerProcess pooler(server, 1);
  EXPECT_EQ(hear(pooler.url(), "CREATE TEMP TABLE left_behind(a int); SELECT current_user"), "baton");
  EXPECT_EQ(hear(pooler.url(), "SELECT count(*) FROM left_behind"), "0");
  pooler.kill();
  pooler.start();
  EXPECT_EQ(hear(pooler.url(), "SELECT 7"), "7");
}

}  // namespace
}  // namespace baton::test
