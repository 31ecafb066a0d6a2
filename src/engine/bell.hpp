#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <utility>

namespace baton {

/// Wakes one waiting coroutine. A ring before the wait is remembered, so none is lost. Lives on one event loop thread.
class Bell {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Bell(const boost::asio::any_io_executor& executor) : timer_(executor) {}

  void ring() {
    rung_ = true;
    timer_.cancel();
  }

  /// Until it rings (true) or `until` has come (false). Takes the ring.
  boost::asio::awaitable<bool> wait(Clock::time_point until) {
    if (!rung_ && Clock::now() < until) {
      timer_.expires_at(until);
      co_await timer_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    }
    co_return std::exchange(rung_, false);
  }

 private:
  boost::asio::steady_timer timer_;
  bool rung_ = false;
};

}  // namespace baton
