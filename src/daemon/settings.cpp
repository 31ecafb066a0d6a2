#include "daemon/settings.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

#include "cli/setting_table.hpp"
#include "cli/span.hpp"
#include "daemon/port_file.hpp"
#include "http/guard.hpp"
#include "store/tools.hpp"

namespace baton::daemon {

namespace {

/// It is part of the names of agents.
constexpr std::size_t most_node_bytes = 64;

/// Whether the URL names more than a user: a password behind the name, or an option that holds or may hold one.
bool shows_password(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return false;
  const std::string_view options = url.substr(std::min(url.find('?'), url.size()));
  if (options.contains("password=") || options.contains("session_url=")) return true;
  const std::string_view rest = url.substr(scheme + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
  const std::size_t at = authority.rfind('@');
  return at != std::string_view::npos && authority.substr(0, at).contains(':');
}

/// The variables into which the URLs belong that were typed with a password.
std::vector<std::string> find_passwords(const cli::Chosen& chosen) {
  std::vector<std::string> variables;
  for (const cli::Setting& setting : cli::setting_table()) {
    const bool typed = chosen.origin(setting.name) == cli::Origin::typed;
    if (setting.is_url && typed && shows_password(chosen.one(setting.name))) variables.emplace_back(setting.variable);
  }
  return variables;
}

Result<std::optional<http::CertificateFiles>> choose_tls(const cli::Chosen& chosen) {
  const bool with_certificate = chosen.is_set("tls_cert");
  if (with_certificate != chosen.is_set("tls_key")) {
    return fail(Errc::invalid, "TLS needs both a certificate and its key; give --tls-cert FILE and --tls-key FILE");
  }
  if (!with_certificate) return std::nullopt;
  return http::CertificateFiles{.certificate = chosen.one("tls_cert"), .key = chosen.one("tls_key")};
}

Result<http::Address> choose_address(const std::string& text, bool with_tls) {
  auto address = parse_address(text);
  if (!address) return address;
  if (auto right = http::check_address(*address); !right) return std::unexpected(right.error());
  if (with_tls || http::is_loopback(address->host)) return address;
  return fail(Errc::invalid, "`" + address->host +
                                 "` is not on loopback, and without TLS everybody on the network could read the "
                                 "token; give --tls-cert and --tls-key, or listen on 127.0.0.1 behind a TLS proxy");
}

Result<std::string> choose_node(const cli::Chosen& chosen) {
  const std::string& node = chosen.one("node");
  if (node.empty() || (is_identifier(node) && node.size() <= most_node_bytes)) return node;
  return fail(Errc::invalid, "--node takes 1 to 64 letters, digits and . _ : -, starting with a letter or digit");
}

/// As `Host` has it, without a port: an address, or a name.
bool is_host(const std::string& text) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_'; };
  if (http::check_address({.host = text, .port = 0})) return true;
  return !text.empty() && std::ranges::all_of(text, fits);
}

Result<std::vector<std::string>> choose_public_hosts(const cli::Chosen& chosen) {
  auto hosts = chosen.all("public_host");
  for (const std::string& host : hosts) {
    if (is_host(host)) continue;
    return fail(Errc::invalid, "--public-host takes a name or an address, not `" + host +
                                   "`; write it like baton.example, without a scheme or a port");
  }
  return hosts;
}

Result<std::optional<Duration>> choose_thread_ttl(const cli::Chosen& chosen) {
  if (!chosen.is_set("thread_ttl")) return std::nullopt;
  const auto span = cli::parse_span(chosen.one("thread_ttl"));
  if (span && *span > Duration::zero() && *span <= limits::longest_duration) return *span;
  return fail(Errc::invalid, "--thread-ttl takes a time like 30d, at most ten years");
}

Result<void> check_stores(const cli::Chosen& chosen) {
  const StoreOptions options{.name_space = chosen.one("namespace")};
  // Not every store has namespaces, but a store may be exchanged.
  if (!is_identifier(options.name_space)) {
    return fail(Errc::invalid, std::string("not a valid namespace: ") + kind::Identifier::rule);
  }
  if (auto right = check_url(chosen.one("store"), options); !right || !chosen.is_set("ephemeral")) return right;
  auto right = check_url(chosen.one("ephemeral"), options);
  if (!right) right.error().detail = "the ephemeral store: " + right.error().detail;
  return right;
}

Result<void> check_places(const cli::Chosen& chosen) {
  if (auto right = check_stores(chosen); !right || !chosen.is_set("port_file")) return right;
  return check_port_file(chosen.one("port_file"));
}

std::optional<std::string> if_set(const cli::Chosen& chosen, std::string_view name) {
  return chosen.is_set(name) ? std::optional(chosen.one(name)) : std::nullopt;
}

}  // namespace

Result<http::Address> parse_address(const std::string& text) {
  const auto colon = text.rfind(':');
  const std::string_view host = http::host_of(text);
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const bool whole = colon != std::string::npos && colon + 1 < text.size();
  const auto [stopped, error] = std::from_chars(whole ? text.data() + colon + 1 : end, end, port);
  if (!whole || host.empty() || error != std::errc{} || stopped != end) {
    return fail(Errc::invalid, "`" + text + "` is not an address to listen on; write it like 127.0.0.1:7777");
  }
  return http::Address{.host = std::string(host), .port = port};
}

Result<Settings> settle_settings(const cli::Serve& typed, const cli::Environment& environment) {
  const auto chosen = cli::choose_settings(typed.typed, environment);
  if (!chosen) return std::unexpected(chosen.error());
  return settle_settings(*chosen, typed.demo);
}

Result<Settings> settle_settings(const cli::Chosen& chosen, bool demo) {
  if (auto right = check_places(chosen); !right) return std::unexpected(right.error());
  auto tls = choose_tls(chosen);
  if (!tls) return std::unexpected(tls.error());
  auto node = choose_node(chosen);
  if (!node) return std::unexpected(node.error());
  auto thread_ttl = choose_thread_ttl(chosen);
  if (!thread_ttl) return std::unexpected(thread_ttl.error());
  auto public_hosts = choose_public_hosts(chosen);
  if (!public_hosts) return std::unexpected(public_hosts.error());
  auto address = choose_address(chosen.one("listen"), tls->has_value());
  if (!address) return std::unexpected(address.error());
  return Settings{
      .store = chosen.one("store"),
      .ephemeral = if_set(chosen, "ephemeral"),
      .name_space = chosen.one("namespace"),
      .listen = *std::move(address),
      .token_file = chosen.one("token_file"),
      .port_file = if_set(chosen, "port_file"),
      .tls = *std::move(tls),
      .public_hosts = *std::move(public_hosts),
      .demo = demo,
      .webhook_targets = chosen.one("webhook_targets") == "any" ? http::Targets::any : http::Targets::public_only,
      .subscriptions = chosen.subscriptions(),
      .jobs = chosen.jobs(),
      .thread_ttl = *thread_ttl,
      .node = *std::move(node),
      .assign = chosen.one("assign") == "push",
      .ttl = chosen.one("ttl"),
      .schemas = chosen.one("schemas"),
      .patterns = chosen.one("patterns"),
      .log_format = chosen.one("log_format"),
      .log_level = chosen.one("log_level"),
      .shown_passwords = find_passwords(chosen)};
}

}  // namespace baton::daemon
