#include <gtest/gtest.h>

#include <array>
#include <boost/asio/ip/address.hpp>

#include "http/guard.hpp"
#include "http/private_address.hpp"
#include "http/query.hpp"
#include "http/request_reader.hpp"
#include "http/routes.hpp"
#include "http/target.hpp"

namespace baton::http {

namespace {

using Step = RequestReader::Step;

const std::string sample = "POST /v1/tasks?a=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello";

Step feed_all(RequestReader& reader, std::string& input) {
  Step step = reader.feed(input);
  while (step == Step::head_done) step = reader.feed(input);
  return step;
}

awaitable<Result<Response>> nothing(Services /*services*/, Request /*request*/) { co_return Response{}; }

}  // namespace

TEST(HttpTarget, is_taken_apart_and_decoded) {
  const auto target = parse_target("/v1/agents/a%2Fb?lane=a+b%21&empty&x=1%3D2");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->segments, (std::vector<std::string>{"v1", "agents", "a/b"}));
  EXPECT_EQ(target->query, (std::vector<Named>{{"lane", "a b!"}, {"empty", ""}, {"x", "1=2"}}));
}

TEST(HttpTarget, refuses_what_is_broken) {
  for (const char* text : {"", "v1", "http://localhost/", "*", "/a%", "/a%1", "/a%1g", "/?a=1&a=2", "/?a=%"}) {
    EXPECT_FALSE(parse_target(text)) << text;
  }
}

TEST(HttpRequestReader, gives_the_same_request_however_the_bytes_are_cut) {
  for (std::size_t cut = 1; cut < sample.size(); ++cut) {
    RequestReader reader;
    std::string input = sample.substr(0, cut);
    ASSERT_EQ(feed_all(reader, input), Step::need_more) << cut;
    input += sample.substr(cut);
    ASSERT_EQ(feed_all(reader, input), Step::complete) << cut;
    const auto arrival = reader.take();
    EXPECT_EQ(arrival.method, Method::post);
    EXPECT_EQ(arrival.target, "/v1/tasks?a=1");
    EXPECT_EQ(arrival.field("host"), "localhost");
    EXPECT_EQ(arrival.body, "hello");
  }
}

TEST(HttpRequestReader, takes_chunks_byte_by_byte) {
  RequestReader reader;
  std::string input = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
  ASSERT_EQ(reader.feed(input), Step::head_done);
  for (const char byte : std::string("5\r\nhello\r\n0\r\n\r")) {
    input += byte;
    ASSERT_EQ(reader.feed(input), Step::need_more);
  }
  input += '\n';
  ASSERT_EQ(reader.feed(input), Step::complete);
  EXPECT_EQ(reader.take().body, "hello");
}

TEST(HttpRequestReader, refuses_at_once_what_cannot_become_a_request) {
  const std::string tls_greeting = std::string("\x16\x03\x01\x02\x00\x01\x00\x01", 8);
  for (const std::string& bytes :
       {tls_greeting, std::string("\0", 1), std::string("GE\x80"), std::string("{\"kind\":"), std::string("\n"),
        std::string("GET / HTTP/1.1\n"), std::string("GET / HTTP/1.1\r\nHost: localhost\n\n")}) {
    RequestReader reader;
    std::string input = bytes;
    EXPECT_EQ(reader.feed(input), Step::broken) << bytes;
    EXPECT_EQ(reader.problem().code, "bad_request");
  }
  RequestReader reader;
  std::string input = tls_greeting;
  reader.feed(input);
  EXPECT_TRUE(reader.problem().next.starts_with("use http:// instead of https://")) << reader.problem().next;
}

TEST(HttpRequestReader, waits_for_the_rest_of_an_empty_line_and_of_a_method) {
  RequestReader reader;
  std::string input = "\r";
  EXPECT_EQ(reader.feed(input), Step::need_more);
  input += "\nGE";
  EXPECT_EQ(reader.feed(input), Step::need_more);
  input += "T / HTTP/1.1\r\n\r\n";
  EXPECT_EQ(reader.feed(input), Step::complete);
}

TEST(HttpRequestReader, takes_a_line_feed_of_the_body_for_what_it_is) {
  RequestReader reader;
  std::string input = "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na\nb";
  ASSERT_EQ(feed_all(reader, input), Step::complete);
  EXPECT_EQ(reader.take().body, "a\nb");
}

