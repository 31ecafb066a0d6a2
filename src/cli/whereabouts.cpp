#include "cli/whereabouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <cstdint>
#include <sstream>

#include "cli/daemon_note.hpp"
#include "cli/file_text.hpp"

namespace baton::cli {

namespace {

std::unexpected<Error> bad_daemon_url(std::string_view url) {
  return fail(
      Errc::invalid,
      fmt::format("`{}` is no address of a daemon; write it like http://127.0.0.1:7777 or https://baton.example", url));
}

/// 0, too: whoever listens there takes a free one.
bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc{} && end == text.data() + text.size();
}

bool is_own_machine(std::string_view host) {
  return host == "localhost" || host == "::1" ||
         (host.starts_with("127.") && !host.ends_with('.') &&
          std::ranges::all_of(host, [](char c) { return c == '.' || (c >= '0' && c <= '9'); }));
}

/// The URL that somebody chose for this call.
std::optional<std::string> named_url(const Call& call, const Chosen& settings, const Environment& environment) {
  if (call.has("--url")) return call.one("--url");
  return settings.origin("listen") == Origin::typed ? std::nullopt : environment("BATON_URL");
}

Result<Whereabouts> named_daemon(const Call& call, const Chosen& settings, const Environment& environment) {
  if (const auto url = named_url(call, settings, environment)) return parse_daemon_url(*url);
  auto where = reachable(settings);
  // Nobody can know which free port a daemon took.
  if (where && where->port == "0" && settings.origin("listen") != Origin::typed) where->port = Whereabouts().port;
  return where;
}

bool is_from_file(const Chosen& settings) {
  return settings.origin("listen") == Origin::file || settings.origin("public_host") == Origin::file;
}

/// A configuration that nobody named may be anybody's, as in a folder that was brought from elsewhere: what it says of other
/// machines counts only if a daemon of this user is known there.
Result<void> check_who_says_so(const Whereabouts& where, const Chosen& settings) {
  const bool named = settings.origin("config") != Origin::standard;
  if (named || !is_from_file(settings) || is_own_machine(where.host)) return {};
  if (noted_token_file(where.host + ":" + where.port)) return {};
  return fail(Errc::invalid,
              fmt::format("the baton.toml of this folder names another machine, {0}; if you trust it, say "
                          "so with --config baton.toml or --url {0}",
                          where.url()));
}

bool is_configured(const Whereabouts& where, const Chosen& settings) {
  const auto configured = reachable(settings);
  return configured && configured->url() == where.url();
}

struct FoundToken {
  std::string text;
  std::string from;
};

Result<FoundToken> token_from_file(const std::string& path, std::string_view named_by) {
  auto token = token_in(path);
  if (!token) return std::unexpected(token.error());
  return FoundToken{.text = *std::move(token), .from = fmt::format("{} ({})", path, named_by)};
}

/// A token that somebody chose for this call.
Result<std::optional<FoundToken>> named_token(const Call& call, const Environment& environment) {
  if (call.has("--token-file")) return token_from_file(call.one("--token-file"), "--token-file");
  if (auto token = environment("BATON_TOKEN")) return FoundToken{.text = *std::move(token), .from = "BATON_TOKEN"};
  if (const auto path = environment("BATON_TOKEN_FILE")) return token_from_file(*path, "BATON_TOKEN_FILE");
  return std::optional<FoundToken>();
}

std::optional<FoundToken> noted_token(const Whereabouts& where) {
  const auto noted = noted_token_file(where.host + ":" + where.port);
  if (!noted) return std::nullopt;
  auto token = token_from_file(*noted, "as the daemon noted");
  return token ? std::optional(*std::move(token)) : std::nullopt;
}

/// The token of a daemon on this machine, or of the one that the settings are about.
Result<FoundToken> own_token(const Whereabouts& where, const Chosen& settings) {
  if (settings.origin("token_file") != Origin::standard) {
    return token_from_file(settings.one("token_file"), "token_file in the configuration");
  }
  if (auto noted = noted_token(where)) return *std::move(noted);
  return token_from_file(settings.one("token_file"), "beside the store");
}

Result<FoundToken> find_token(const Call& call, const Environment& environment, const Whereabouts& where,
                              const Chosen& settings) {
  auto named = named_token(call, environment);
  if (!named) return std::unexpected(named.error());
  if (*named) return **std::move(named);
  if (is_own_machine(where.host) || is_configured(where, settings)) return own_token(where, settings);
  if (auto noted = noted_token(where)) return *std::move(noted);
  return fail(Errc::unauthorized,
              fmt::format("there is no token for {}; put it into BATON_TOKEN, or name a file that holds it with "
                          "--token-file",
                          where.url()));
}

}  // namespace

