#include "engine/job_settings.hpp"

#include "engine/fleet_spawner.hpp"
#include "engine/process_spawner.hpp"
#include "engine/safety_checks.hpp"

namespace baton {

namespace {

std::shared_ptr<JobSpawner> make_spawner(const boost::asio::any_io_executor& executor, const JobStore& store,
                                         const std::shared_ptr<const JobSurroundings>& where,
                                         const JobKindSettings& settings) {
  switch (settings.spawner) {
    case SpawnerKind::fleet: return std::make_shared<FleetSpawner>(store, settings.lane);
    case SpawnerKind::process: return std::make_shared<ProcessSpawner>(executor, where, settings.command);
    case SpawnerKind::command: return std::make_shared<CommandSpawner>(where, settings.scheduler);
  }
  return nullptr;
}

}  // namespace

Result<void> check(const JobKindSettings& settings) {
  const std::string name = "jobs." + settings.kind.str();
  if (settings.spawner == SpawnerKind::process && settings.command.arguments.empty()) {
    return fail(Errc::invalid, name + " needs `command`, a list: the program and its arguments");
  }
  if (settings.spawner == SpawnerKind::command) {
    const auto& scheduler = settings.scheduler;
    for (const JobCommand* step : {&scheduler.create, &scheduler.status, &scheduler.logs, &scheduler.remove}) {
      if (step->arguments.empty()) {
        return fail(Errc::invalid, name + " needs `create`, `status`, `logs` and `delete`, each a list");
      }
    }
  }
  if (settings.lane && is_reserved(*settings.lane))
    return fail(Errc::invalid, name + ": lanes of `baton.` are reserved");
  if (settings.max_attempts == 0 || settings.max_attempts > limits::attempts || settings.history == 0 ||
      settings.history > limits::page) {
    return fail(Errc::invalid, name + ": max_attempts and history are from 1 to 1000");
  }
  return {};
}

std::shared_ptr<const SafetyPipeline> make_pipeline(const SafetySettings& settings) {
  SafetyChecks checks{std::make_shared<SizeCheck>(settings.max_bytes)};
  if (settings.secrets) checks.push_back(std::make_shared<SecretCheck>());
  if (!settings.deny.empty()) checks.push_back(std::make_shared<DenyCheck>(settings.deny));
  if (!settings.command.empty()) {
    checks.push_back(std::make_shared<CommandCheck>(settings.command, settings.command_timeout));
  }
  return std::make_shared<const SafetyPipeline>(std::move(checks));
}

std::shared_ptr<const JobProfiles> make_profiles(const boost::asio::any_io_executor& executor, const JobStore& store,
                                                 std::shared_ptr<const JobSurroundings> where,
                                                 const JobSettings& settings) {
  auto profiles = std::make_shared<JobProfiles>();
  profiles->others = {.spawner = std::make_shared<FleetSpawner>(store), .safety = make_pipeline({})};
  for (const JobKindSettings& kind : settings.kinds) {
    profiles->kinds.emplace(kind.kind, JobProfile{.spawner = make_spawner(executor, store, where, kind),
                                                  .safety = make_pipeline(kind.safety),
                                                  .timeout = kind.timeout,
                                                  .max_attempts = kind.max_attempts,
                                                  .history = kind.history});
  }
  return profiles;
}

}  // namespace baton
