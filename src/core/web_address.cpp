#include "core/web_address.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace baton {

namespace {

constexpr std::size_t longest_url = 2048;
constexpr std::uint16_t http_port = 80;
constexpr std::uint16_t https_port = 443;

std::unexpected<Error> malformed(std::string_view why) {
  return fail(Errc::invalid, "the URL " + std::string(why) + "; it should be of the form https://host[:port]/path");
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<std::uint16_t> port_in(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

bool is_visible(char c) { return c > ' ' && c < 0x7f; }

bool is_host(std::string_view host) {
  return !host.empty() && host.size() <= 253 && std::ranges::all_of(host, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_' || c == ':';
  });
}

/// Splits `host:port` or `[host]:port`; the port is empty if there is none.
struct Authority {
  std::string_view host;
  std::string_view port;
  bool has_port = false;
};
Authority split(std::string_view authority) {
  const bool v6 = authority.starts_with('[');
  const auto end = v6 ? authority.find(']') : authority.find(':');
  if (end == std::string_view::npos) return {.host = v6 ? std::string_view{} : authority, .port = {}};
  const auto host = v6 ? authority.substr(1, end - 1) : authority.substr(0, end);
  const auto rest = authority.substr(v6 ? end + 1 : end);
  if (rest.empty()) return {.host = host, .port = {}};
  return {.host = rest.starts_with(':') ? host : std::string_view{}, .port = rest.substr(1), .has_port = true};
}

}  // namespace

Result<WebAddress> WebAddress::parse(std::string_view url) {
  if (url.size() > longest_url) return malformed("is longer than 2048 bytes");
  if (!std::ranges::all_of(url, is_visible)) return malformed("has characters that have to be escaped");
  WebAddress address;
  address.secure = take_prefix(url, "https://");
  if (!address.secure && !take_prefix(url, "http://"))
    return malformed("begins neither with https:// nor with http://");
  const auto authority = url.substr(0, url.find_first_of("/?#"));
  url.remove_prefix(authority.size());
  if (authority.contains('@')) return malformed("holds a user or password, which would be shown with it");
  if (url.contains('#')) return malformed("has a fragment, which no server ever sees");
  const auto [host, port, has_port] = split(authority);
  if (!is_host(host)) return malformed("names no host");
  const auto number = has_port ? port_in(port) : std::optional(address.secure ? https_port : http_port);
  if (!number) return malformed("has a port that is none");
  address.host = host;
  address.port = *number;
  address.target = (url.starts_with('/') ? "" : "/") + std::string(url);
  return address;
}

std::string WebAddress::authority() const {
  const std::string name = host.contains(':') ? "[" + host + "]" : host;
  return port == (secure ? https_port : http_port) ? name : name + ":" + std::to_string(port);
}

}  // namespace baton
