#pragma once

#include <string>
#include <vector>

#include "engine/job_command.hpp"

namespace baton {

/// How an external scheduler is spoken to: a program for each step. A run is known to it by `{name}`.
struct SchedulerCommands {
  JobCommand create;
  JobCommand status;  ///< prints a line whose last word is one of the words below; nothing: there is no such run
  JobCommand logs;
  JobCommand remove;
  std::vector<std::string> succeeded{"Complete"};
  std::vector<std::string> failed{"Failed"};
  Duration patience = std::chrono::seconds{30};  ///< with each of the programs

  bool operator==(const SchedulerCommands&) const = default;
};

/// Has runs done by an external scheduler, by programs that speak to it.
class CommandSpawner final : public JobSpawner {
 public:
  CommandSpawner(std::shared_ptr<const JobSurroundings> where, SchedulerCommands commands)
      : where_(std::move(where)), commands_(std::move(commands)) {}

  awaitable<Result<Done>> spawn(JobRun run) override;
  awaitable<Result<std::optional<RunEnd>>> status(JobRun run) override;
  awaitable<void> end(JobRun run) override;
  bool outlives_daemon() const override { return true; }

 private:
  awaitable<Result<ChildEnd>> ask(JobCommand command, JobRun run, std::string token);

  std::shared_ptr<const JobSurroundings> where_;
  SchedulerCommands commands_;
};

}  // namespace baton
