#include "http/request_reader.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "http/limits.hpp"

namespace baton::http {

namespace beast = boost::beast::http;

struct RequestReader::Parser : beast::request_parser<beast::string_body> {};

namespace {

constexpr std::string_view line_break = "\r\n";
constexpr std::string_view head_break = "\r\n\r\n";
constexpr std::string_view last_chunk = "0\r\n\r\n";
constexpr std::size_t usual_fields = 8;

/// Beast has one limit for the whole head, so its parts are measured here, on the bytes themselves.
std::optional<Problem> oversize(std::string_view input) {
  const auto line = std::min(input.find(line_break), input.size());
  if (line > limits::request_line_bytes) return request_line_too_long();
  const auto head = std::min(input.find(head_break), input.size());
  if (head - line > limits::header_bytes) return headers_too_large();
  return std::nullopt;
}

constexpr std::string_view tls_greeting = "\x16\x03";

bool is_token_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").contains(c);
}

/// A request begins with a token. Who speaks something else may wait for us before it sends a line end.
std::optional<Problem> foreign_speech(std::string_view input) {
  if (std::ranges::all_of(input.substr(0, input.find_first_of(" \r\n")), is_token_character)) return std::nullopt;
  if (!input.starts_with(tls_greeting)) {
    return bad_request("the bytes sent are not an HTTP/1.1 request: they begin with no method",
                       "speak HTTP/1.1 to this port");
  }
  return bad_request("the bytes sent are TLS, and this port speaks plain HTTP",
                     "use http:// instead of https://, or give the daemon a certificate with --tls-cert and --tls-key");
}

Problem problem_in(const boost::system::error_code& error) {
  if (error == beast::error::body_limit) return body_too_large();
  if (error == beast::error::header_limit) return headers_too_large();
  return bad_request("the bytes sent are not an HTTP/1.1 request: " + error.message(),
                     "speak HTTP/1.1 to this port; https:// needs a daemon with a certificate");
}

}  // namespace

RequestReader::RequestReader() : parser_(std::make_unique<Parser>()) {
  parser_->header_limit(limits::request_line_bytes + limits::header_bytes + 1024);
  parser_->body_limit(limits::body_bytes);
  parser_->eager(false);
}

RequestReader::~RequestReader() = default;

RequestReader::Step RequestReader::break_with(Problem problem) {
  problem_ = std::move(problem);
  return Step::broken;
}

RequestReader::Step RequestReader::feed(std::string& input) {
  return parser_->is_header_done() ? feed_body(input) : feed_head(input);
}

RequestReader::Step RequestReader::feed_head(std::string& input) {
  // An empty line before the request line is to be ignored.
  while (input.starts_with(line_break)) input.erase(0, line_break.size());
  if (auto problem = oversize(input)) return break_with(*std::move(problem));
  if (auto problem = foreign_speech(input)) return break_with(*std::move(problem));
  // Given in one piece: a parser that takes the head bit by bit would hide from us how long it is.
  if (!input.contains(head_break)) return Step::need_more;
  boost::system::error_code error;
  const auto used = parser_->put(boost::asio::buffer(input), error);
  input.erase(0, used);
  if (error == beast::error::need_more) return Step::need_more;
  if (error) return break_with(problem_in(error));
  const auto& fields = parser_->get();
  if (static_cast<std::size_t>(std::distance(fields.begin(), fields.end())) > limits::header_fields) {
    return break_with(too_many_headers());
  }
  return parser_->is_done() ? Step::complete : Step::head_done;
}

RequestReader::Step RequestReader::feed_body(std::string& input) {
  while (!parser_->is_done()) {
    // Beast takes it for granted that the last chunk is not given to it in smaller bits.
    if (input.size() < (parser_->chunked() ? last_chunk.size() : 1)) return Step::need_more;
    boost::system::error_code error;
    const auto used = parser_->put(boost::asio::buffer(input), error);
    input.erase(0, used);
    if (error == beast::error::need_more) return Step::need_more;
    if (error) return break_with(problem_in(error));
  }
  return Step::complete;
}

bool RequestReader::expects_continue() const {
  const auto& fields = parser_->get();
  const auto expect = fields.find(beast::field::expect);
  return expect != fields.end() && equal_ignoring_case(expect->value(), "100-continue");
}

bool RequestReader::keep_alive() const { return parser_->keep_alive(); }

Arrival RequestReader::take() {
  auto message = parser_->release();
  Arrival arrival;
  arrival.method = parse_method(message.method_string());
  arrival.target = std::string(message.target());
  arrival.fields.reserve(usual_fields);
  for (const auto& field : message) {
    arrival.fields.push_back({std::string(field.name_string()), std::string(field.value())});
  }
  arrival.body = std::move(message.body());
  return arrival;
}

}  // namespace baton::http
