#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <list>
#include <optional>
#include <set>

#include "baton/store.hpp"
#include "engine/bell.hpp"
#include "engine/log_watch.hpp"
#include "engine/presence.hpp"

namespace baton {

/// Claims that wait: an agent without work queues here and is woken when a task of its lanes becomes pending. Each
/// such task wakes one agent, not all of them; an agent that was woken for a lane and leaves without having looked
/// there hands the call to the next, so no task lies while somebody who could do it waits.
/// Lives on one event loop thread.
class ClaimDesk {
 public:
  ClaimDesk(const boost::asio::any_io_executor& executor, View<Verbs<Claim, GetAgent>> store)
      : executor_(executor), store_(std::move(store)) {}

  /// As the verb, but an empty answer comes only after `wait`, or when `peer` has left, or at `stop`.
  /// Nothing is claimed for a peer that is known to be gone, or that is no longer admitted: unauthorized.
  awaitable<Result<std::optional<Grant>>> claim(Claim request, Duration wait, Presence peer);

  /// Wakes those whom the events may have given something to claim.
  void hear(const LogWatch::News& news);

  /// Answers every waiter, and every later one without waiting.
  void stop();

  std::size_t waiting() const { return seats_.size(); }

 private:
  using Lanes = std::set<Lane>;
  struct Seat {
    explicit Seat(const boost::asio::any_io_executor& executor) : bell(executor) {}
    AgentId agent;
    Lanes lanes;
    Bell::Clock::time_point ready_at = Bell::Clock::time_point::min();  ///< later while quarantined
    Lanes called_for;  ///< lanes in which somebody should look, and this one was asked to
    Bell bell;
  };
  using Seats = std::list<Seat>;
  class Occupied;

  awaitable<Result<std::optional<Grant>>> wait_for_work(Claim request, Bell::Clock::time_point until, Presence peer);
  awaitable<Result<void>> take_seat(Seat* seat, AgentId agent);
  void hear(const Event& event);
  void call_one(const Lane& lane);
  void call_agent(const AgentId& agent);
  void call_all();
  void pass_on(const Lanes& lanes);

  boost::asio::any_io_executor executor_;
  View<Verbs<Claim, GetAgent>> store_;
  Seats seats_;
  bool stopped_ = false;
};

}  // namespace baton
