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
constexpr unsigned http_1_1 = 11;

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

/// Lines that end so are none of HTTP/1.1 here, and whoever sends them waits for an answer.
bool has_bare_line_feed(std::string_view head) {
  for (auto at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
    if (at == 0 || head[at - 1] != '\r') return true;
  }
  return false;
}

/// A target may name its host itself, and then that one counts, whatever Host says (RFC 9112, 3.2.2).
void adopt_authority(Arrival& arrival) {
  const std::string_view target = arrival.target;
  const auto scheme_end = target.find("://");
  if (scheme_end == std::string_view::npos) return;
  const auto scheme = target.substr(0, scheme_end);
  if (!equal_ignoring_case(scheme, "http") && !equal_ignoring_case(scheme, "https")) return;
  const auto rest = target.substr(scheme_end + 3);
  const auto end = std::min(rest.find_first_of("/?"), rest.size());
  for (auto& field : arrival.fields) {
    if (equal_ignoring_case(field.name, "Host")) field.value = rest.substr(0, end);
  }
  arrival.target = (rest.substr(end).starts_with('/') ? "" : "/") + std::string(rest.substr(end));
}

/// Where a body in any other coding ends cannot be told, and a proxy may see its end elsewhere than we do.
bool is_framed_strangely(const beast::request<beast::string_body>& message) {
  const auto [first, last] = message.equal_range(beast::field::transfer_encoding);
  if (first == last) return false;
  return std::next(first) != last || !equal_ignoring_case(first->value(), "chunked") || message.version() < http_1_1;
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
  const auto head_end = input.find(head_break);
  if (has_bare_line_feed(std::string_view(input).substr(0, head_end))) {
    return break_with(bad_request("a line of the head ends in LF alone", "end every line of the head with CR LF"));
  }
  // Given in one piece: a parser that takes the head bit by bit would hide from us how long it is.
  if (head_end == std::string::npos) return Step::need_more;
  boost::system::error_code error;
  const auto used = parser_->put(boost::asio::buffer(input), error);
  input.erase(0, used);
  if (error == beast::error::need_more) return Step::need_more;
  if (error) return break_with(problem_in(error));
  const auto& fields = parser_->get();
  if (static_cast<std::size_t>(std::distance(fields.begin(), fields.end())) > limits::header_fields) {
    return break_with(too_many_headers());
  }
  if (is_framed_strangely(fields)) {
    return break_with(bad_request("the body has a Transfer-Encoding other than `chunked`",
                                  "send the body as it is with a Content-Length, or in chunks by HTTP/1.1"));
  }
  keep_head();
  return parser_->is_done() ? Step::complete : Step::head_done;
}

/// What comes behind the body as fields is none of the head, where credentials are looked for.
void RequestReader::keep_head() {
  const auto& message = parser_->get();
  arrival_.method = parse_method(message.method_string());
  arrival_.target = std::string(message.target());
  arrival_.fields.reserve(usual_fields);
  for (const auto& field : message) {
    arrival_.fields.push_back({std::string(field.name_string()), std::string(field.value())});
  }
  adopt_authority(arrival_);
}

RequestReader::Step RequestReader::feed_body(std::string& input) {
  while (!parser_->is_done()) {
    // Beast takes it for granted that the last chunk is not given to it in smaller bits.
    if (input.size() < (parser_->chunked() ? last_chunk.size() : 1)) return Step::need_more;
    // It has no bound for the line before a chunk and for the fields behind the last one: both have to fit into this much.
    const auto given = std::min(input.size(), limits::header_bytes);
    boost::system::error_code error;
    const auto used = parser_->put(boost::asio::buffer(input.data(), given), error);
    input.erase(0, used);
    if (error && error != beast::error::need_more) return break_with(problem_in(error));
    if (error && used == 0) return given < limits::header_bytes ? Step::need_more : break_with(headers_too_large());
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
  arrival_.body = std::move(parser_->get().body());
  return std::move(arrival_);
}

}  // namespace baton::http
