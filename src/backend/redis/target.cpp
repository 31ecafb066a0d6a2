#include "backend/redis/target.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace baton::redis {

using shared::cut;
using shared::number_in;
using shared::percent_decoded;
using shared::read_host;
using shared::read_port;

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

Result<void> read_addresses(std::string_view text, const Scheme& scheme, Target& target) {
  if (!scheme.sentinel && text.contains(',')) return bad("names several servers, which only redis+sentinel:// may");
  if (text.ends_with(',')) return bad("has a comma without a server behind it");
  do {
    auto address = read_host(cut(text, ','), scheme.sentinel ? sentinel_port : server_port);
    if (!address) return bad(address.error());
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

}  // namespace

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
  const shared::UrlParts parts = shared::split_url(url.substr(scheme->prefix.size()));
  Target target;
  target.tls = scheme->tls;
  auto credentials = shared::read_credentials(parts.credentials);
  if (!credentials) return bad(credentials.error());
  target.user = std::move(credentials->user);
  target.password = std::move(credentials->password);
  if (auto read = read_addresses(parts.hosts, *scheme, target); !read) return std::unexpected(std::move(read.error()));
  if (auto read = read_path(parts.path, *scheme, target); !read) return std::unexpected(std::move(read.error()));
  if (auto read = read_options(parts.query, *scheme, target); !read) return std::unexpected(std::move(read.error()));
  return target;
}

bool is_loopback(const Target& target) { return std::ranges::all_of(target.addresses, shared::is_local); }

}  // namespace baton::redis
