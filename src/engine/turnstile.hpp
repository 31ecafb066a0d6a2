#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

#include "engine/bell.hpp"

namespace baton {

/// Lets so many through at once; the others wait in the order in which they came. Outlives all of them, on one event loop
/// thread.
class Turnstile {
 public:
  Turnstile(const boost::asio::any_io_executor& executor, std::size_t places) : executor_(executor), free_(places) {}
  Turnstile(const Turnstile&) = delete;
  Turnstile& operator=(const Turnstile&) = delete;

  /// A place of its own, until it goes away.
  class Pass {
   public:
    explicit Pass(Turnstile* turnstile) : turnstile_(turnstile) {}
    Pass(Pass&& other) noexcept : turnstile_(std::exchange(other.turnstile_, nullptr)) {}
    Pass& operator=(Pass&&) = delete;
    ~Pass() {
      if (turnstile_ != nullptr) turnstile_->leave();
    }

   private:
    Turnstile* turnstile_;
  };

  boost::asio::awaitable<Pass> enter() {
    if (free_ > 0) {
      --free_;
      co_return Pass(this);
    }
    const auto bell = std::make_shared<Bell>(executor_);
    waiting_.push_back(bell);
    co_await bell->wait(Bell::Clock::time_point::max());
    co_return Pass(this);
  }

 private:
  /// A place is handed on, and never free while somebody waits.
  void leave() {
    if (waiting_.empty()) {
      ++free_;
      return;
    }
    const auto next = std::move(waiting_.front());
    waiting_.pop_front();
    next->ring();
  }

  boost::asio::any_io_executor executor_;
  std::size_t free_;
  std::deque<std::shared_ptr<Bell>> waiting_;
};

}  // namespace baton
