#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <memory>
#include <optional>

#include "baton/store.hpp"
#include "engine/nursery.hpp"
#include "store/awaited.hpp"

namespace baton {

/// Whether the store answers and keeps what is written, for those who do not wait for it as long as a verb may: a client of a
/// server that died is patient for seconds. However many ask, one look at a time is under way. Lives on one event loop thread.
class Pulse {
 public:
  using Clock = std::chrono::steady_clock;

  /// A failed write counts for all of `memory`, so that somebody who looks now and then sees it.
  Pulse(const boost::asio::any_io_executor& executor, View<Verbs<Health, Sweep>> store,
        Duration patience = std::chrono::seconds{1}, Duration memory = std::chrono::seconds{5})
      : executor_(executor), store_(std::move(store)), patience_(patience), memory_(memory), looks_(executor) {}

  /// The store's health; unavailable: it has not told it for so long.
  awaitable<Result<HealthReport>> feel();

  /// Somebody's write was answered with `unavailable`.
  void note_failed_write();
  /// Such writes have been met in the last seconds, or `feel` has tried one since, in vain. A full disk still answers reads.
  bool writes_fail() const { return write_failed_at_.has_value(); }

  /// Until nobody looks any more.
  boost::asio::awaitable<void> join() { return looks_.join(); }

 private:
  using Look = Awaited<Result<HealthReport>>;
  boost::asio::awaitable<void> take(std::shared_ptr<Look> look);
  boost::asio::awaitable<void> try_to_write(Clock::time_point failed_at);

  boost::asio::any_io_executor executor_;
  View<Verbs<Health, Sweep>> store_;
  Duration patience_;
  Duration memory_;
  std::optional<Clock::time_point> write_failed_at_;  ///< unset: none that still counts
  bool trying_ = false;
  std::shared_ptr<Look> look_;
  Nursery looks_;
};

}  // namespace baton
