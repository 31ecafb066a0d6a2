#include <pthread.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdlib>
#include <thread>

#include "backend/postgres/admin.hpp"
#include "support/postgres_client.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;
using postgres::Line;

using Written = std::future<Result<std::string>>;

class PostgresClient : public PostgresClientTest {
 protected:
  PostgresClient() { prepare(server_); }

  Written add(const PostgresPtr& client, const std::string& argument,
              postgres::Repeat repeat = postgres::Repeat::never) {
    return spawn_on_one(client->run(Line::write, {"add", argument}, repeat));
  }
  std::string count() { return server_.ask("SELECT count(*) FROM scratch.items"); }

  PostgresProcess server_;
};

TEST_F(PostgresClient, answers_every_item_of_many_callers_with_its_own_row) {
  const auto client = connect(server_.url());
  std::vector<Written> replies;
  for (int i = 0; i < 500; ++i) {
    const auto line = i % 2 == 0 ? Line::write : Line::read;
    replies.push_back(spawn(client->run(line, {"x", std::to_string(i)}, postgres::Repeat::safe)));
  }
  for (int i = 0; i < 500; ++i) {
    const std::string number = std::to_string(i);
    EXPECT_EQ(text_of(replies[static_cast<std::size_t>(i)].get()), i % 2 == 0 ? number : "x " + number);
  }
}

TEST_F(PostgresClient, carries_out_the_writes_of_many_callers_in_few_transactions) {
  const auto client = connect(server_.url());
  std::vector<Written> replies;
  for (int i = 0; i < 1000; ++i) replies.push_back(add(client, std::to_string(i)));
  for (auto& reply : replies) EXPECT_TRUE(reply.get());
  EXPECT_EQ(count(), "1000");
  EXPECT_EQ(server_.ask("SELECT count(DISTINCT transaction) < 500 FROM scratch.items"), "t");
}

TEST_F(PostgresClient, lets_one_failing_item_spoil_no_other) {
  const auto client = connect(server_.url());
  std::vector<Written> good;
  std::vector<Written> bad;
  for (int i = 0; i < 100; ++i) {
    good.push_back(add(client, std::to_string(i)));
    if (i % 10 == 5) bad.push_back(spawn_on_one(client->run(Line::write, {"fail", "42501"}, postgres::Repeat::never)));
  }
  for (auto& reply : good) EXPECT_TRUE(reply.get());
  for (auto& reply : bad) {
    const auto refused = reply.get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::forbidden);
    EXPECT_TRUE(refused.error().detail.contains("made to fail")) << refused.error().detail;
  }
  EXPECT_EQ(count(), "100");
}

TEST_F(PostgresClient, repeats_what_met_another_transaction) {
  const auto client = connect(server_.url());
  for (const char* state : {"40001", "40P01"}) {
    server_.ask("SELECT setval('scratch.tries', 1)");
    EXPECT_TRUE(write(client, "stumble", state)) << state;
  }
  EXPECT_EQ(count(), "2");
  const auto endless = write(client, "fail", "40001");
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().code, Errc::unavailable);
}

TEST_F(PostgresClient, says_that_a_statement_took_too_long) {
  const auto client = connect(server_.url() + "?statement_timeout=100");
  const auto reply = write(client, "nap", "30");
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, Errc::unavailable);
  EXPECT_TRUE(reply.error().detail.contains("statement_timeout")) << reply.error().detail;
  EXPECT_TRUE(write(client, "add", "after"));
  EXPECT_EQ(client->reconnects(), 0U);
}

TEST_F(PostgresClient, carries_any_text_exactly) {
  const auto client = connect(server_.url());
  for (const std::string text : {"", "{}", "{\"a\",NULL}", "'; --", "\\", "\"", "äö€😀", "a\nb\tc"}) {
    EXPECT_EQ(text_of(write(client, "add", text)), text);
  }
  const std::string large(20'000'000, 'v');
  EXPECT_EQ(text_of(write(client, "echo", large)), large);
  const auto zero = write(client, "add", std::string("a\0b", 3));
  ASSERT_FALSE(zero);
  EXPECT_EQ(zero.error().code, Errc::invalid) << zero.error().detail;
  EXPECT_FALSE(write(client, "add", "\xff"));
}

