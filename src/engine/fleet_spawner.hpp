#pragma once

#include "engine/job_spawner.hpp"

namespace baton {

/// Has runs done by agents of the fleet: each is a task of its own in the lane of the job's kind.
class FleetSpawner final : public JobSpawner {
 public:
  using Access = View<Verbs<Submit, GetTask, Cancel>>;

  /// `lane` unset: the kind of the job.
  explicit FleetSpawner(Access store, std::optional<Lane> lane = {})
      : store_(std::move(store)), lane_(std::move(lane)) {}

  awaitable<Result<Done>> spawn(JobRun run) override;
  awaitable<Result<std::optional<RunEnd>>> status(JobRun run) override;
  awaitable<void> end(JobRun run) override;
  bool outlives_daemon() const override { return true; }

  /// The task that stands for a run.
  static TaskId task_of(const JobRun& run);

 private:
  Access store_;
  std::optional<Lane> lane_;
};

}  // namespace baton
