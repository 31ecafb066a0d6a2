#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <stop_token>

#include "baton/store.hpp"
#include "engine/bell.hpp"

namespace baton {

/// Lets time do its work: sweeps when the store says that something is due, and after the log has moved, because
/// what was written may be due earlier than anything before it. Lives on one event loop thread.
class Sweeper {
 public:
  using Trouble = std::function<void(const Error&)>;

  Sweeper(const boost::asio::any_io_executor& executor, View<Verbs<Sweep>> store, Trouble trouble)
      : store_(std::move(store)), trouble_(std::move(trouble)), bell_(executor) {}

  /// Until asked to stop; a store error only makes it wait (100 ms … 6.4 s) and try again.
  awaitable<void> run(std::stop_token stop);

  /// The log has moved.
  void poke() { bell_.ring(); }

 private:
  /// When to look again.
  awaitable<Result<Bell::Clock::time_point>> sweep();

  View<Verbs<Sweep>> store_;
  Trouble trouble_;
  Bell bell_;
};

}  // namespace baton
