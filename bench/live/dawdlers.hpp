#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <list>
#include <thread>

#include "client/link.hpp"

namespace bench {

/// Clients that never end their requests. On a thread of their own: what they do shall cost the daemon, and not those
/// who measure it.
class Dawdlers {
 public:
  explicit Dawdlers(const Door& door) : door_(door) {}
  ~Dawdlers() { leave(); }
  Dawdlers(const Dawdlers&) = delete;
  Dawdlers& operator=(const Dawdlers&) = delete;

  /// So many, all at once. Call it once.
  void come(std::size_t count);
  /// Returns when all have closed.
  void leave();

 private:
  boost::asio::awaitable<void> dawdle(Link* link);

  const Door& door_;
  boost::asio::io_context loop_{1};
  std::list<Link> links_;
  std::atomic<bool> leaving_ = false;
  std::thread thread_;
};

}  // namespace bench
