#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>

namespace baton {

/// Owns the coroutines it starts: none outlives it unnoticed. Lives on one event loop thread.
/// An exception that leaves a coroutine is a bug and leaves the event loop.
class Nursery {
 public:
  explicit Nursery(const boost::asio::any_io_executor& executor);
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  void start(boost::asio::awaitable<void> work);

  /// Until every coroutine started here is done.
  boost::asio::awaitable<void> join();

  std::size_t running() const { return running_; }

 private:
  void finished();

  boost::asio::any_io_executor executor_;
  boost::asio::steady_timer empty_;
  std::size_t running_ = 0;
};

}  // namespace baton
