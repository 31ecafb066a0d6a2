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

Result<std::string> first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line) || line.empty()) {
    return fail(Errc::unavailable,
                "BATON_STORE_FILE names " + path +
                    ", which cannot be read or is empty; it should hold one line with the store's URL");
  }
  return line;
}

Result<std::string> choose_store(const cli::Serve& typed, const Environment& environment, const ConfigFile& config) {
  if (typed.store) return *typed.store;
  if (auto url = environment("BATON_STORE")) return *std::move(url);
  if (const auto path = environment("BATON_STORE_FILE")) return first_line(*path);
  return config.store.value_or(std::string(default_store));
}

std::string choose_namespace(const cli::Serve& typed, const Environment& environment, const ConfigFile& config) {
  if (typed.name_space) return *typed.name_space;
  if (auto name = environment("BATON_NAMESPACE")) return *std::move(name);
  return config.name_space.value_or("default");
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
  auto store = choose_store(typed, environment, *config);
  if (!store) return std::unexpected(store.error());
  const auto listen = typed.listen ? typed.listen : config->listen;
  auto address = parse_address(listen.value_or(std::string(default_listen)));
  if (!address) return std::unexpected(address.error());
  if (!http::is_loopback(address->host)) {
    return fail(Errc::invalid, "`" + address->host +
                                   "` is not on loopback, and without TLS everybody on the network could read the "
                                   "token; listen on 127.0.0.1 and put a TLS proxy in front");
  }
  const auto token_file = typed.token_file ? typed.token_file : config->token_file;
  return Settings{.store = *store,
                  .name_space = choose_namespace(typed, environment, *config),
                  .listen = *std::move(address),
                  .token_file = token_file.value_or(token_beside(*store)),
                  .port_file = typed.port_file,
                  .demo = typed.demo,
                  .shows_password = typed.store && without_credentials(*typed.store) != *typed.store};
}

}  // namespace baton::daemon
