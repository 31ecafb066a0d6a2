#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <list>
#include <map>
#include <memory>

#include "engine/bell.hpp"
#include "engine/job_words.hpp"
#include "engine/log_watch.hpp"
#include "engine/presence.hpp"

namespace baton {

/// Takes jobs in. A job is there as soon as its task is: one atomic step, done under a lock of its thread, so that any
/// number of daemons give the jobs of a thread one order. Each waits for those before it that have not ended.
/// Lives on one event loop thread.
class JobIntake {
 public:
  JobIntake(const boost::asio::any_io_executor& executor, JobStore store)
      : executor_(executor), store_(std::move(store)) {}

  /// `lane`: that of the job's kind. The same job again answers with the task it made. conflict: the same id or key for
  /// another request. exhausted: too many jobs of the thread wait. unavailable: the thread's lock could not be had, in
  /// some seconds, before `peer` has left, or before `stop_waiting`.
  awaitable<Result<JobTicket>> submit(NewJob job, Lane lane, std::uint32_t max_attempts, Presence peer = {});

  void hear(const LogWatch::News& news);

  /// Answers everybody who waits for a lock, and every later one without waiting.
  void stop_waiting();

 private:
  class Turn;
  /// Of one who waits for a thread that another of this daemon has.
  struct Place {
    explicit Place(const boost::asio::any_io_executor& executor) : bell(executor) {}

    Bell bell;
    bool called = false;
  };
  using Queue = std::list<Place>;
  using Queues = std::map<ThreadId, Queue>;  ///< of the threads that somebody has

  awaitable<Result<JobTicket>> known(const NewJob& job);
  awaitable<Result<Lock>> lock(ThreadId thread, Presence peer);
  static bool has_left(const Presence& peer) { return peer.left.stop_requested() || peer.gone(); }
  std::unexpected<Error> locked_out() const;
  awaitable<Result<JobTicket>> submit_locked(NewJob job, NewTask task, LockFence fence);
  awaitable<Result<std::vector<TaskId>>> waiting_before(ThreadId thread);
  awaitable<void> note_request(NewJob job, LockFence fence);

  boost::asio::any_io_executor executor_;
  JobStore store_;
  Queues queues_;
  std::multimap<LockName, std::shared_ptr<Bell>> locked_out_;
  bool patient_ = true;  ///< whether anybody may wait
};

/// Writes a message of a job, and the thread if it is not there. A repeat leaves the first one as it is.
awaitable<Result<Done>> say(JobStore store, Append message);

}  // namespace baton
