#include "http/problem.hpp"

#include "core/codec_values.hpp"
#include "core/parse.hpp"
#include "core/redact.hpp"
#include "http/bodies.hpp"
#include "http/limits.hpp"

namespace baton::http {

namespace {

struct Row {
  unsigned status;
  std::string_view title;
  std::string_view next;
};

Row row_of(Errc code) {
  switch (code) {
    case Errc::not_found: return {404, "There is no such thing", "check the id, or list what there is"};
    case Errc::conflict: return {409, "It is not in the state the request expects", "read it again and decide again"};
    case Errc::stale_fence:
      return {409, "The caller no longer holds what it claims to hold",
              "stop that piece of work; its result does not count"};
    case Errc::invalid:
      return {400, "The request cannot succeed as it is", "correct what the detail names and send it again"};
    case Errc::unauthorized: return {401, "No valid credentials", "send the header `Authorization: Bearer TOKEN`"};
    case Errc::forbidden:
      return {403, "These credentials are not for this",
              "use a token that is for it; the detail says what this one is for"};
    case Errc::unavailable:
      return {503, "The store cannot do it now",
              "send the same request again after a moment; if its outcome is not known, look first"};
    case Errc::corrupt: return {500, "Stored data is damaged", "look at the daemon's log and at /v1/health"};
    case Errc::exhausted:
      return {429, "A bound is reached", "finish or remove something first; the detail names the bound"};
  }
  return {500, "Unknown error", "look at the daemon's log"};
}

}  // namespace

Problem problem_of(const Error& error) {
  if (is_too_deep(error)) return json_too_deep(error.detail);
  const Row row = row_of(error.code);
  Problem problem{.status = row.status,
                  .code = to_text(error.code),
                  .title = row.title,
                  .detail = error.detail,
                  .next = std::string(row.next),
                  .expected = error.expected,
                  .actual = error.actual};
  if (error.code == Errc::unavailable) problem.fields.push_back({"Retry-After", "1"});
  if (error.code == Errc::unauthorized) problem.fields.push_back({"WWW-Authenticate", "Bearer"});
  return problem;
}

Problem bad_request(std::string detail, std::string next) {
  return {.status = 400,
          .code = "bad_request",
          .title = "Not a well-formed request",
          .detail = std::move(detail),
          .next = std::move(next)};
}

Problem no_such_path(std::string_view path) {
  return {.status = 404,
          .code = "no_such_path",
          .title = "There is nothing at this path",
          .detail = "no route for " + std::string(path),
          .next = "check the path; /openapi.json lists all that there are"};
}

Problem method_not_allowed(Method method, const std::string& allowed) {
  return {
      .status = 405,
      .code = "method_not_allowed",
      .title = "This path does not take this method",
      .detail = method == Method::other ? "no path takes this method" : "the method is " + std::string(to_text(method)),
      .next = "use " + allowed,
      .fields = {{"Allow", allowed}}};
}

Problem host_not_allowed(std::string_view host) {
  return {.status = 403,
          .code = "host_not_allowed",
          .title = "The Host header names another machine",
          .detail = "Host is `" + std::string(host) + "`",
          .next = "use the address that the daemon printed at its start, or allow the name with --public-host"};
}

Problem origin_not_allowed(std::string_view origin) {
  return {.status = 403,
          .code = "origin_not_allowed",
          .title = "Requests from other web pages are refused",
          .detail = "Origin is `" + std::string(origin) + "`",
          .next = "open the page from this daemon's own address"};
}

Problem origin_missing() {
  return {.status = 403,
          .code = "origin_missing",
          .title = "A change by cookie needs an Origin",
          .detail = "the request has a cookie, no token and no Origin header",
          .next = "send the token in the header `Authorization: Bearer TOKEN`"};
}

Problem too_many_failures(std::chrono::seconds wait) {
  return {.status = 429,
          .code = "too_many_failures",
          .title = "Too many wrong credentials from this address",
          .detail = "more than " + std::to_string(limits::failures) + " within " +
                    std::to_string(limits::failure_window.count()) + " s",
          .next = "use a token that is known; it works at once",
          .fields = {{"Retry-After", std::to_string(wait.count())}}};
}

Problem unauthorized(std::string detail) {
  return problem_of({.code = Errc::unauthorized, .detail = std::move(detail)});
}

Problem forbidden(Role has, Role needs) {
  return problem_of({.code = Errc::forbidden,
                     .detail = "the token has the role " + std::string(to_text(has)) + ", this needs " +
                               std::string(to_text(needs))});
}

Problem request_line_too_long() {
  return {.status = 414,
          .code = "request_line_too_long",
          .title = "The request line is too long",
          .detail = "more than " + std::to_string(limits::request_line_bytes) + " bytes",
          .next = "send fewer or shorter query parameters"};
}

Problem headers_too_large() {
  return {.status = 431,
          .code = "headers_too_large",
          .title = "The headers are too large",
          .detail = "more than " + std::to_string(limits::header_bytes) + " bytes of header fields",
          .next = "send fewer or shorter headers"};
}

Problem too_many_headers() {
  return {.status = 431,
          .code = "too_many_headers",
          .title = "There are too many headers",
          .detail = "more than " + std::to_string(limits::header_fields) + " header fields",
          .next = "send fewer headers"};
}

Problem body_too_large() {
  return {.status = 413,
          .code = "body_too_large",
          .title = "The body is too large",
          .detail = "more than " + std::to_string(limits::body_bytes) + " bytes",
          .next = "split the request, or keep large values elsewhere and send a reference"};
}

Problem json_too_deep(std::string detail) {
  return {.status = 400,
          .code = "json_too_deep",
          .title = "The JSON is nested too deeply",
          .detail = std::move(detail),
          .next = "flatten the value, or send its inner part as a text"};
}

Problem too_slow() {
  return {.status = 408,
          .code = "too_slow",
          .title = "The request did not arrive in time",
          .detail = "headers must be complete within " + std::to_string(limits::header_time.count()) +
                    " s and the body within " + std::to_string(limits::body_time.count()) + " s",
          .next = "send the whole request at once"};
}

Problem too_many_connections() {
  return {.status = 503,
          .code = "too_many_connections",
          .title = "The daemon has no room for another connection",
          .detail = std::to_string(limits::connections) + " are open",
          .next = "reuse connections, or try again after a moment",
          .fields = {{"Retry-After", "1"}}};
}

Problem too_many_open_bodies() {
  return {.status = 503,
          .code = "too_many_open_bodies",
          .title = "Too many requests without a token are being read",
          .detail = "of " + std::to_string(limits::open_bodies) + " such requests the body is still on its way",
          .next = "send it again after a moment, the whole request at once",
          .fields = {{"Retry-After", "1"}}};
}

Problem internal_error() {
  return {.status = 500,
          .code = "internal_error",
          .title = "A fault of the daemon",
          .detail = "the request could not be finished because of a bug",
          .next = "look for the request id in the daemon's log and report it"};
}

Response to_response(const Problem& problem, std::string_view request_id) {
  ProblemDocument document{.type = "urn:baton:problem:" + std::string(problem.code),
                           .title = std::string(problem.title),
                           .status = problem.status,
                           .code = std::string(problem.code),
                           .detail = redacted(problem.detail),
                           .next = problem.next,
                           .request_id = std::string(request_id),
                           .expected = {},
                           .actual = {}};
  if (!problem.expected.empty()) document.expected = problem.expected;
  if (!problem.actual.empty()) document.actual = problem.actual;
  return {.status = problem.status,
          .body = encode(document).text() + "\n",
          .content_type = "application/problem+json",
          .fields = problem.fields};
}

}  // namespace baton::http
