#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "backend/redis/errors.hpp"
#include "backend/redis/link.hpp"
#include "backend/redis/pipeline.hpp"

namespace baton::redis {

/// The connection that all callers share. A caller's own thread puts its command on the wire if that can be done at
/// once; whatever gathers meanwhile is written together by the thread of the event loop. Thread-safe where it says so.
class Connection {
 public:
  /// Takes an error reply and the request it is for, on the thread of the event loop.
  using Refused = std::function<void(RequestPtr, Refusal)>;

  Connection(boost::asio::io_context& io, const ClientOptions& options, Refused refused);

  /// Puts a request on its way, or lets it wait for a connection. Any thread.
  void submit(RequestPtr request, TimePoint now);
  /// Refuses every further request. Those that wait are finished, those under way may still be answered. Any thread.
  void close();

  /// Sends what waits and hands out replies, until the connection breaks or is retired and all is answered. Whether it
  /// was of use.
  awaitable<bool> serve(std::shared_ptr<Link> link);

  /// Sends the script again with its text.
  void submit_text(RequestPtr request);
  /// Ends this connection as soon as what is under way is answered; all else waits for a new one.
  void retire();

  /// Ends what has taken too long.
  void sweep(TimePoint now);
  /// Why there is no connection; ends those that wait at once if waiting will not help.
  void cannot_connect(const Error& why);
  bool has_work() const;
  /// Finishes all that is left.
  void abandon(const Error& why);

 private:
  void flush(std::unique_lock<std::mutex> lock);
  awaitable<void> write_out(std::shared_ptr<Wire> wire);
  bool hand_out(std::vector<Value> replies);
  bool is_done() const;
  void detach(const Error& why);

  boost::asio::io_context& io_;
  const Refused refused_;
  bool useful_ = false;

  mutable std::mutex mutex_;
  Pipeline pipeline_;
  std::shared_ptr<Wire> wire_;
  bool writing_ = false;  ///< the event loop's thread writes, or is about to
  bool closed_ = false;
  std::string spare_;
  Error no_connection_;
  std::string verdict_;  ///< why we ended the connection ourselves
};

}  // namespace baton::redis
