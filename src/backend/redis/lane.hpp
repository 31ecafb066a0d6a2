#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>
#include <mutex>

#include "backend/redis/dialer.hpp"
#include "backend/redis/request.hpp"

namespace baton::redis {

/// A connection of its own for commands that keep the server waiting, one after another. Made when it is first needed.
class Lane {
 public:
  Lane(boost::asio::io_context& io, Dialer& dialer, const ClientOptions& options);

  /// Any thread.
  void submit(RequestPtr request, std::chrono::milliseconds block);
  /// All other commands go to this server now: a wait at another one is ended. On the thread of the event loop.
  void moved(const ServerFacts& facts);
  /// Finishes all that is left; after the event loop has stopped.
  void abandon();

 private:
  struct Wait {
    RequestPtr request;
    std::chrono::milliseconds block;
  };

  awaitable<void> work();
  bool take_next();
  awaitable<Result<Value>> carry_out(Command command, std::chrono::milliseconds block, TimePoint patience);
  awaitable<Attempt<Value>> try_once(Command command, std::chrono::milliseconds block);
  awaitable<void> pause(unsigned failures);

  boost::asio::io_context& io_;
  Dialer& dialer_;
  const ClientOptions options_;
  shared::Backoff backoff_;
  boost::asio::steady_timer pause_;
  std::optional<Established> server_;
  Wait current_{};

  std::mutex mutex_;
  std::deque<Wait> waits_;
  bool working_ = false;
  bool closed_ = false;
};

}  // namespace baton::redis
