#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend/redis/client.hpp"
#include "backend/shared/durability.hpp"

namespace baton::redis {

using shared::Durability;

/// The settings that matter, as the server tells them; unset: it would not say.
struct Settings {
  std::optional<std::string> appendonly{};
  std::optional<std::string> appendfsync{};
  std::optional<std::string> no_appendfsync_on_rewrite{};
  std::optional<std::string> maxmemory_policy{};
  bool fails_over = false;   ///< a replica may take over that has not acknowledged every write
  bool open_to_all = false;  ///< off loopback, and asks for no password

  bool operator==(const Settings&) const = default;
};

Durability judge(const Settings& settings);

/// Asks the server. unavailable: it could not be asked.
awaitable<Result<Settings>> read_settings(std::shared_ptr<Client> client, Target target);

}  // namespace baton::redis
