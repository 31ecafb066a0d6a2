#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backend/postgres/client.hpp"
#include "backend/shared/durability.hpp"

namespace baton::postgres {

using shared::Durability;

/// The settings that matter, as our connections see them.
struct DurabilitySettings {
  std::string fsync = "on";
  std::string full_page_writes = "on";
  std::string synchronous_commit = "on";
  std::string synchronous_standby_names{};
  std::uint64_t standbys = 0;         ///< that receive the log at this moment
  std::uint64_t oldest_snapshot = 0;  ///< seconds for which it has kept dead rows from being removed

  bool operator==(const DurabilitySettings&) const = default;
};

Durability judge(const DurabilitySettings& settings);

/// Asks the server. unavailable: it could not be asked.
awaitable<Result<DurabilitySettings>> read_settings(std::shared_ptr<Client> client);

}  // namespace baton::postgres
