#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/postgres/pipeline.hpp"
#include "backend/postgres/setup.hpp"
#include "backend/shared/timing.hpp"

namespace baton::postgres {

struct Seat;

/// The connections that all callers share: keeps them alive, gives each batch to a free one, and does about refusals what
/// can be done. Belongs to the thread of the event loop where it does not say otherwise.
class Pool {
 public:
  Pool(boost::asio::io_context& io, Target target, ClientOptions options);
  ~Pool();

  /// Connects for the first time; the future says how that went. Any thread, once.
  std::future<Result<Done>> start();
  /// Any thread. A caller's own thread puts its item on the wire if nothing of its kind is under way.
  void submit(RequestPtr request, TimePoint now);
  ServerFacts facts() const;
  std::uint64_t reconnects() const;

  /// Refuses further requests and stops the event loop when those under way are answered. Any thread.
  void close();
  /// Finishes all that is left; after the event loop has stopped.
  void abandon();

 private:
  using First = std::shared_ptr<std::promise<Result<Done>>>;

  awaitable<void> live(Seat& seat, First first);
  awaitable<Attempt<Established>> first_contact(Seat& seat);
  awaitable<void> serve(Seat& seat, Established server);
  awaitable<void> pause(Seat& seat, unsigned failures);
  awaitable<void> tick();
  TimePoint next_tick(TimePoint now, TimePoint next_sweep) const;

  void take_seat(Seat& seat, const Established& server);
  void leave_seat(Seat& seat, const Refusal& why);
  bool is_done(const Seat& seat) const;
  void cannot_connect(const Error& why);

  /// Sends what may go. Returns with the lock released.
  void dispatch(std::unique_lock<std::mutex> lock, TimePoint now);
  Seat* free_seat();
  std::vector<Command> commands_of(const Batch& batch, bool pooled) const;
  void wake();

  void answered(Seat& seat, Attempt<Tables> reply);
  void refused(Batch batch, const Refusal& refusal);
  void refused_alone(RequestPtr request, const Refusal& refusal);
  void come_back(RequestPtr request, const Error& why, unsigned most);
  void lost_under_way(Batch batch, bool sent, const Error& why);
  void retire_all();
  awaitable<void> unstick(std::list<Requests>::iterator at, Error why);
  void send_due(TimePoint now);
  void sweep(TimePoint now);
  void stop_when_idle();

  boost::asio::io_context& io_;
  const Target target_;
  const ClientOptions options_;
  const std::string limit_;  ///< of statements, as text
  shared::Backoff backoff_;
  boost::asio::steady_timer tick_;
  std::multimap<TimePoint, RequestPtr> later_;  ///< refused for now, and when to try again
  std::list<Requests> stuck_;                   ///< wait until a lock is free
  bool closing_ = false;

  mutable std::mutex mutex_;
  Pipeline pipeline_;
  std::vector<std::unique_ptr<Seat>> seats_;
  bool waking_ = false;
  bool closed_ = false;
  Error no_connection_;
  ServerFacts facts_;
  std::uint64_t reconnects_ = 0;
};

}  // namespace baton::postgres
