#include <fstream>

#include "backend/postgres/admin.hpp"
#include "support/postgres_client.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;
using postgres::Admin;
using postgres::parse_target;

class PostgresRefusals : public PostgresClientTest {};

std::string with_password(std::string url, const std::string& right, const std::string& wrong) {
  return url.replace(url.find(right), right.size(), wrong);
}

TEST_F(PostgresRefusals, say_that_the_password_is_wrong_without_repeating_it) {
  PostgresProcess server({.password = "s3same"});
  expect_refused(with_password(server.url(), "s3same", "hunter2"), Errc::unauthorized, "URL");
  const auto client = connect(server.url());
  EXPECT_FALSE(client->facts().pooled);
}

TEST_F(PostgresRefusals, say_what_to_do_about_a_server_without_tls) {
  PostgresProcess server;
  expect_refused(server.url() + "?sslmode=require", Errc::invalid, "sslmode=disable");
}

TEST_F(PostgresRefusals, trust_the_authority_that_the_url_names) {
  PostgresProcess server({.tls = true});
  const auto client = connect(server.url());
  EXPECT_EQ(client->facts().address, server.address());
  const auto large = wait_for(client->call({.text = "SELECT repeat('x', 3000000)"}, {}, postgres::Repeat::safe));
  ASSERT_TRUE(large) << large.error().detail;
  EXPECT_EQ(large->front().front()->size(), 3000000U);
}

TEST_F(PostgresRefusals, say_that_there_is_no_such_database) {
  PostgresProcess server;
  std::string url = server.url();
  url.replace(url.rfind('/'), std::string::npos, "/nowhere");
  expect_refused(url, Errc::invalid, "create it");
}

TEST_F(PostgresRefusals, say_where_nobody_answers) {
  const std::string address = "127.0.0.1:" + std::to_string(free_port());
  expect_refused("postgres://bob:hunter2@" + address + "/d", Errc::unavailable, address);
}

TEST_F(PostgresRefusals, say_that_a_name_is_not_known) {
  expect_refused("postgres://bob:hunter2@nowhere.invalid/d", Errc::unavailable, "not known");
}

TEST_F(PostgresRefusals, find_the_primary_among_several) {
  PostgresProcess server;
  const std::string nobody = "127.0.0.1:" + std::to_string(free_port());
  std::string address = server.address();
  address.replace(0, address.find(':'), "localhost");
  const auto client = connect(server.url_at(nobody + "," + address));
  EXPECT_EQ(client->facts().address, address);
}

TEST_F(PostgresRefusals, want_an_encoding_that_holds_any_text) {
  PostgresProcess server;
  server.ask("CREATE DATABASE narrow ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
  std::string url = server.url();
  url.replace(url.rfind('/'), std::string::npos, "/narrow");
  expect_refused(url, Errc::invalid, "UTF8");
}

TEST_F(PostgresRefusals, do_not_take_a_standby_for_a_primary) {
  const TemporaryDirectory folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::others_exec, std::filesystem::perm_options::add);
  const auto data = folder.path() / "data";
  PostgresProcess server({.data = data});
  server.stop();
  std::ofstream(data / "standby.signal") << "";
  server.start();
  expect_refused(server.url(), Errc::unavailable, "standby");
}

TEST_F(PostgresRefusals, tell_an_admin_what_went_wrong) {
  PostgresProcess server;
  auto admin = Admin::connect(server.url());
  ASSERT_TRUE(admin) << admin.error().detail;
  const auto rows =
      admin->exec("CREATE TEMP TABLE t (a int); INSERT INTO t VALUES (1), (2); SELECT a FROM t ORDER BY a");
  ASSERT_TRUE(rows) << rows.error().detail;
  EXPECT_EQ(*rows, (postgres::Table{{"1"}, {"2"}}));
  const auto broken = admin->exec("INSERT INTO t VALUES (3); SELECT nothing; INSERT INTO t VALUES (4)");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, Errc::corrupt);
  const auto left = admin->query("SELECT count(*), $1::text, $2::text FROM t", {"x'y", std::nullopt});
  ASSERT_TRUE(left) << left.error().detail;
  EXPECT_EQ(*left, (postgres::Table{{"2", "x'y", std::nullopt}}));
  ASSERT_TRUE(admin->exec("BEGIN"));
  ASSERT_TRUE(admin->query("INSERT INTO t VALUES ($1::int)", {"5"}));
  ASSERT_TRUE(admin->exec("ROLLBACK"));
  EXPECT_EQ(*admin->query("SELECT count(*) FROM t"), (postgres::Table{{"2"}}));
}

}  // namespace
}  // namespace baton::test
