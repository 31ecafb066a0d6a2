#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/presence.hpp"
#include "http/body_source.hpp"
#include "http/caller.hpp"

namespace baton::http {

enum class Method { get, head, post, put, patch, delete_, other };

std::string_view to_text(Method method);
Method parse_method(std::string_view text);

struct Named {
  std::string name;
  std::string value;

  bool operator==(const Named&) const = default;
};

/// What came over the wire, before anything was decided about it.
struct Arrival {
  Method method = Method::other;
  std::string target;
  std::vector<Named> fields;
  std::string body;
  std::string request_id;
  std::string address;  ///< of the client
  Presence peer;

  /// The first field of that name, in either case.
  std::optional<std::string_view> field(std::string_view name) const;
  std::size_t count(std::string_view name) const;
};

/// A request that passed the middleware: its path is taken apart and its caller is known.
struct Request {
  Arrival arrival;
  std::vector<Named> path;                 ///< what the placeholders of the route's path stand for
  std::vector<Named> query;                ///< decoded, no name twice
  std::shared_ptr<const Caller> caller{};  ///< unset where no credentials are asked for

  std::string_view placeholder(std::string_view name) const;
};

struct Response {
  unsigned status = 200;
  std::string body{};
  std::string_view content_type = "application/json";
  std::vector<Named> fields{};
  std::string object{};                  ///< what it was about, where the path does not say; for the audit
  std::shared_ptr<BodySource> stream{};  ///< instead of `body`; the connection ends with it
};

std::string_view reason_of(unsigned status);

bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace baton::http
