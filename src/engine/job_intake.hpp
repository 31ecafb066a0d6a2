#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <list>
#include <map>
#include <memory>

#include "engine/bell.hpp"
#include "engine/job_words.hpp"
#include "engine/log_watch.hpp"

namespace baton {

/// Takes jobs in. A job is there as soon as its task is: one atomic step, done under a lock of its thread, so that any
/// number of daemons give the jobs of a thread one order. Each waits for those before it that have not ended.
/// Lives on one event loop thread.
class JobIntake {
 public:
  JobIntake(const boost::asio::any_io_executor& executor, JobStore store)
      : executor_(executor), store_(std::move(store)) {}

  /// `lane`: that of the job's kind. The same job again answers with the task it made. conflict: the same id or key for
  /// another request. exhausted: too many jobs of the thread wait. unavailable: the thread's lock could not be had.
  awaitable<Result<JobTicket>> submit(NewJob job, Lane lane, std::uint32_t max_attempts);

  void hear(const LogWatch::News& news);

 private:
  class Turn;
  using Queue = std::list<Bell>;             ///< those of this daemon who wait for the same thread
  using Queues = std::map<ThreadId, Queue>;  ///< of the threads that somebody has

  awaitable<Result<JobTicket>> known(const NewJob& job);
  awaitable<Result<Lock>> lock(ThreadId thread);
  awaitable<Result<JobTicket>> submit_locked(NewJob job, NewTask task, LockFence fence);
  awaitable<Result<std::vector<TaskId>>> waiting_before(ThreadId thread);
  awaitable<void> note_request(NewJob job, LockFence fence);

  boost::asio::any_io_executor executor_;
  JobStore store_;
  Queues queues_;
  std::multimap<LockName, std::shared_ptr<Bell>> locked_out_;
};

/// Writes a message of a job, and the thread if it is not there. A repeat leaves the first one as it is.
awaitable<Result<Done>> say(JobStore store, Append message);

}  // namespace baton
