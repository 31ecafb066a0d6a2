#include "backend/postgres/target.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace baton::postgres {

using shared::cut;
using shared::number_in;
using shared::percent_decoded;

namespace {

constexpr std::uint16_t server_port = 5432;
constexpr std::size_t least_pool = 2;
constexpr std::size_t most_pool = 10;
constexpr std::int64_t most_timeout = std::numeric_limits<std::int32_t>::max();

constexpr std::array<std::string_view, 2> schemes{"postgres://", "postgresql://"};

/// Options that libpq takes as they are.
constexpr std::array<std::string_view, 10> of_libpq{
    "application_name", "channel_binding", "krbsrvname", "options", "ssl_min_protocol_version",
    "sslcert",          "sslcrl",          "sslkey",     "sslmode", "sslrootcert"};
constexpr std::array<std::string_view, 6> ssl_modes{"disable", "allow",     "prefer",
                                                    "require", "verify-ca", "verify-full"};

constexpr std::string_view known_options =
    "known: session_url, pool, statement_timeout, connect_timeout, host, and of libpq application_name, "
    "channel_binding, krbsrvname, options, ssl_min_protocol_version, sslcert, sslcrl, sslkey, sslmode, sslrootcert";

/// What went wrong never repeats a part of the URL that may hold credentials.
std::unexpected<Error> bad(std::string_view why) {
  return fail(Errc::invalid, "the PostgreSQL URL " + std::string(why) +
                                 "; write postgres://[user:password@]host[:port]/database[?option=value&…]");
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 40 &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

/// C text: what libpq would read only up to its first zero byte is refused.
std::optional<std::string> decoded(std::string_view text) {
  auto plain = percent_decoded(text);
  if (plain && plain->contains('\0')) return std::nullopt;
  return plain;
}

shared::Reading<Address> read_address(std::string_view text) {
  if (!text.starts_with("%2F") && !text.starts_with("%2f")) return shared::read_host(text, server_port);
  std::string_view rest = text;
  auto folder = decoded(cut(rest, ':'));
  if (!folder || folder->contains(',')) return std::unexpected("has a broken path of a socket");
  Address address{.host = *std::move(folder), .port = server_port};
  if (!text.contains(':')) return address;
  const auto port = shared::read_port(rest);
  if (!port) return std::unexpected(port.error());
  address.port = *port;
  return address;
}

Result<void> read_addresses(std::string_view text, Target& target) {
  if (text.ends_with(',')) return bad("has a comma without a server behind it");
  while (!text.empty()) {
    auto address = read_address(cut(text, ','));
    if (!address) return bad(address.error());
    target.addresses.push_back(*std::move(address));
  }
  return {};
}

/// A whole number in [least, most].
Result<std::int64_t> read_number(std::string_view name, std::string_view value, std::int64_t least, std::int64_t most) {
  const auto number = number_in<std::int64_t>(value, most);
  if (number && *number >= least) return *number;
  return bad("has a wrong value of the option " + std::string(name) + ": write a number from " + std::to_string(least) +
             " to " + std::to_string(most));
}

Result<bool> read_number_option(std::string_view name, const std::string& value, Target& target) {
  const auto into = [&](auto& field, std::int64_t least, std::int64_t most) -> Result<bool> {
    const auto number = read_number(name, value, least, most);
    if (!number) return std::unexpected(number.error());
    field = std::remove_reference_t<decltype(field)>(*number);
    return true;
  };
  if (name == "pool") return into(target.pool, least_pool, most_pool);
  if (name == "statement_timeout") return into(target.statement_timeout, 1, most_timeout);
  if (name == "connect_timeout") return into(target.connect_timeout, 1, 600);
  return false;
}

Result<void> read_session_url(std::string value, Target& target) {
  const auto session = parse_target(value);
  if (!session) return bad("has a session_url that cannot be read; percent-encode it, as any value of an option");
  if (!session->session_url.empty()) return bad("has a session_url within its session_url");
  target.session_url = std::move(value);
  return {};
}

Result<void> read_socket_folder(const std::string& value, Target& target) {
  if (!target.addresses.empty() || !value.starts_with('/') || value.contains(',')) {
    return bad("has the option host, which only names the folder of a socket where no host stands before it");
  }
  target.addresses.push_back({.host = value, .port = server_port});
  return {};
}

Result<void> read_option(std::string_view name, std::string value, Target& target) {
  const auto number = read_number_option(name, value, target);
  if (!number) return std::unexpected(number.error());
  if (*number) return {};
  if (name == "session_url") return read_session_url(std::move(value), target);
  if (name == "host") return read_socket_folder(value, target);
  if (std::ranges::find(of_libpq, name) == of_libpq.end()) {
    return bad("has an option that is not known" + (is_name(name) ? ": " + std::string(name) : std::string()) + " (" +
               std::string(known_options) + ")");
  }
  if (name == "sslmode" && std::ranges::find(ssl_modes, value) == ssl_modes.end()) {
    return bad("has a wrong sslmode (known: disable, allow, prefer, require, verify-ca, verify-full)");
  }
  target.settings.emplace(name, std::move(value));
  return {};
}

Result<void> read_options(std::string_view query, Target& target) {
  std::vector<std::string_view> seen;
  while (!query.empty()) {
    std::string_view value = cut(query, '&');
    const std::string_view name = cut(value, '=');
    auto plain = decoded(value);
    const bool twice = std::ranges::find(seen, name) != seen.end();
    if (!plain || plain->empty() || twice) return bad("has an option that is empty, broken or given twice");
    if (auto read = read_option(name, *std::move(plain), target); !read) return read;
    seen.push_back(name);
  }
  return {};
}

bool is_here(const Address& address) { return address.host.starts_with('/') || shared::is_local(address); }

}  // namespace

Result<Target> parse_target(std::string_view url) {
  const auto* scheme = std::ranges::find_if(schemes, [url](std::string_view one) { return url.starts_with(one); });
  if (scheme == schemes.end()) return bad("begins with no scheme of PostgreSQL");
  const shared::UrlParts parts = shared::split_url(url.substr(scheme->size()));
  Target target;
  auto credentials = shared::read_credentials(parts.credentials);
  if (!credentials) return bad(credentials.error());
  target.user = std::move(credentials->user);
  target.password = std::move(credentials->password);
  auto database = decoded(parts.path);
  if (!database || parts.path.contains('/')) return bad("has a broken name of a database");
  target.database = *std::move(database);
  if ((target.user + target.password).contains('\0')) return bad("has a zero byte in its user or password");
  if (auto read = read_addresses(parts.hosts, target); !read) return std::unexpected(std::move(read.error()));
  if (auto read = read_options(parts.query, target); !read) return std::unexpected(std::move(read.error()));
  target.settings.emplace("sslmode", is_loopback(target) ? "prefer" : "require");
  return target;
}

bool is_loopback(const Target& target) { return std::ranges::all_of(target.addresses, is_here); }

Target session_target(const Target& target) {
  if (target.session_url.empty()) return target;
  auto session = parse_target(target.session_url);
  return session ? *std::move(session) : target;
}

}  // namespace baton::postgres
