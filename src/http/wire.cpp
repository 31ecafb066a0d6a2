#include "http/wire.hpp"

#include <algorithm>

namespace baton::http {

namespace {

// Whatever is served to a browser by mistake must not run there, be framed or leak where it came from.
constexpr std::string_view security_fields =
    "X-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n";

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ").append(value).append("\r\n");
}

bool has_body(const Response& response) { return response.status != 204 && response.status != 304; }

bool says_caching(const Response& response) {
  return std::ranges::find(response.fields, "Cache-Control", &Named::name) != response.fields.end();
}

}  // namespace

std::string head_of(const Response& response, std::string_view request_id, bool keep_alive) {
  std::string out;
  out.reserve(512);
  out.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  out.append(reason_of(response.status)).append("\r\n");
  if (has_body(response)) {
    append_field(out, "Content-Type", response.content_type);
    if (!response.stream) append_field(out, "Content-Length", std::to_string(response.body.size()));
  }
  append_field(out, "X-Request-Id", request_id);
  if (!says_caching(response)) append_field(out, "Cache-Control", "no-store");
  out += security_fields;
  for (const auto& field : response.fields) append_field(out, field.name, field.value);
  append_field(out, "Connection", keep_alive ? "keep-alive" : "close");
  out += "\r\n";
  return out;
}

std::string_view content_of(const Response& response) {
  return has_body(response) ? std::string_view(response.body) : std::string_view();
}

}  // namespace baton::http
