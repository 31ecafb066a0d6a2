#include <algorithm>
#include <utility>

#include "backend/postgres/pool.hpp"
#include "backend/postgres/seat.hpp"
#include "backend/shared/quietly.hpp"
#include "backend/shared/spawn.hpp"

/// How the pool keeps its connections alive.
namespace baton::postgres {

namespace asio = boost::asio;

namespace {

bool may_pass(const Refusal& refusal) {
  return refusal.reaction == Reaction::reconnect || refusal.reaction == Reaction::find_primary;
}

}  // namespace

/// The first seat tells how the first contact went, and brings the others.
awaitable<void> Pool::live(Seat& seat, First first) {
  Attempt<Established> made = first ? co_await first_contact(seat) : co_await dial(io_, target_, Limited::yes);
  if (first && !made) co_return first->set_value(std::unexpected(made.error().error));
  if (first) {
    for (std::size_t i = 1; i < seats_.size(); ++i) shared::spawn(io_, live(*seats_[i], nullptr));
  }
  for (unsigned failures = 0;;) {
    if (made) {
      take_seat(seat, *made);
      if (first) std::exchange(first, nullptr)->set_value(Done{});
      const TimePoint since = SteadyClock::now();
      co_await serve(seat, *std::move(made));
      failures = seat.useful || SteadyClock::now() - since > options_.last_delay ? 0 : failures + 1;
    } else {
      cannot_connect(made.error().error);
      ++failures;
    }
    if (closing_) co_return stop_when_idle();
    if (failures > 0) co_await pause(seat, failures);
    if (closing_) co_return;
    made = co_await dial(io_, target_, Limited::yes);
  }
}

awaitable<Attempt<Established>> Pool::first_contact(Seat& seat) {
  const TimePoint until = SteadyClock::now() + options_.patience;
  for (unsigned failures = 1;; ++failures) {
    auto made = co_await dial(io_, target_, Limited::yes);
    if (made || !may_pass(made.error()) || SteadyClock::now() >= until) co_return made;
    co_await pause(seat, failures);
  }
}

awaitable<void> Pool::pause(Seat& seat, unsigned failures) {
  seat.pause.expires_after(backoff_.delay(failures));
  co_await seat.pause.async_wait(shared::quietly);
}

void Pool::take_seat(Seat& seat, const Established& server) {
  std::unique_lock lock(mutex_);
  facts_ = server.facts;
  if (seat.known) ++reconnects_;
  seat.take(server);
  no_connection_.detail.clear();
  dispatch(std::move(lock), SteadyClock::now());
}

awaitable<void> Pool::serve(Seat& seat, Established server) {
  Refusal why = lost("it was not needed any more");
  while (!is_done(seat)) {
    co_await server.connection->wait();
    auto reply = server.connection->take();
    if (!reply) continue;
    if (!*reply && reply->error().reaction == Reaction::reconnect) {
      why = std::move(reply->error());
      break;
    }
    answered(seat, *std::move(reply));
  }
  leave_seat(seat, why);
}

bool Pool::is_done(const Seat& seat) const {
  const std::lock_guard lock(mutex_);
  return (closed_ || seat.retired) && !seat.busy;
}

void Pool::leave_seat(Seat& seat, const Refusal& why) {
  std::optional<Batch> batch;
  bool sent = false;
  {
    const std::lock_guard lock(mutex_);
    sent = seat.connection->give_up();
    batch = seat.leave();
    const TimePoint now = SteadyClock::now();
    if (batch) pipeline_.ended(batch->queue, 0, now, now - seat.since);
  }
  if (batch) lost_under_way(*std::move(batch), sent, why.error);
}

void Pool::cannot_connect(const Error& why) {
  Requests hopeless;
  {
    const std::lock_guard lock(mutex_);
    const bool others = std::ranges::any_of(seats_, [](const auto& seat) { return seat->connection != nullptr; });
    if (others) return;
    no_connection_ = why;
    if (!is_retryable(why)) hopeless = pipeline_.take_waiting();
  }
  finish_all(hopeless, why);
}

}  // namespace baton::postgres
