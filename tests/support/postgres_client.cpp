#include "support/postgres_client.hpp"

#include <stdexcept>

namespace baton::test {

using namespace std::chrono_literals;

namespace {

/// `tried` is written by a transaction of its own, as it were: a sequence is not rolled back.
constexpr const char* functions = R"(
CREATE SCHEMA scratch;
CREATE TABLE scratch.items (id bigserial PRIMARY KEY, argument text NOT NULL, transaction bigint NOT NULL);
CREATE TABLE scratch.beats (argument text NOT NULL, transaction bigint NOT NULL);
CREATE SEQUENCE scratch.tries;

CREATE FUNCTION scratch.step(verb text, argument text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  CASE verb
    WHEN 'add' THEN
      INSERT INTO scratch.items (argument, transaction) VALUES (argument, txid_current());
    WHEN 'fail' THEN
      RAISE EXCEPTION 'made to fail' USING ERRCODE = argument;
    WHEN 'stumble' THEN
      IF nextval('scratch.tries') < 4 THEN
        RAISE EXCEPTION 'made to stumble' USING ERRCODE = argument;
      END IF;
      INSERT INTO scratch.items (argument, transaction) VALUES ('stumbled', txid_current());
    WHEN 'nap' THEN
      PERFORM pg_sleep(argument::float8);
      INSERT INTO scratch.items (argument, transaction) VALUES ('napped', txid_current());
    ELSE
      NULL;
  END CASE;
  RETURN argument;
END $$;

CREATE FUNCTION scratch.write(verbs text[], arguments text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  PERFORM pg_advisory_xact_lock(7);
  FOR i IN 1 .. cardinality(verbs) LOOP
    RETURN NEXT scratch.step(verbs[i], arguments[i]);
  END LOOP;
END $$;

CREATE FUNCTION scratch.read(verbs text[], arguments text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1 .. cardinality(verbs) LOOP
    RETURN NEXT verbs[i] || ' ' || arguments[i];
  END LOOP;
END $$;

CREATE FUNCTION scratch.beat(verbs text[], arguments text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scratch.beats SELECT a, txid_current() FROM unnest(arguments) a;
  RETURN QUERY SELECT unnest(arguments);
END $$;

CREATE FUNCTION scratch.unstick() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(pg_terminate_backend(l.pid)) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.objid = 7 AND l.granted AND a.state = 'idle in transaction'
$$;

GRANT ALL ON SCHEMA scratch TO PUBLIC;
GRANT ALL ON ALL TABLES IN SCHEMA scratch TO PUBLIC;
GRANT ALL ON ALL SEQUENCES IN SCHEMA scratch TO PUBLIC;
)";

}  // namespace

void PostgresClientTest::prepare(const PostgresProcess& server) { server.ask(functions); }

postgres::ClientOptions PostgresClientTest::hasty() {
  postgres::ClientOptions options;
  options.write = {.name = "baton_write", .text = "SELECT scratch.write($1, $2)", .columns = 2};
  options.read = {.name = "baton_read", .text = "SELECT scratch.read($1, $2)", .columns = 2};
  options.beat = {.name = "baton_beat", .text = "SELECT scratch.beat($1, $2)", .columns = 2};
  options.unstick = {.text = "SELECT scratch.unstick()"};
  options.last_delay = 50ms;
  return options;
}

PostgresPtr PostgresClientTest::connect(const std::string& url, const postgres::ClientOptions& options) {
  auto target = postgres::parse_target(url);
  if (!target) throw std::runtime_error(target.error().detail);
  auto client = postgres::Client::connect(*target, options);
  if (!client) throw std::runtime_error(client.error().detail);
  return *std::move(client);
}

Error PostgresClientTest::expect_refused(const std::string& url, Errc code, const std::string& says) {
  auto target = postgres::parse_target(url);
  if (!target) throw std::runtime_error(target.error().detail);
  auto options = hasty();
  options.patience = 300ms;
  const auto client = postgres::Client::connect(*target, options);
  if (client) {
    ADD_FAILURE() << "connected";
    return {};
  }
  EXPECT_EQ(client.error().code, code) << client.error().detail;
  EXPECT_TRUE(client.error().detail.contains(says)) << client.error().detail;
  EXPECT_FALSE(client.error().detail.contains("hunter2")) << client.error().detail;
  return client.error();
}

std::string text_of(const Result<std::string>& reply) { return reply ? *reply : reply.error().detail; }

void expect_closed(const Result<std::string>& reply) {
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, Errc::unavailable);
  EXPECT_EQ(reply.error().detail, "the store is closed; open it again");
}

}  // namespace baton::test
