#pragma once

#include <charconv>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace baton::shared {

struct Address {
  std::string host;
  std::uint16_t port = 0;

  bool operator==(const Address&) const = default;
};

/// `host:port`, with brackets around an IPv6 host.
std::string to_text(const Address& address);
/// Whether nobody but this machine can reach it.
bool is_local(const Address& address);

/// What a part of a URL says, or why it says nothing. The reason never repeats the part: it may be a password.
template <class T>
using Reading = std::expected<T, std::string_view>;

/// The parts of a URL behind its scheme.
struct UrlParts {
  std::string_view credentials;
  std::string_view hosts;
  std::string_view path;
  std::string_view query;
};
UrlParts split_url(std::string_view behind_scheme);

/// `text` up to `mark`; `text` keeps what is behind it.
std::string_view cut(std::string_view& text, char mark);

/// Nothing: a % sequence is broken.
std::optional<std::string> percent_decoded(std::string_view text);

struct Credentials {
  std::string user;
  std::string password;
};
Reading<Credentials> read_credentials(std::string_view text);

Reading<std::uint16_t> read_port(std::string_view text);
/// `host`, `host:port`, `[v6]` or `[v6]:port`.
Reading<Address> read_host(std::string_view text, std::uint16_t default_port);

template <class Number>
std::optional<Number> number_in(std::string_view text, Number most) {
  Number number{};
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{} || end != text.data() + text.size() || number > most) return std::nullopt;
  return number;
}

}  // namespace baton::shared
