#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <list>
#include <stop_token>
#include <vector>

#include "baton/store.hpp"

namespace baton {

/// The one reader of the log in a process: follows it and hands every new event to each listener, in order, so that
/// a thousand waiters cost one wait on the store. Lives on one event loop thread.
class LogWatch {
 public:
  struct News {
    std::vector<Event> events;
    bool gap = false;  ///< events were missed (trimmed before they were read): assume that anything may have happened
    Position upto{};   ///< how far the log is told with this
  };
  using Listener = std::function<void(const News&)>;

  explicit LogWatch(View<Verbs<ReadLog>> store) : store_(std::move(store)) {}

  /// Listeners are called on the event loop and must not block. Add them before `run`.
  void listen(Listener listener) { listeners_.push_back(std::move(listener)); }

  /// Follows the log from its present end until asked to stop. Rides out store errors: nothing is skipped.
  awaitable<void> run(std::stop_token stop);

 private:
  // How many events were told.
  awaitable<Result<std::size_t>> find_end();
  awaitable<Result<std::size_t>> advance(Duration patience);
  void tell(const News& news) const;

  View<Verbs<ReadLog>> store_;
  std::list<Listener> listeners_;
  Position position_;
};

}  // namespace baton
