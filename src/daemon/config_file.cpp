#include "daemon/config_file.hpp"

#include <toml++/toml.h>

#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

#include "daemon/config_subscriptions.hpp"

namespace baton::daemon {

namespace {

struct Key {
  std::string_view name;
  std::optional<std::string> ConfigFile::* member;
};

constexpr std::array keys{Key{"store", &ConfigFile::store},
                          Key{"ephemeral", &ConfigFile::ephemeral},
                          Key{"namespace", &ConfigFile::name_space},
                          Key{"listen", &ConfigFile::listen},
                          Key{"token_file", &ConfigFile::token_file},
                          Key{"assign", &ConfigFile::assign},
                          Key{"tls_cert", &ConfigFile::tls_cert},
                          Key{"tls_key", &ConfigFile::tls_key},
                          Key{"public_host", &ConfigFile::public_host},
                          Key{"webhook_targets", &ConfigFile::webhook_targets}};

std::string place(const std::string& path, const toml::source_region& source) {
  return path + ":" + std::to_string(source.begin.line) + ": ";
}

Result<void> take(ConfigFile& config, std::string_view name, const toml::node& value, const std::string& path) {
  if (name == "subscription") {
    auto subscriptions = read_subscriptions(value, path);
    if (!subscriptions) return std::unexpected(std::move(subscriptions.error()));
    config.subscriptions = *std::move(subscriptions);
    return {};
  }
  std::string known;
  for (const auto& key : keys) {
    known += std::string(key.name) + ", ";
    if (key.name != name) continue;
    config.*key.member = value.value<std::string>();
    if (config.*key.member) return {};
    return fail(Errc::invalid, place(path, value.source()) + "`" + std::string(name) + "` must be a text in quotes");
  }
  return fail(Errc::invalid, place(path, value.source()) + "unknown key `" + std::string(name) + "`; known: " + known +
                                 "subscription");
}

}  // namespace

Result<ConfigFile> read_config(const std::string& path) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file)
    return fail(Errc::unavailable, "cannot read the configuration file " + path + "; name another with --config");
  ConfigFile config;
  try {
    const auto table = toml::parse(text);
    for (const auto& [name, value] : table) {
      if (auto taken = take(config, name.str(), value, path); !taken) return std::unexpected(taken.error());
    }
  } catch (const toml::parse_error& error) {
    return fail(Errc::invalid, place(path, error.source()) + std::string(error.description()));
  }
  return config;
}

}  // namespace baton::daemon
