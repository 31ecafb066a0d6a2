#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/text_table.hpp"
#include "engine/command_spawner.hpp"
#include "engine/job_profile.hpp"
#include "engine/webhook_source.hpp"

namespace baton {

/// How runs of a kind are started.
enum class SpawnerKind : std::uint8_t { fleet, process, command };

template <>
inline constexpr std::array names_of<SpawnerKind> = std::to_array<std::string_view>({"fleet", "process", "command"});

struct SafetySettings {
  std::uint64_t max_bytes = 256 * 1024;
  bool secrets = true;
  std::vector<std::string> deny{};
  std::vector<std::string> command{};  ///< empty: none
  Duration command_timeout = std::chrono::seconds{30};

  bool operator==(const SafetySettings&) const = default;
};

/// Jobs of one kind, as they are configured.
struct JobKindSettings {
  KindName kind;
  SpawnerKind spawner = SpawnerKind::fleet;
  JobCommand command{};
  SchedulerCommands scheduler{};
  std::optional<Lane> lane{};
  Duration timeout = std::chrono::hours{1};
  std::uint32_t max_attempts = 3;
  std::uint32_t history = 50;
  SafetySettings safety{};

  bool operator==(const JobKindSettings&) const = default;
};

struct JobSettings {
  std::vector<JobKindSettings> kinds{};
  WebhookSources webhooks{};
};

/// invalid: a kind lacks what its spawner needs.
Result<void> check(const JobKindSettings& settings);

std::shared_ptr<const SafetyPipeline> make_pipeline(const SafetySettings& settings);

/// Everything that jobs are done with. Kinds that are not configured are done by the fleet.
std::shared_ptr<const JobProfiles> make_profiles(const boost::asio::any_io_executor& executor, const JobStore& store,
                                                 std::shared_ptr<const JobSurroundings> where,
                                                 const JobSettings& settings);

}  // namespace baton
