#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baton/error.hpp"
#include "engine/subscription.hpp"

namespace baton::daemon {

/// What baton.toml may say.
struct ConfigFile {
  std::optional<std::string> store{};
  std::optional<std::string> ephemeral{};
  std::optional<std::string> name_space{};
  std::optional<std::string> listen{};
  std::optional<std::string> token_file{};
  std::optional<std::string> assign{};
  std::optional<std::string> tls_cert{};
  std::optional<std::string> tls_key{};
  std::optional<std::string> public_host{};  ///< several with commas between them
  std::optional<std::string> webhook_targets{};
  std::vector<Subscription> subscriptions{};
};

/// unavailable: it cannot be read. invalid: not TOML, an unknown key, a value of another type; the line is named.
Result<ConfigFile> read_config(const std::string& path);

}  // namespace baton::daemon
