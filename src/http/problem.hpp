#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "http/message.hpp"

namespace baton::http {

/// An RFC 9457 problem: what happened, and what to do next.
struct Problem {
  unsigned status = 500;
  std::string_view code;   ///< what a program decides by; stable
  std::string_view title;  ///< the same for every problem of this code
  std::string detail;
  std::string next;
  std::string expected{};
  std::string actual{};
  std::vector<Named> fields{};  ///< of the response
};

/// The one table from the store's errors to HTTP.
Problem problem_of(const Error& error);

Problem bad_request(std::string detail, std::string next);
Problem no_such_path(std::string_view path);
Problem method_not_allowed(Method method, const std::string& allowed);
Problem host_not_allowed(std::string_view host);
Problem origin_not_allowed(std::string_view origin);
Problem origin_missing();
Problem unauthorized(std::string detail);
Problem too_many_failures(std::chrono::seconds wait);
Problem forbidden(Role has, Role needs);
Problem request_line_too_long();
Problem headers_too_large();
Problem too_many_headers();
Problem body_too_large();
Problem json_too_deep(std::string detail);
Problem too_slow();
Problem too_many_connections();
Problem too_many_open_bodies();
Problem internal_error();

Response to_response(const Problem& problem, std::string_view request_id);

}  // namespace baton::http
