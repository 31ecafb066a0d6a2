#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <deque>
#include <optional>
#include <thread>

#include "http/limits.hpp"
#include "http/server.hpp"
#include "http/token_fixture.hpp"

// The limits that take time or many clients: a server in this process that is less patient, and a stranger.

namespace baton::test {

namespace {

using std::chrono::milliseconds;

class Greeting final : public http::Service {
 public:
  boost::asio::awaitable<http::Response> answer(http::Arrival /*arrival*/) override {
    co_return http::Response{.body = "hello"};
  }
};

/// A server on a thread of its own.
class Impatient {
 public:
  explicit Impatient(const http::ServerLimits& limits)
      : server_(
            loop_.get_executor(), std::make_shared<Greeting>(), [](const std::string&) {}, limits),
        port_(*server_.listen({.host = "127.0.0.1"})),
        thread_([this] { loop_.run(); }) {}
  ~Impatient() {
    boost::asio::co_spawn(loop_, server_.stop(), boost::asio::detached);
    thread_.join();
  }
  Impatient(const Impatient&) = delete;
  Impatient& operator=(const Impatient&) = delete;

  HttpClient connect() const { return HttpClient(port_); }

 private:
  boost::asio::io_context loop_{1};
  http::Server server_;
  std::uint16_t port_;
  std::thread thread_;
};

}  // namespace

TEST(HttpTimeLimits, headers_that_do_not_come_are_told_so) {
  const Impatient server({.header_time = milliseconds{50}, .check_interval = milliseconds{10}});
  auto client = server.connect();
  client.send("GET / HTTP/1.1\r\nHost: loc");
  expect_problem(client.receive(), 408, "too_slow");
  EXPECT_TRUE(client.sees_end());
}

TEST(HttpTimeLimits, a_body_that_does_not_come_is_told_so) {
  const Impatient server({.body_time = milliseconds{50}, .check_interval = milliseconds{10}});
  auto client = server.connect();
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhel");
  expect_problem(client.receive(), 408, "too_slow");
  EXPECT_TRUE(client.sees_end());
}

TEST(HttpTimeLimits, a_request_in_bits_is_read_when_connections_are_checked_and_answered) {
  const Impatient server({.dribble_time = {}, .check_interval = milliseconds{10}});
  auto client = server.connect();
  for (const char* bit : {"POST / HTTP/1.1\r\nHo", "st: localhost\r\nContent-Le", "ngth: 5\r\n\r\n", "he", "llo"}) {
    client.send(bit);
  }
  EXPECT_EQ(client.receive().body, "hello");
  EXPECT_EQ(client.request("GET", "/", "", {}).status, 200);
}

TEST(HttpTimeLimits, who_sends_in_bits_has_no_more_time_than_others) {
  const Impatient server({.header_time = milliseconds{50}, .dribble_time = {}, .check_interval = milliseconds{10}});
  auto client = server.connect();
  client.send("GET / HTTP/1.1\r\nHost: loc");
  expect_problem(client.receive(), 408, "too_slow");
  EXPECT_TRUE(client.sees_end());
}

TEST(HttpTimeLimits, a_server_stops_while_requests_come_in_bits) {
  std::optional<Impatient> server;
  server.emplace(http::ServerLimits{.dribble_time = {}});
  auto client = server->connect();
  client.send("GET / HTTP/1.1\r\nHost: loc");
  // Whoever comes later is answered later.
  EXPECT_EQ(server->connect().request("GET", "/", "", {}).status, 200);
  server.reset();
  EXPECT_TRUE(client.sees_end());
}

TEST(HttpTimeLimits, a_connection_that_is_idle_is_closed_without_a_word) {
  const Impatient server({.idle_time = milliseconds{50}, .check_interval = milliseconds{10}});
  auto client = server.connect();
  EXPECT_EQ(client.request("GET", "/", "", {}).status, 200);
  EXPECT_TRUE(client.sees_end());
}

TEST(HttpTimeLimits, who_never_says_anything_is_closed_without_a_word) {
  const Impatient server({.header_time = milliseconds{50}, .check_interval = milliseconds{10}});
  auto client = server.connect();
  EXPECT_TRUE(client.sees_end());
}

TEST(HttpConnectionLimit, one_connection_too_many_is_told_so) {
  const Impatient server({.connections = 2});
  auto first = server.connect();
  auto second = server.connect();
  EXPECT_EQ(first.request("GET", "/", "", {}).status, 200);
  EXPECT_EQ(second.request("GET", "/", "", {}).status, 200);
  auto third = server.connect();
  const auto refused = third.receive();
  expect_problem(refused, 503, "too_many_connections");
  EXPECT_EQ(refused.header("Retry-After"), "1");
  EXPECT_TRUE(third.sees_end());
  EXPECT_EQ(first.request("GET", "/", "", {}).status, 200);
}

using HttpStrangers = HttpWithTokens;

TEST_F(HttpStrangers, who_guesses_is_slowed_down_and_who_knows_is_not) {
  const auto good = make_token("viewer");
  for (int i = 0; i < 20; ++i) expect_problem(call_as("wrong", "GET", "/v1/agents"), 401, "unauthorized");
  const auto refused = call_as("baton_x_" + std::string(64, '0'), "GET", "/v1/agents");
  expect_problem(refused, 429, "too_many_failures");
  EXPECT_NE(refused.header("Retry-After"), "");
  expect_problem(call_as("", "POST", "/login", R"({"token":"wrong"})"), 429, "too_many_failures");
  EXPECT_EQ(call_as(good, "GET", "/v1/agents").status, 200);
  EXPECT_EQ(get("/v1/agents").status, 200);
  expect_problem(call_as("", "GET", "/v1/agents"), 401, "unauthorized");
}

/// Whose body never comes whole: what is answered was said of the head alone.
class HttpHeads : public HttpWithTokens {
 protected:
  HttpClient begin(const std::string& target, const std::string& fields = "",
                   const std::string& method = "POST") const {
    auto client = daemon_.connect();
    client.send(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "Content-Length: 100000\r\n\r\n");
    return client;
  }
  void expect_refused(HttpClient client, int status, const std::string& code) const {
    expect_problem(client.receive(), status, code);
    EXPECT_TRUE(client.sees_end());
  }
};

TEST_F(HttpHeads, the_body_of_a_stranger_is_not_waited_for) {
  expect_refused(begin("/v1/tasks"), 401, "unauthorized");
  expect_refused(begin("/v1/tasks", "Authorization: Bearer wrong\r\n"), 401, "unauthorized");
  expect_refused(begin("/v1/tasks", "Expect: 100-continue\r\n"), 401, "unauthorized");
  expect_refused(begin("/v1/nothing"), 404, "no_such_path");
  expect_refused(begin("/v1/tasks", "Origin: http://evil.example\r\n"), 403, "origin_not_allowed");
  expect_refused(begin("/v1/tasks", "", "PATCH"), 405, "method_not_allowed");
}

TEST_F(HttpHeads, the_body_of_who_is_known_is_waited_for) {
  const std::string known = "Authorization: Bearer " + make_token("orchestrator") + "\r\n";
  auto client = begin("/v1/tasks", known);
  auto polite = begin("/v1/tasks", known + "Expect: 100-continue\r\n");
  EXPECT_EQ(polite.receive().status, 100);
  const std::string body = R"({"kind":"work","payload":")" + std::string(100'000 - 28, 'x') + "\"}";
  for (auto* each : {&client, &polite}) {
    each->send(body);
    const auto answer = each->receive();
    EXPECT_EQ(answer.status, 201) << answer.body;
  }
}

TEST_F(HttpHeads, only_some_bodies_without_a_token_are_read_at_a_time) {
  std::deque<HttpClient> readers;
  for (std::size_t i = 0; i < http::limits::open_bodies; ++i) {
    readers.push_back(begin("/login", "Expect: 100-continue\r\n"));
    ASSERT_EQ(readers.back().receive().status, 100);
  }
  expect_refused(begin("/login"), 503, "too_many_open_bodies");
  EXPECT_EQ(call_as("", "POST", "/login", R"({"token":"wrong"})").status, 401) << "a whole one is no burden";
  readers.pop_back();
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{10};
  int status = 0;
  while (status != 100 && std::chrono::steady_clock::now() < until) {
    status = begin("/login", "Expect: 100-continue\r\n").receive().status;
  }
  EXPECT_EQ(status, 100) << "its place is free again";
}

}  // namespace baton::test
