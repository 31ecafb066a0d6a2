#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <map>
#include <optional>

#include "baton/store.hpp"
#include "engine/bell.hpp"
#include "engine/log_watch.hpp"
#include "engine/presence.hpp"

namespace baton {

/// Callers who wait for a task to end or for a result to be there. However many wait, the end of a task wakes only
/// those who wait for that one. Lives on one event loop thread.
class WaitingRoom {
 public:
  WaitingRoom(const boost::asio::any_io_executor& executor, View<Verbs<GetTask, GetResult>> store)
      : executor_(executor), store_(std::move(store)) {}

  /// As the verb, but a task that has not ended is answered only after `wait`, or when `peer` has left, or at `stop`.
  awaitable<Result<Task>> ended(GetTask request, Duration wait, Presence peer);
  /// As the verb, but nothing is answered only after `wait`, or when `peer` has left, or at `stop`.
  awaitable<Result<std::optional<Json>>> result(GetResult request, Duration wait, Presence peer);

  /// Wakes those whose task has ended.
  void hear(const LogWatch::News& news);

  /// Answers everybody who waits, and every later one without waiting.
  void stop();

  std::size_t waiting() const { return seats_.size(); }

 private:
  using Seats = std::multimap<TaskId, Bell>;
  class Occupied;

  void wake_all();
  bool is_over(const Presence& peer) const { return stopped_ || peer.left.stop_requested() || peer.gone(); }

  boost::asio::any_io_executor executor_;
  View<Verbs<GetTask, GetResult>> store_;
  Seats seats_;
  bool stopped_ = false;
};

}  // namespace baton
