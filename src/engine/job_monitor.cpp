#include "engine/job_monitor.hpp"

#include <algorithm>
#include <utility>

namespace baton {

namespace {

// A wait on the store cannot be called off, so this bounds how long a stop takes.
constexpr std::chrono::milliseconds piece{500};

}  // namespace

/// Rings as soon as a result is there. A store that is down is left to the look every 5 s.
awaitable<void> JobMonitor::push(JobRun run, std::shared_ptr<Bell> bell, std::shared_ptr<Watch> watch) {
  Bell rest(executor_);
  while (!watch->over) {
    const Condition there(ResultThere{run.task, run.run});
    const auto began = Bell::Clock::now();
    const auto woken = co_await store_.port()->wait(there, piece);
    if (woken && *woken && !watch->over) bell->ring();
    // Whatever answers at once is not asked again at once.
    if (!watch->over) co_await rest.wait(began + piece);
  }
}

awaitable<std::optional<RunEnd>> JobMonitor::handed_over(JobRun run) {
  auto result = co_await store_.call(GetResult{.task = run.task, .attempt = run.run});
  // A store of results that is down has none yet.
  if (!result || !*result) co_return std::nullopt;
  co_return run_output(**std::move(result));
}

awaitable<std::expected<RunEnd, Unseen>> JobMonitor::watch(JobRun run, std::shared_ptr<JobSpawner> spawner,
                                                           std::shared_ptr<Bell> bell,
                                                           std::function<bool()> interrupted) {
  const auto watch = std::make_shared<Watch>();
  struct Close {
    Watch& watch;
    ~Close() { watch.over = true; }
  } const close{*watch};
  crew_.start(push(run, bell, watch));
  const auto deadline = Bell::Clock::now() + run.timeout;
  while (!interrupted()) {
    if (auto result = co_await handed_over(run)) co_return *std::move(result);
    auto told = co_await spawner->status(run);
    const bool gone = !told && told.error().code == Errc::not_found;
    if (gone || (told && *told)) {
      // It may have been handed over between the two looks, and then it counts.
      if (auto result = co_await handed_over(run)) co_return *std::move(result);
      if (gone) co_return std::unexpected(Unseen::gone);
      co_return **std::move(told);
    }
    if (Bell::Clock::now() >= deadline) co_return run_failure("it took longer than it may");
    co_await bell->wait(std::min(Bell::Clock::now() + interval, deadline));
  }
  co_return std::unexpected(Unseen::interrupted);
}

}  // namespace baton
