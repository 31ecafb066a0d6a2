#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <expected>
#include <functional>
#include <memory>

#include "engine/bell.hpp"
#include "engine/job_spawner.hpp"
#include "engine/nursery.hpp"

namespace baton {

/// Why the end of a run was not seen.
enum class Unseen : std::uint8_t { gone, interrupted };

/// Waits for the ends of runs. A result that is handed over is pushed to it; every 5 s it looks by itself, at the result
/// and then at what the spawner says. Lives on one event loop thread.
class JobMonitor {
 public:
  using Access = View<Verbs<GetResult>>;
  static constexpr std::chrono::seconds interval{5};

  JobMonitor(const boost::asio::any_io_executor& executor, Access store)
      : executor_(executor), store_(std::move(store)), crew_(executor) {}

  /// The bell is rung by whoever knows that something has changed; `interrupted` is then asked whether to go on.
  awaitable<std::expected<RunEnd, Unseen>> watch(JobRun run, std::shared_ptr<JobSpawner> spawner,
                                                 std::shared_ptr<Bell> bell, std::function<bool()> interrupted);

  /// Until nobody waits any more.
  awaitable<void> join() { return crew_.join(); }

 private:
  struct Watch {
    bool over = false;
  };

  awaitable<void> push(JobRun run, std::shared_ptr<Bell> bell, std::shared_ptr<Watch> watch);
  awaitable<std::optional<RunEnd>> handed_over(JobRun run);

  boost::asio::any_io_executor executor_;
  Access store_;
  Nursery crew_;
};

}  // namespace baton
