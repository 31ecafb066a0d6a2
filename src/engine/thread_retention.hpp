#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <stop_token>

#include "baton/store.hpp"

namespace baton {

/// Removes conversations in which nothing was said for so long and on which no task waits or runs. Any number of daemons
/// may do it.
class ThreadRetention {
 public:
  using Access = View<Verbs<ListThreads, ListTasks, PurgeThread>>;

  ThreadRetention(Access store, Duration ttl) : store_(std::move(store)), ttl_(ttl) {}

  /// Looks through all of them once; how many were removed.
  awaitable<Result<std::size_t>> pass();
  /// Every hour, until asked to stop.
  awaitable<void> run(std::stop_token stop);

 private:
  awaitable<Result<bool>> remove_if_quiet(ThreadId thread);

  Access store_;
  Duration ttl_;
};

}  // namespace baton
