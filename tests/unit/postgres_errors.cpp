#include <gtest/gtest.h>

#include "backend/postgres/errors.hpp"

namespace baton::test::postgres_errors_test {
namespace {

using postgres::Reaction;
using postgres::understand;
using postgres::understand_connect;

struct Row {
  const char* state;
  Errc code;
  Reaction reaction;
  const char* says;  ///< a word of the next step, or the server's
};

const Row rows[] = {
    {"08006", Errc::unavailable, Reaction::reconnect, "words"},
    {"0A000", Errc::corrupt, Reaction::prepare, "words"},
    {"22021", Errc::invalid, Reaction::give_up, "UTF-8"},
    {"22P05", Errc::invalid, Reaction::give_up, "u0000"},
    {"23505", Errc::corrupt, Reaction::give_up, "words"},
    {"25006", Errc::unavailable, Reaction::find_primary, "primary"},
    {"25P03", Errc::unavailable, Reaction::reconnect, "repeat"},
    {"26000", Errc::unavailable, Reaction::prepare, "repeat"},
    {"28000", Errc::unauthorized, Reaction::give_up, "pg_hba.conf"},
    {"28P01", Errc::unauthorized, Reaction::give_up, "URL"},
    {"3D000", Errc::invalid, Reaction::give_up, "create it"},
    {"40001", Errc::unavailable, Reaction::again, "repeat"},
    {"40003", Errc::unavailable, Reaction::reconnect, "words"},
    {"40P01", Errc::unavailable, Reaction::again, "repeat"},
    {"42501", Errc::forbidden, Reaction::give_up, "words"},
    {"42883", Errc::corrupt, Reaction::give_up, "words"},
    {"53100", Errc::unavailable, Reaction::give_up, "disk"},
    {"53200", Errc::unavailable, Reaction::give_up, "memory"},
    {"53300", Errc::unavailable, Reaction::reconnect, "max_connections"},
    {"54000", Errc::exhausted, Reaction::give_up, "words"},
    {"55P03", Errc::unavailable, Reaction::unstick, "lock"},
    {"57014", Errc::unavailable, Reaction::give_up, "statement_timeout"},
    {"57P01", Errc::unavailable, Reaction::reconnect, "repeat"},
    {"57P02", Errc::unavailable, Reaction::reconnect, "repeat"},
    {"57P03", Errc::unavailable, Reaction::reconnect, "repeat"},
    {"58030", Errc::unavailable, Reaction::give_up, "words"},
    {"P0001", Errc::corrupt, Reaction::give_up, "words"},
    {"XX000", Errc::unavailable, Reaction::give_up, "words"},
    {"XX001", Errc::corrupt, Reaction::give_up, "words"},
};

TEST(PostgresErrors, say_what_happened_and_what_to_do_next) {
  for (const Row& row : rows) {
    const auto refusal = understand(row.state, "the server's words");
    EXPECT_EQ(refusal.error.code, row.code) << row.state;
    EXPECT_EQ(refusal.reaction, row.reaction) << row.state;
    EXPECT_TRUE(refusal.error.detail.contains(row.says)) << row.state << "\n" << refusal.error.detail;
  }
}

struct Failure {
  const char* words;
  Errc code;
  Reaction reaction;
  const char* says;
};

const Failure failures[] = {
    {"connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  28P01: password authentication failed for user "
     "\"bob\"\nLOCATION:  auth_failed, auth.c:338\n",
     Errc::unauthorized, Reaction::give_up, "URL"},
    {"connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  3D000: database \"x\" does not exist\n",
     Errc::invalid, Reaction::give_up, "create it"},
    {"connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  57P03: the database system is starting up\n",
     Errc::unavailable, Reaction::reconnect, "starting"},
    {"connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  53300: sorry, too many clients already\n",
     Errc::unavailable, Reaction::reconnect, "max_connections"},
    {"connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  08P01: no such user: bob\n", Errc::unauthorized,
     Reaction::give_up, "URL"},
    {"connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  42704: unrecognized configuration parameter\n",
     Errc::unavailable, Reaction::reconnect, "unrecognized"},
    {"connection to server at \"127.0.0.1\", port 5432 failed: Connection refused\n\tIs the server running on that "
     "host "
     "and accepting TCP/IP connections?\n",
     Errc::unavailable, Reaction::reconnect, "at db:5432: Connection refused; start it"},
    {"could not translate host name \"db\" to address: Name or service not known\n", Errc::unavailable,
     Reaction::reconnect, "not known"},
    {"connection to server at \"db\" (10.0.0.1), port 5432 failed: server does not support SSL, but SSL was required\n",
     Errc::invalid, Reaction::give_up, "sslmode=disable"},
    {"connection to server at \"db\", port 5432 failed: SSL error: certificate verify failed\n", Errc::unavailable,
     Reaction::reconnect, "sslrootcert"},
    {"connection to server at \"db\", port 5432 failed: fe_sendauth: no password supplied\n", Errc::unauthorized,
     Reaction::give_up, "PASSWORD"},
    {"connection to server at \"db\", port 5432 failed: server is in hot standby mode\n", Errc::unavailable,
     Reaction::reconnect, "primary"},
    {"no answer in time", Errc::unavailable, Reaction::reconnect, "no answer in time"},
};

TEST(PostgresErrors, say_why_there_is_no_connection) {
  for (const Failure& failure : failures) {
    const auto refusal = understand_connect(failure.words, "db:5432");
    EXPECT_EQ(refusal.error.code, failure.code) << failure.words;
    EXPECT_EQ(refusal.reaction, failure.reaction) << failure.words;
    EXPECT_TRUE(refusal.error.detail.contains(failure.says)) << failure.words << "\n" << refusal.error.detail;
    EXPECT_FALSE(refusal.error.detail.contains("bob")) << refusal.error.detail;
    EXPECT_FALSE(refusal.error.detail.contains('\n')) << refusal.error.detail;
  }
}

}  // namespace
}  // namespace baton::test::postgres_errors_test
