#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>

#include "backend/redis/connection.hpp"
#include "backend/redis/dialer.hpp"

namespace baton::redis {

/// Keeps the shared connection alive: makes it again when it breaks, follows the server where it goes, and does about
/// error replies what can be done. Belongs to the thread of the event loop where it does not say otherwise.
class Keeper {
 public:
  /// `connected` is told of every new connection.
  Keeper(boost::asio::io_context& io, Dialer& dialer, const ClientOptions& options,
         std::function<void(const ServerFacts&)> connected);

  /// Connects for the first time; the future says how that went. Any thread, once.
  std::future<Result<Done>> start();
  /// Any thread.
  void submit(RequestPtr request, TimePoint now) { connection_.submit(std::move(request), now); }
  ServerFacts facts() const;
  std::uint64_t reconnects() const;

  /// Refuses further requests and stops the event loop when those under way are answered. Any thread.
  void close();
  /// Finishes all that is left; after the event loop has stopped.
  void abandon();

 private:
  awaitable<void> live(std::shared_ptr<std::promise<Result<Done>>> first);
  awaitable<Attempt<Established>> first_contact();
  awaitable<void> tick();
  awaitable<void> pause(unsigned failures);
  void remember(const ServerFacts& facts);
  void stop_when_idle();

  void refused(RequestPtr request, Refusal refusal);
  void come_back(RequestPtr request, const Error& why);
  void look_again(RequestPtr request, const Refusal& refusal);
  awaitable<void> ask_elsewhere(std::list<RequestPtr>::iterator at, Address node);
  awaitable<Attempt<Value>> ask_node(Command command, Address node);
  void send_due(TimePoint now);

  boost::asio::io_context& io_;
  Dialer& dialer_;
  const ClientOptions options_;
  const std::function<void(const ServerFacts&)> connected_;
  shared::Backoff backoff_;
  Connection connection_;
  boost::asio::steady_timer pause_;
  boost::asio::steady_timer tick_;
  std::multimap<TimePoint, RequestPtr> later_;  ///< refused for now, and when to try again
  std::list<RequestPtr> elsewhere_;             ///< asked of another node
  bool closing_ = false;

  mutable std::mutex mutex_;
  ServerFacts facts_;
  std::uint64_t connections_ = 0;
};

}  // namespace baton::redis