Result<Whereabouts> parse_daemon_url(std::string_view url) {
  const std::string_view typed = url;
  Whereabouts where;
  where.tls = url.starts_with("https://");
  if (const auto scheme = url.find("://"); scheme != std::string_view::npos) {
    if (!where.tls && !url.starts_with("http://")) return bad_daemon_url(typed);
    url.remove_prefix(scheme + 3);
  }
  while (url.ends_with('/')) url.remove_suffix(1);
  const bool bracketed = url.starts_with('[') && url.contains(']');
  const auto host_end = bracketed ? url.find(']') + 1 : url.find(':');
  const std::string_view host = url.substr(0, host_end);
  const std::string_view port = host_end < url.size() ? url.substr(host_end) : std::string_view{};
  const bool good_port = port.empty() || (port.starts_with(':') && is_port(port.substr(1)));
  if (host.empty() || host.find_first_of("/@?# ") != std::string_view::npos || !good_port) return bad_daemon_url(typed);
  where.host = bracketed ? host.substr(1, host.size() - 2) : host;
  if (!port.empty()) where.port = port.substr(1);
  return where;
}

Result<std::string> token_in(const std::string& path) {
  const auto text = text_in_file(path);
  std::string token;
  if (text && std::istringstream(*text) >> token) return token;
  return fail(Errc::unauthorized,
              fmt::format("no token in {}: {}; the daemon says at its start where its token is: name that file with "
                          "--token-file or in BATON_TOKEN_FILE",
                          path, text ? "it is empty" : text.error().detail));
}

Whereabouts reachable(Whereabouts listening, const std::vector<std::string>& public_hosts) {
  boost::system::error_code no_number;
  const auto address = boost::asio::ip::make_address(listening.host, no_number);
  if (no_number || !address.is_unspecified()) return listening;
  listening.host = address.is_v6() ? "::1" : "127.0.0.1";
  if (!public_hosts.empty()) listening.host = public_hosts.front();
  return listening;
}

Result<Whereabouts> reachable(const Chosen& settings) {
  auto listening = parse_daemon_url((settings.is_set("tls_cert") ? "https://" : "http://") + settings.one("listen"));
  if (!listening) return listening;
  return reachable(*std::move(listening), settings.all("public_host"));
}

Result<Whereabouts> locate_daemon(const Call& call, const Chosen& settings, const Environment& environment) {
  auto where = named_daemon(call, settings, environment);
  if (!where) return where;
  if (const auto set = environment("BATON_CA_FILE")) where->ca_file = *set;
  if (call.has("--ca-file")) where->ca_file = call.one("--ca-file");
  return where;
}

Result<Whereabouts> find_daemon(const Call& call, const Environment& environment) {
  Typed typed;
  if (call.has("--config")) typed.values["config"] = call.all("--config");
  const auto settings = choose_settings(typed, environment);
  if (!settings) return std::unexpected(settings.error());
  return find_daemon(call, *settings, environment);
}

Result<Whereabouts> find_daemon(const Call& call, const Chosen& settings, const Environment& environment) {
  auto where = locate_daemon(call, settings, environment);
  if (!where) return where;
  if (!named_url(call, settings, environment)) {
    if (auto told = check_who_says_so(*where, settings); !told) return std::unexpected(told.error());
  }
  if (!where->tls && !is_own_machine(where->host)) {
    return fail(Errc::invalid, fmt::format("{} is another machine, and without TLS everybody between could read the "
                                           "token; write https://",
                                           where->url()));
  }
  auto token = find_token(call, environment, *where, settings);
  if (!token) return std::unexpected(token.error());
  where->token = std::move(token->text);
  where->token_from = std::move(token->from);
  return where;
}

}  // namespace baton::cli
