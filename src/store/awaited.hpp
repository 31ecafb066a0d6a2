#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <utility>

#include "baton/time.hpp"

namespace baton {

/// An outcome for which nobody waits longer than the patience reaches that is counted from now. Whoever brings it and whoever
/// waits share it, as the one may outlive the other. Lives on one strand.
template <typename T>
class Awaited {
 public:
  Awaited(const boost::asio::any_io_executor& executor, Duration patience) : over_(executor, patience) {}

  bool is_there() const { return outcome_.has_value(); }

  void bring(T outcome) {
    outcome_ = std::move(outcome);
    over_.cancel();
  }

  /// The outcome; nothing: it has not come in time.
  boost::asio::awaitable<std::optional<T>> wait() {
    if (!outcome_) co_await over_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    co_return outcome_;
  }

 private:
  std::optional<T> outcome_;
  boost::asio::steady_timer over_;  ///< expires with the patience, and is cancelled when the outcome is there
};

}  // namespace baton
