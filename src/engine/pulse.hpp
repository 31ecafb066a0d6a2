#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>

#include "baton/store.hpp"
#include "engine/nursery.hpp"
#include "store/awaited.hpp"

namespace baton {

/// Whether the store answers, for those who do not wait for it as long as a verb may: a client of a server that died is
/// patient for seconds. However many ask, one look at a time is under way. Lives on one event loop thread.
class Pulse {
 public:
  Pulse(const boost::asio::any_io_executor& executor, View<Verbs<Health>> store,
        Duration patience = std::chrono::seconds{1})
      : executor_(executor), store_(std::move(store)), patience_(patience), looks_(executor) {}

  /// The store's health; unavailable: it has not told it for so long.
  awaitable<Result<HealthReport>> feel();

  /// Until nobody looks any more.
  boost::asio::awaitable<void> join() { return looks_.join(); }

 private:
  using Look = Awaited<Result<HealthReport>>;
  boost::asio::awaitable<void> take(std::shared_ptr<Look> look);

  boost::asio::any_io_executor executor_;
  View<Verbs<Health>> store_;
  Duration patience_;
  std::shared_ptr<Look> look_;
  Nursery looks_;
};

}  // namespace baton
