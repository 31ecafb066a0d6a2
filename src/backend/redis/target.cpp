#include "backend/redis/target.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace baton::redis {
namespace {

constexpr std::uint16_t server_port = 6379;
constexpr std::uint16_t sentinel_port = 26379;

struct Scheme {
  std::string_view prefix;
  bool sentinel;
  bool tls;
};

constexpr std::array schemes{
    Scheme{"redis://", false, false},
    Scheme{"rediss://", false, true},
    Scheme{"redis+sentinel://", true, false},
    Scheme{"rediss+sentinel://", true, true},
};

/// What went wrong never repeats a part of the URL that may hold credentials.
std::unexpected<Error> bad(std::string_view why) {
  return fail(Errc::invalid, "the Redis URL " + std::string(why) +
                                 "; write redis://[user:password@]host[:port][/database] (rediss:// for TLS) or "
                                 "redis+sentinel://host[:port][,host[:port]]/name[/database]");
}

/// The parts of a URL behind its scheme.
struct Parts {
  std::string_view credentials;
  std::string_view hosts;
  std::string_view path;
  std::string_view query;
};

/// `text` up to `mark`; `text` keeps what is behind it.
std::string_view cut(std::string_view& text, char mark) {
  const auto at = text.find(mark);
  const std::string_view head = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return head;
}

Parts split(std::string_view rest) {
  Parts parts;
  parts.path = cut(rest, '?');
  parts.query = rest;
  parts.hosts = cut(parts.path, '/');
  if (const auto at = parts.hosts.rfind('@'); at != std::string_view::npos) {
    parts.credentials = parts.hosts.substr(0, at);
    parts.hosts.remove_prefix(at + 1);
  }
  return parts;
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]);
    const auto low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    plain.push_back(static_cast<char>(*high * 16 + *low));
    i += 2;
  }
  return plain;
}

template <class Number>
std::optional<Number> number_in(std::string_view text, Number most) {
  Number number{};
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{} || end != text.data() + text.size() || number > most) return std::nullopt;
  return number;
}

Result<void> read_credentials(std::string_view text, Target& target) {
  const std::string_view user = cut(text, ':');
  auto plain_user = percent_decoded(user);
  auto plain_password = percent_decoded(text);
  if (!plain_user || !plain_password) return bad("has a broken % sequence in its user or password (write %25 for %)");
  target.user = *std::move(plain_user);
  target.password = *std::move(plain_password);
  return {};
}

Result<std::uint16_t> read_port(std::string_view text) {
  const auto port = number_in<std::uint16_t>(text, std::numeric_limits<std::uint16_t>::max());
  if (!port || *port == 0) return bad("has a port that is no number from 1 to 65535");
  return *port;
}

bool is_host(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\r\n@[]:%#\\") == std::string_view::npos;
}

Result<Address> read_host(std::string_view text, std::uint16_t default_port) {
  Address address{.host = {}, .port = default_port};
  std::string_view rest = text;
  if (text.starts_with('[')) {
    address.host = std::string(cut(rest, ']').substr(1));
    boost::system::error_code wrong;
    boost::asio::ip::make_address_v6(address.host, wrong);
    if (wrong || !text.contains(']') || !(rest.empty() || rest.starts_with(':')))
      return bad("has no IPv6 address in its brackets");
    if (rest.empty()) return address;
    rest.remove_prefix(1);
  } else {
    address.host = std::string(cut(rest, ':'));
    if (!is_host(address.host)) {
      return bad("has no valid host (percent-encode special characters of the password; an IPv6 address stands in [])");
    }
    if (!text.contains(':')) return address;
  }
  const auto port = read_port(rest);
  if (!port) return std::unexpected(port.error());
  address.port = *port;
  return address;
}

Result<void> read_addresses(std::string_view text, const Scheme& scheme, Target& target) {
  if (!scheme.sentinel && text.contains(',')) return bad("names several servers, which only redis+sentinel:// may");
  if (text.ends_with(',')) return bad("has a comma without a server behind it");
  do {
    auto address = read_host(cut(text, ','), scheme.sentinel ? sentinel_port : server_port);
    if (!address) return std::unexpected(std::move(address.error()));
    target.addresses.push_back(*std::move(address));
  } while (!text.empty());
  return {};
}

Result<void> read_path(std::string_view path, const Scheme& scheme, Target& target) {
  if (scheme.sentinel) {
    auto name = percent_decoded(cut(path, '/'));
    if (!name || name->empty()) return bad("lacks the name that the Sentinels know the primary by");
    target.primary = *std::move(name);
  }
  if (path.empty()) return {};
  const auto database = number_in<std::uint32_t>(path, std::numeric_limits<std::int32_t>::max());
  if (!database) return bad("has a database that is no number");
  target.database = *database;
  return {};
}

std::string* option_named(std::string_view name, Target& target) {
  if (name == "ca") return &target.ca_file;
  if (name == "sentinel_user") return &target.sentinel_user;
  if (name == "sentinel_password") return &target.sentinel_password;
  return nullptr;
}

Result<void> read_options(std::string_view query, const Scheme& scheme, Target& target) {
  while (!query.empty()) {
    std::string_view value = cut(query, '&');
    const std::string_view name = cut(value, '=');
    std::string* option = option_named(name, target);
    if (option == nullptr) return bad("has an option that is not known (known: ca, sentinel_user, sentinel_password)");
    if (name == "ca" && !scheme.tls) return bad("has the option ca, which only rediss:// takes");
    if (name != "ca" && !scheme.sentinel) return bad("has a Sentinel's option, which only redis+sentinel:// takes");
    auto plain = percent_decoded(value);
    if (!plain || plain->empty() || !option->empty()) return bad("has an option that is empty, broken or given twice");
    *option = *std::move(plain);
  }
  return {};
}

bool is_local(const Address& address) {
  if (address.host == "localhost") return true;
  boost::system::error_code no_number;
  const auto number = boost::asio::ip::make_address(address.host, no_number);
  return !no_number && number.is_loopback();
}

}  // namespace

std::string to_text(const Address& address) {
  const bool is_v6 = address.host.contains(':');
  return (is_v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

std::optional<Address> read_address(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = read_port(text.substr(colon + 1));
  if (!port) return std::nullopt;
  const std::string_view host = text.substr(0, colon);
  return Address{.host = host == "?" ? std::string() : std::string(host), .port = *port};
}

Result<Target> parse_target(std::string_view url) {
  const auto* scheme = std::ranges::find_if(schemes, [url](const Scheme& one) { return url.starts_with(one.prefix); });
  if (scheme == schemes.end()) return bad("begins with no scheme of Redis");
  const Parts parts = split(url.substr(scheme->prefix.size()));
  Target target;
  target.tls = scheme->tls;
  if (auto read = read_credentials(parts.credentials, target); !read) return std::unexpected(std::move(read.error()));
  if (auto read = read_addresses(parts.hosts, *scheme, target); !read) return std::unexpected(std::move(read.error()));
  if (auto read = read_path(parts.path, *scheme, target); !read) return std::unexpected(std::move(read.error()));
  if (auto read = read_options(parts.query, *scheme, target); !read) return std::unexpected(std::move(read.error()));
  return target;
}

bool is_loopback(const Target& target) { return std::ranges::all_of(target.addresses, is_local); }

}  // namespace baton::redis
