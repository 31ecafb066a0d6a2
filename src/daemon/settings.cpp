#include "daemon/settings.hpp"

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include "baton/open.hpp"
#include "daemon/config_file.hpp"
#include "http/guard.hpp"

namespace baton::daemon {

namespace {

constexpr std::string_view default_store = "sqlite:state.db";
constexpr std::string_view default_listen = "127.0.0.1:7777";
constexpr std::string_view default_config = "baton.toml";
constexpr std::string_view token_name = "baton.token";

Result<ConfigFile> load_config(const cli::Serve& typed) {
  if (typed.config) return read_config(*typed.config);
  std::error_code ignored;
  if (std::filesystem::exists(default_config, ignored)) return read_config(std::string(default_config));
  return ConfigFile{};
}

constexpr const char* store_variable = "BATON_STORE";
constexpr const char* ephemeral_variable = "BATON_EPHEMERAL";

Result<std::string> first_line(const std::string& variable, const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line) || line.empty()) {
    return fail(Errc::unavailable, variable + " names " + path +
                                       ", which cannot be read or is empty; it should hold one line with the "
                                       "store's URL");
  }
  return line;
}

/// A store's URL as typed, from the variable, from the file that the variable with _FILE names, or as configured.
Result<std::optional<std::string>> choose_url(const std::optional<std::string>& typed, const std::string& variable,
                                              const Environment& environment,
                                              const std::optional<std::string>& configured) {
  if (typed) return typed;
  if (auto url = environment(variable.c_str())) return url;
  const std::string by_file = variable + "_FILE";
  const auto path = environment(by_file.c_str());
  if (!path) return configured;
  auto line = first_line(by_file, *path);
  if (!line) return std::unexpected(std::move(line.error()));
  return *std::move(line);
}

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

std::vector<std::string> find_passwords(const cli::Serve& typed) {
  std::vector<std::string> variables;
  if (shows_password(typed.store.value_or(""))) variables.emplace_back(store_variable);
  if (shows_password(typed.ephemeral.value_or(""))) variables.emplace_back(ephemeral_variable);
  return variables;
}

std::string choose_namespace(const cli::Serve& typed, const Environment& environment, const ConfigFile& config) {
  if (typed.name_space) return *typed.name_space;
  if (auto name = environment("BATON_NAMESPACE")) return *std::move(name);
  return config.name_space.value_or("default");
}

/// Whether the supervisor gives tasks to idle agents, or leaves it to them to claim.
Result<bool> choose_assign(const cli::Serve& typed, const Environment& environment, const ConfigFile& config) {
  std::string way = config.assign.value_or("push");
  if (auto set = environment("BATON_ASSIGN")) way = *std::move(set);
  if (typed.assign) way = *typed.assign;
  if (way == "push" || way == "pull") return way == "push";
  return fail(Errc::invalid, "`" + way +
                                 "` is no way to assign tasks; write push (the supervisor gives tasks to idle "
                                 "agents, which may still claim) or pull (agents claim)");
}

std::optional<std::string> choose(const std::optional<std::string>& typed, const char* variable,
                                  const Environment& environment, const std::optional<std::string>& configured) {
  if (typed) return typed;
  if (auto set = environment(variable)) return set;
  return configured;
}

Result<std::optional<http::CertificateFiles>> choose_tls(const cli::Serve& typed, const Environment& environment,
                                                         const ConfigFile& config) {
  auto certificate = choose(typed.tls_cert, "BATON_TLS_CERT", environment, config.tls_cert);
  auto key = choose(typed.tls_key, "BATON_TLS_KEY", environment, config.tls_key);
  if (certificate.has_value() != key.has_value()) {
    return fail(Errc::invalid, "TLS needs both a certificate and its key; give --tls-cert FILE and --tls-key FILE");
  }
  if (!certificate) return std::nullopt;
  return http::CertificateFiles{.certificate = *std::move(certificate), .key = *std::move(key)};
}

Result<http::Address> choose_address(const std::string& text, bool with_tls) {
  auto address = parse_address(text);
  if (!address || with_tls || http::is_loopback(address->host)) return address;
  return fail(Errc::invalid, "`" + address->host +
                                 "` is not on loopback, and without TLS everybody on the network could read the "
                                 "token; give --tls-cert and --tls-key, or listen on 127.0.0.1 behind a TLS proxy");
}

/// As typed, one by one, or from a text with commas between them.
std::vector<std::string> choose_hosts(const cli::Serve& typed, const Environment& environment,
                                      const ConfigFile& config) {
  if (!typed.public_hosts.empty()) return typed.public_hosts;
  std::istringstream list(choose({}, "BATON_PUBLIC_HOST", environment, config.public_host).value_or(""));
  std::vector<std::string> hosts;
  for (std::string host; std::getline(list, host, ',');) {
    std::erase(host, ' ');
    if (!host.empty()) hosts.push_back(host);
  }
  return hosts;
}

/// Where webhooks may go.
Result<http::Targets> choose_targets(const Environment& environment, const ConfigFile& config) {
  std::string targets = config.webhook_targets.value_or("any");
  if (auto set = environment("BATON_WEBHOOK_TARGETS")) targets = *std::move(set);
  if (targets == "any") return http::Targets::any;
  if (targets == "public") return http::Targets::public_only;
  return fail(Errc::invalid, "`" + targets +
                                 "` says nothing about where webhooks may go; write any, or public (no address of "
                                 "this machine or of a private network)");
}

/// Beside the store, so that whoever may read the state finds the key to it.
std::string token_beside(std::string_view store) {
  static constexpr std::string_view sqlite = "sqlite:";
  if (!store.starts_with(sqlite)) return std::string(token_name);
  return (std::filesystem::path(store.substr(sqlite.size())).parent_path() / token_name).string();
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

Result<Settings> settle_settings(const cli::Serve& typed, const Environment& environment) {
  const auto config = load_config(typed);
  if (!config) return std::unexpected(config.error());
  const auto chosen = choose_url(typed.store, store_variable, environment, config->store);
  if (!chosen) return std::unexpected(chosen.error());
  auto ephemeral = choose_url(typed.ephemeral, ephemeral_variable, environment, config->ephemeral);
  if (!ephemeral) return std::unexpected(ephemeral.error());
  const std::string store = chosen->value_or(std::string(default_store));
  const auto listen = typed.listen ? typed.listen : config->listen;
  auto tls = choose_tls(typed, environment, *config);
  if (!tls) return std::unexpected(tls.error());
  auto address = choose_address(listen.value_or(std::string(default_listen)), tls->has_value());
  if (!address) return std::unexpected(address.error());
  const auto assign = choose_assign(typed, environment, *config);
  if (!assign) return std::unexpected(assign.error());
  const auto targets = choose_targets(environment, *config);
  if (!targets) return std::unexpected(targets.error());
  const auto token_file = typed.token_file ? typed.token_file : config->token_file;
  return Settings{.store = store,
                  .ephemeral = *std::move(ephemeral),
                  .name_space = choose_namespace(typed, environment, *config),
                  .listen = *std::move(address),
                  .token_file = token_file.value_or(token_beside(store)),
                  .port_file = typed.port_file,
                  .tls = *std::move(tls),
                  .public_hosts = choose_hosts(typed, environment, *config),
                  .demo = typed.demo,
                  .webhook_targets = *targets,
                  .subscriptions = config->subscriptions,
                  .assign = *assign,
                  .shown_passwords = find_passwords(typed)};
}

}  // namespace baton::daemon
