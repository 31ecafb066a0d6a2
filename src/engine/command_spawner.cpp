#include "engine/command_spawner.hpp"

#include <algorithm>
#include <utility>

namespace baton {

namespace {

std::string last_word(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  const std::size_t space = text.find_last_of(" \t\r\n");
  return std::string(space == std::string_view::npos ? text : text.substr(space + 1));
}

std::string trouble_of(const ChildEnd& end) {
  return describe(end) + (end.errors.empty() ? "" : ": " + end.errors.substr(0, 1024));
}

bool went_well(const ChildEnd& end) { return end.code == 0 && end.signal == 0 && !end.timed_out && !end.stopped; }

}  // namespace

awaitable<Result<ChildEnd>> CommandSpawner::ask(JobCommand command, JobRun run, std::string token) {
  ChildOptions child = child_for(command, run, *where_, std::move(token));
  child.timeout = commands_.patience;
  co_return co_await run_child(std::move(child), {});
}

awaitable<Result<Done>> CommandSpawner::spawn(JobRun run) {
  auto token = co_await where_->tokens->make(run.task, run.run, run.timeout + std::chrono::minutes{10});
  if (!token) co_return std::unexpected(std::move(token.error()));
  const auto created = co_await ask(commands_.create, run, *std::move(token));
  if (!created) co_return std::unexpected(created.error());
  if (went_well(*created)) co_return Done{};
  // Perhaps it is there in spite of that.
  const auto there = co_await status(run);
  if (there) co_return Done{};
  co_return fail(Errc::unavailable, "the scheduler did not take the run: " + trouble_of(*created));
}

awaitable<Result<std::optional<RunEnd>>> CommandSpawner::status(JobRun run) {
  const auto told = co_await ask(commands_.status, run, "");
  if (!told) co_return std::unexpected(told.error());
  if (!went_well(*told)) co_return fail(Errc::unavailable, "the scheduler does not tell: " + trouble_of(*told));
  const std::string word = last_word(told->output);
  if (word.empty()) co_return fail(Errc::not_found, "the scheduler has no run " + name_of(run));
  const bool failed = std::ranges::find(commands_.failed, word) != commands_.failed.end();
  if (!failed && std::ranges::find(commands_.succeeded, word) == commands_.succeeded.end()) {
    co_return std::optional<RunEnd>{};
  }
  const auto logs = co_await ask(commands_.logs, run, "");
  if (failed) {
    co_return run_failure("the scheduler says " + word + (logs ? ": " + logs->output.substr(0, 2048) : ""));
  }
  if (!logs || !went_well(*logs)) co_return fail(Errc::unavailable, "the scheduler does not give the output");
  if (logs->output_bytes > commands_.logs.output_limit) co_return run_failure("it printed more than is kept");
  co_return run_output(printed(logs->output));
}

awaitable<void> CommandSpawner::end(JobRun run) {
  static_cast<void>(co_await ask(commands_.remove, run, ""));
  co_await where_->tokens->revoke(run.task, run.run);
}

}  // namespace baton
