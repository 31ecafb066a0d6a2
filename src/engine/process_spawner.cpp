#include "engine/process_spawner.hpp"

namespace baton {

namespace {

/// What it said about its failure, from the end, where the reason stands.
std::string last_of(const std::string& text) {
  constexpr std::size_t most = 2048;
  return text.size() <= most ? text : text.substr(text.size() - most);
}

}  // namespace

awaitable<Result<Done>> ProcessSpawner::spawn(JobRun run) {
  const Key key(run.task, run.run);
  if (known_.contains(key)) co_return Done{};
  const Duration ttl = run.timeout + command_.grace + std::chrono::minutes{1};
  auto token = co_await where_->tokens->make(run.task, run.run, ttl);
  if (!token) co_return std::unexpected(std::move(token.error()));
  auto process = std::make_shared<Process>(executor_);
  known_.emplace(key, process);
  processes_.start(see_through(run, child_for(command_, run, *where_, *std::move(token)), process));
  co_return Done{};
}

awaitable<void> ProcessSpawner::see_through(JobRun run, ChildOptions child, std::shared_ptr<Process> process) {
  const auto end = co_await run_child(std::move(child), process->stop.get_token());
  process->end = end ? judged(*end) : run_failure(end.error().detail, end.error().code == Errc::invalid);
  process->gone.ring();
  run.changed();
}

RunEnd ProcessSpawner::judged(const ChildEnd& end) const {
  if (end.code != 0 || end.signal != 0 || end.timed_out || end.stopped) {
    const std::string said = last_of(end.errors);
    return run_failure(describe(end) + (said.empty() ? "" : ": " + said));
  }
  if (end.output_bytes > command_.output_limit) {
    return run_failure("it printed " + std::to_string(end.output_bytes) + " bytes, and " +
                       std::to_string(command_.output_limit) +
                       " are kept; print less, hand the result over, or raise output_limit");
  }
  return run_output(printed(end.output));
}

awaitable<Result<std::optional<RunEnd>>> ProcessSpawner::status(JobRun run) {
  const auto known = known_.find(Key(run.task, run.run));
  if (known == known_.end()) co_return fail(Errc::not_found, "this daemon has no such process");
  co_return known->second->end;
}

awaitable<void> ProcessSpawner::end(JobRun run) {
  const auto known = known_.find(Key(run.task, run.run));
  if (known != known_.end()) {
    const auto process = known->second;
    process->stop.request_stop();
    while (!process->end) co_await process->gone.wait(Bell::Clock::time_point::max());
    known_.erase(Key(run.task, run.run));
  }
  co_await where_->tokens->revoke(run.task, run.run);
}

}  // namespace baton