TEST(HttpRequestReader, takes_the_host_from_a_target_that_names_it) {
  const std::vector<std::array<std::string, 3>> targets{
      {"http://a.example:1/v1/tasks?x=/", "a.example:1", "/v1/tasks?x=/"},
      {"HTTPS://a.example", "a.example", "/"},
      {"http://a.example?x=1", "a.example", "/?x=1"},
      {"/v1?at=http://a.example/", "localhost", "/v1?at=http://a.example/"},
      {"ftp://a.example/", "localhost", "ftp://a.example/"}};
  for (const auto& [target, host, path] : targets) {
    RequestReader reader;
    std::string input = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ASSERT_EQ(reader.feed(input), Step::complete) << target;
    const auto arrival = reader.take();
    EXPECT_EQ(arrival.field("Host"), host);
    EXPECT_EQ(arrival.target, path);
  }
}

TEST(HttpRequestReader, leaves_what_follows_for_the_next) {
  RequestReader reader;
  std::string input = sample + "GET / HTTP/1.1\r\n\r\n";
  ASSERT_EQ(feed_all(reader, input), Step::complete);
  EXPECT_EQ(input, "GET / HTTP/1.1\r\n\r\n");
}

TEST(HttpGuard, tells_the_host_of_an_authority) {
  EXPECT_EQ(host_of("localhost:80"), "localhost");
  EXPECT_EQ(host_of("[::1]:80"), "::1");
  EXPECT_EQ(host_of("[::1]"), "::1");
  EXPECT_EQ(host_of("localhost"), "localhost");
  for (const char* broken : {"[::1", "[::1]evil.example:80", "[::1]:x", "localhost:80x", "localhost:80:80", "::1"}) {
    EXPECT_EQ(host_of(broken), "") << broken;
  }
  EXPECT_TRUE(is_loopback("127.9.9.9"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_FALSE(is_loopback("127.0.0.1.evil.example"));
  EXPECT_FALSE(is_loopback("2130706433"));
  EXPECT_FALSE(is_loopback(""));
}

TEST(HttpPrivateAddress, is_told_also_where_it_is_wrapped_in_another) {
  for (const char* text :
       {"127.0.0.1", "10.1.2.3", "169.254.169.254", "::", "::1", "fe80::1", "fd00::1", "fec0::1", "ff02::1",
        "::ffff:10.0.0.1", "::10.0.0.1", "::ffff:0:192.168.0.1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::808:808", "64:ff9b:1:ffff::1", "2002:a00:1::1", "2002:7f00:1::"}) {
    EXPECT_TRUE(is_private(boost::asio::ip::make_address(text))) << text;
  }
  for (const char* text : {"8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::8.8.8.8",
                           "64:ff9b:0:0:0:1:a00:1", "64:ff9b:2::a00:1", "2002:808:808::10.0.0.1", "2003:a00:1::1"}) {
    EXPECT_FALSE(is_private(boost::asio::ip::make_address(text))) << text;
  }
}

TEST(HttpQuery, names_what_is_wrong_first) {
  Query query({{"limit", "x"}, {"other", "1"}});
  std::uint32_t limit = 7;
  query.number("limit", limit);
  EXPECT_EQ(limit, 7U);
  ASSERT_FALSE(query.done());
  EXPECT_NE(query.done().error().detail.find("`limit`"), std::string::npos);
}

TEST(HttpRoutes, tell_a_missing_path_from_a_missing_method) {
  static const std::vector<Route> routes{Route(Method::get, "/a/{x}", Role::viewer, "look", "", {&nothing, nullptr}),
                                         Route(Method::post, "/a/{x}", Role::agent, "do", "", {&nothing, nullptr})};
  const RouteTable table(routes);
  const auto found = table.match(Method::head, {"a", "1"});
  ASSERT_TRUE(std::holds_alternative<RouteFound>(found));
  EXPECT_EQ(std::get<RouteFound>(found).placeholders, (std::vector<Named>{{"x", "1"}}));
  const auto other = table.match(Method::put, {"a", "1"});
  ASSERT_TRUE(std::holds_alternative<MethodMissing>(other));
  EXPECT_EQ(std::get<MethodMissing>(other).allowed, "GET, HEAD, POST");
  EXPECT_TRUE(std::holds_alternative<PathMissing>(table.match(Method::get, {"a"})));
}

}  // namespace baton::http
