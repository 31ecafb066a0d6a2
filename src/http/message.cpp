#include "http/message.hpp"

#include <algorithm>
#include <array>

namespace baton::http {

namespace {

constexpr std::array<std::pair<Method, std::string_view>, 6> methods{{{Method::get, "GET"},
                                                                      {Method::head, "HEAD"},
                                                                      {Method::post, "POST"},
                                                                      {Method::put, "PUT"},
                                                                      {Method::patch, "PATCH"},
                                                                      {Method::delete_, "DELETE"}}};

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view to_text(Method method) {
  for (const auto& [known, text] : methods) {
    if (known == method) return text;
  }
  return "other";
}

Method parse_method(std::string_view text) {
  for (const auto& [known, name] : methods) {
    if (name == text) return known;
  }
  return Method::other;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::string_view> Arrival::field(std::string_view name) const {
  for (const auto& field : fields) {
    if (equal_ignoring_case(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::size_t Arrival::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(fields, [name](const Named& field) { return equal_ignoring_case(field.name, name); }));
}

std::string_view Request::placeholder(std::string_view name) const {
  for (const auto& field : path) {
    if (field.name == name) return field.value;
  }
  return {};
}

std::string_view reason_of(unsigned status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    default: return "Internal Server Error";
  }
}

}  // namespace baton::http
