#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>

#include "backend/shared/timing.hpp"

namespace baton::shared {

/// Calls something when its time comes, unless it is dropped before. Belongs to one event loop with one thread.
class Alarm {
 public:
  Alarm(const boost::asio::any_io_executor& executor, TimePoint at, std::function<void()> ring)
      : rang_(std::make_shared<bool>(false)), timer_(executor, at) {
    timer_.async_wait([rang = std::weak_ptr(rang_), ring = std::move(ring)](boost::system::error_code stopped) {
      // The alarm may go between its time and this call.
      const auto alive = rang.lock();
      if (stopped || !alive) return;
      *alive = true;
      ring();
    });
  }

  bool rang() const { return *rang_; }

 private:
  std::shared_ptr<bool> rang_;
  boost::asio::steady_timer timer_;
};

}  // namespace baton::shared
