#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <map>
#include <memory>
#include <stop_token>
#include <utility>

#include "engine/bell.hpp"
#include "engine/job_command.hpp"
#include "engine/nursery.hpp"

namespace baton {

/// Has each run done by a process on this machine. The process ends with the daemon.
class ProcessSpawner final : public JobSpawner {
 public:
  ProcessSpawner(const boost::asio::any_io_executor& executor, std::shared_ptr<const JobSurroundings> where,
                 JobCommand command)
      : executor_(executor), where_(std::move(where)), command_(std::move(command)), processes_(executor) {}

  awaitable<Result<Done>> spawn(JobRun run) override;
  awaitable<Result<std::optional<RunEnd>>> status(JobRun run) override;
  awaitable<void> end(JobRun run) override;
  bool outlives_daemon() const override { return false; }

 private:
  struct Process {
    explicit Process(const boost::asio::any_io_executor& executor) : gone(executor) {}
    std::stop_source stop;
    std::optional<RunEnd> end;
    Bell gone;
  };
  using Key = std::pair<TaskId, Attempt>;

  awaitable<void> see_through(JobRun run, ChildOptions child, std::shared_ptr<Process> process);
  RunEnd judged(const ChildEnd& end) const;

  boost::asio::any_io_executor executor_;
  std::shared_ptr<const JobSurroundings> where_;
  JobCommand command_;
  std::map<Key, std::shared_ptr<Process>> known_;
  Nursery processes_;
};

}  // namespace baton
