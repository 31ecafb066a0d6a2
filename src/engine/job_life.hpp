#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/job_monitor.hpp"
#include "engine/job_profile.hpp"
#include "engine/job_words.hpp"

namespace baton {

/// One job in our hands, from the claim of its task to its settle. Every step is kept before the next is taken, and can
/// be repeated: whoever claims the task after us goes on where we were. Lives on one event loop thread.
class JobLife {
 public:
  struct House {
    JobStore store;
    std::shared_ptr<JobMonitor> monitor;
    std::shared_ptr<const JobProfiles> profiles;
    std::string node;
    std::function<void(const std::string&)> trouble;
  };

  JobLife(const boost::asio::any_io_executor& executor, House house, Grant grant);

  /// Until the task is settled, or no longer ours.
  awaitable<void> run(std::stop_token stop);

  const Fence& fence() const { return fence_; }
  const LockName& lock_name() const { return lock_name_; }
  /// The task of the fleet that does the current run.
  const TaskId& fleet_task() const { return fleet_task_; }

  /// The task was cancelled or has ended otherwise.
  void cancel();
  /// The task is somebody else's: nothing may be written any more.
  void lose();
  /// Something that this job may be waiting for has happened.
  void nudge() { bell_->ring(); }

 private:
  enum class Way : std::uint8_t { onward, out };

  bool interrupted() const { return cancelled_ || lost_ || stop_.stop_requested(); }
  awaitable<Way> step();
  awaitable<Way> begin();
  awaitable<Way> spawn();
  awaitable<Way> take_over();
  awaitable<Way> watch();
  awaitable<Way> judge();
  awaitable<Way> finish();
  awaitable<Way> deliver(Json output);
  awaitable<Way> turn_down(Verdict verdict);
  awaitable<void> leave();

  awaitable<Result<Done>> lock();
  awaitable<void> unlock();
  awaitable<Result<Done>> load();
  /// Keeps the record after that event. Follow-ups that were taken meanwhile are kept with it.
  awaitable<Result<Done>> keep(JobEvent event);
  awaitable<Result<Done>> tell(std::string role, MessageId id, Json body);
  awaitable<Result<std::vector<Message>>> history();
  JobRun run_of_record();
  awaitable<void> drop_taken();
  awaitable<Way> settle(SettleKind kind, Json body, bool retry);

  /// Asks until the store answers, or the job is no longer ours. A refusal for want of the lock makes it so.
  template <class V>
  awaitable<Result<typename V::Reply>> insist(V verb);
  awaitable<bool> rest(std::chrono::milliseconds time);
  Way out(const Error& error);

  boost::asio::any_io_executor executor_;
  House house_;
  Task task_;
  Fence fence_;
  const JobProfile& profile_;
  ThreadId thread_;
  LockName lock_name_;
  LockOwner owner_;
  std::optional<Lock> lock_;
  LockFence lock_fence_;
  JobRecord record_;
  Version version_;
  Duration used_{};      ///< of its time, before we took the run over
  bool loaded_ = false;  ///< the record
  bool fresh_ = false;   ///< the current run was decided on by us
  TaskId fleet_task_;
  std::shared_ptr<Bell> bell_;
  std::stop_token stop_;
  std::optional<Error> wrong_;  ///< what nobody can go on with
  bool cancelled_ = false;
  bool lost_ = false;
};

/// The message that tells of a job that ended without anybody holding it.
Append end_of(const Task& task);

}  // namespace baton