TEST_F(PostgresClient, gathers_beats) {
  auto options = hasty();
  options.beat_interval = 200ms;
  const auto client = connect(server_.url(), options);
  std::vector<Written> beats;
  for (int i = 0; i < 200; ++i) beats.push_back(spawn(client->run(Line::beat, {"beat", "b"}, postgres::Repeat::safe)));
  for (auto& beat : beats) EXPECT_EQ(text_of(beat.get()), "b");
  EXPECT_EQ(server_.ask("SELECT count(*) FROM scratch.beats"), "200");
  EXPECT_EQ(server_.ask("SELECT count(DISTINCT transaction) <= 3 FROM scratch.beats"), "t");
}

TEST_F(PostgresClient, carries_out_any_other_statement) {
  const auto client = connect(server_.url());
  const auto rows = wait_for(
      client->call({.text = "SELECT n, NULL FROM generate_series(1, $1::int) n"}, {"3"}, postgres::Repeat::safe));
  ASSERT_TRUE(rows) << rows.error().detail;
  ASSERT_EQ(rows->size(), 3U);
  EXPECT_EQ((*rows)[2][0], "3");
  EXPECT_EQ((*rows)[2][1], std::nullopt);
  const auto wrong = wait_for(client->call({.text = "SELECT nothing"}, {}, postgres::Repeat::safe));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, Errc::corrupt);
}

TEST_F(PostgresClient, says_what_the_server_is) {
  const auto client = connect(server_.url());
  const auto facts = client->facts();
  EXPECT_EQ(facts.address, server_.address());
  EXPECT_GE(facts.version_number, 130000);
  EXPECT_TRUE(facts.version.contains('.')) << facts.version;
  EXPECT_FALSE(facts.pooled);
  EXPECT_EQ(client->reconnects(), 0U);
}

TEST_F(PostgresClient, frees_the_lock_of_a_program_that_stopped_with_it) {
  const auto client = connect(server_.url());
  auto sitter = postgres::Admin::connect(server_.url());
  ASSERT_TRUE(sitter);
  ASSERT_TRUE(sitter->exec("BEGIN; SELECT pg_advisory_xact_lock(7)"));
  std::vector<Written> replies;
  for (int i = 0; i < 20; ++i) replies.push_back(add(client, std::to_string(i)));
  for (auto& reply : replies) EXPECT_EQ(text_of(reply.get()).size() < 3, true);
  EXPECT_EQ(count(), "20");
  EXPECT_FALSE(sitter->exec("COMMIT"));
}

awaitable<Result<std::string>> write_until_refused(PostgresPtr client) {
  for (;;) {
    auto reply = co_await client->run(Line::write, {"add", "x"}, postgres::Repeat::never);
    if (!reply) co_return reply;
  }
}

TEST_F(PostgresClient, closes_under_load_and_forgets_no_caller) {
  const auto client = connect(server_.url());
  std::vector<Written> callers;
  for (int i = 0; i < 50; ++i) callers.push_back(spawn(write_until_refused(client)));
  EXPECT_TRUE(write(client, "add", "x"));
  std::thread other([&client] { client->close(); });
  client->close();
  other.join();
  client->close();
  for (auto& caller : callers) expect_closed(caller.get());
  expect_closed(write(client, "add", "x"));
}

/// Two threads of callers, of which one is put aside whenever anybody else has something to do.
class UnequalCallers {
 public:
  UnequalCallers() {
    threads_.emplace_back([this] { loop_.run(); });
    threads_.emplace_back([this] {
      const sched_param none{};
      if (pthread_setschedparam(pthread_self(), SCHED_IDLE, &none) != 0) std::abort();
      loop_.run();
    });
  }

  template <class T>
  T wait_for(awaitable<T> task) {
    return boost::asio::co_spawn(loop_, std::move(task), boost::asio::use_future).get();
  }

 private:
  boost::asio::io_context loop_;
  std::vector<std::jthread> threads_;  // each ends with the last work
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{loop_.get_executor()};
};

TEST_F(PostgresClient, goes_only_when_no_thread_of_a_caller_is_inside) {
  UnequalCallers callers;
  for (int i = 0; i < 300; ++i) {
    auto client = connect(server_.url());
    const auto row = callers.wait_for(client->call({.text = "SELECT 1"}, {}, postgres::Repeat::safe));
    client.reset();
    ASSERT_TRUE(row) << row.error().detail;
  }
}

TEST_F(PostgresClient, closes_while_the_server_is_gone) {
  const auto client = connect(server_.url());
  server_.kill();
  std::vector<Written> callers;
  for (int i = 0; i < 20; ++i) callers.push_back(add(client, "x", postgres::Repeat::safe));
  client->close();
  for (auto& caller : callers) expect_closed(caller.get());
}

}  // namespace
}  // namespace baton::test
