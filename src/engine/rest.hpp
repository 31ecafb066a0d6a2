#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <stop_token>
#include <utility>

#include "engine/bell.hpp"

namespace baton {

/// A pause that a stop ends. For one coroutine at a time, on one event loop thread.
class Rest {
 public:
  Rest(const boost::asio::any_io_executor& executor, std::stop_token stop)
      : bell_(executor), stop_(std::move(stop)), on_stop_(stop_, [this] { bell_.ring(); }) {}

  /// Until the time is over (true) or the stop is asked for (false).
  boost::asio::awaitable<bool> wait(Bell::Clock::duration time) {
    if (!stop_.stop_requested()) co_await bell_.wait(Bell::Clock::now() + time);
    co_return !stop_.stop_requested();
  }

 private:
  Bell bell_;
  std::stop_token stop_;
  std::stop_callback<std::function<void()>> on_stop_;
};

}  // namespace baton
