#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baton/open.hpp"
#include "support/postgres_process.hpp"

/// What a program finds in the schema of its namespace.
namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class PostgresSchema : public ::testing::Test {
 protected:
  void SetUp() override { close(must_open()); }

  static void close(const Store& store) { store.port()->close(); }
  Store must_open() {
    auto store = open_store(server_.url());
    if (!store) throw std::runtime_error(store.error().detail);
    return *std::move(store);
  }
  /// Why it does not open.
  Error refusal() {
    auto store = open_store(server_.url());
    if (!store) return store.error();
    close(*store);
    throw std::runtime_error("the store opens");
  }
  std::string ask(const std::string& sql) { return server_.ask(sql, "baton_default"); }

  PostgresProcess server_;
};

TEST_F(PostgresSchema, is_left_as_it_is_by_a_second_start) {
  const std::string before = ask("SELECT * FROM migrations ORDER BY 1");
  EXPECT_NE(before, "");
  close(must_open());
  EXPECT_EQ(ask("SELECT * FROM migrations ORDER BY 1"), before);
}

TEST_F(PostgresSchema, of_a_newer_program_is_refused) {
  ask("INSERT INTO migrations (number, name, checksum) VALUES (999, 'future', 'x')");
  const Error error = refusal();
  EXPECT_EQ(error.code, Errc::invalid);
  EXPECT_THAT(error.detail, AllOf(HasSubstr("999"), HasSubstr("newer program")));
}

TEST_F(PostgresSchema, with_a_changed_checksum_is_refused) {
  ask("UPDATE migrations SET checksum = 'x' WHERE number = 1");
  const Error error = refusal();
  EXPECT_EQ(error.code, Errc::invalid);
  EXPECT_THAT(error.detail, AllOf(HasSubstr("migration 1"), HasSubstr("checksum")));
}

TEST_F(PostgresSchema, with_functions_of_a_newer_program_is_served_and_keeps_them) {
  ask("UPDATE migrations SET name = '999', checksum = 'x' WHERE number = 0");
  close(must_open());
  EXPECT_EQ(ask("SELECT name, checksum FROM migrations WHERE number = 0"), "999|x");
}

TEST_F(PostgresSchema, gets_its_functions_again_when_they_differ) {
  const std::string checksum = ask("SELECT checksum FROM migrations WHERE number = 0");
  ask("UPDATE migrations SET checksum = 'x' WHERE number = 0");
  close(must_open());
  EXPECT_EQ(ask("SELECT checksum FROM migrations WHERE number = 0"), checksum);
}

}  // namespace
}  // namespace baton::test
