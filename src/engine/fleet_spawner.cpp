#include "engine/fleet_spawner.hpp"

#include <utility>

#include "core/writer.hpp"

namespace baton {

TaskId FleetSpawner::task_of(const JobRun& run) {
  return derived_task("run " + run.task.str() + " " + std::to_string(run.run.value));
}

awaitable<Result<Done>> FleetSpawner::spawn(JobRun run) {
  NewTask work{.id = task_of(run), .kind = run.kind};
  work.lane = lane_ ? *lane_ : Lane::trusted(run.kind.str());
  work.payload = run.document;
  // Another try is the job's own affair: its output may have been looked at in between.
  work.max_attempts = 1;
  work.traceparent = run.traceparent;
  work.metadata = ObjectWriter().text("job", run.task.str()).number("run", run.run.value).json();
  Submit submit;
  submit.tasks.push_back(std::move(work));
  const auto submitted = co_await store_.call(std::move(submit));
  if (!submitted) co_return std::unexpected(submitted.error());
  co_return Done{};
}

awaitable<Result<std::optional<RunEnd>>> FleetSpawner::status(JobRun run) {
  const auto task = co_await store_.call(GetTask{.task = task_of(run)});
  if (!task) co_return std::unexpected(task.error());
  if (!has_ended(task->status)) co_return std::optional<RunEnd>{};
  if (task->status == TaskStatus::completed) co_return run_output(task->result.value_or(Json{}));
  RunEnd end = run_failure("the agent's task has " + std::string(to_text(task->status)));
  if (task->error) end.body = *task->error;
  co_return end;
}

awaitable<void> FleetSpawner::end(JobRun run) {
  Cancel cancel{.task = task_of(run), .reason = "its job goes on without it"};
  // Most have ended by themselves; the others hear of it with their agent's next beat.
  static_cast<void>(co_await store_.call(std::move(cancel)));
}

}  // namespace baton
