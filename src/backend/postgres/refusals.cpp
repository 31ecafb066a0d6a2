#include <boost/asio/post.hpp>
#include <iterator>
#include <utility>

#include "backend/postgres/pool.hpp"
#include "backend/postgres/seat.hpp"
#include "backend/shared/spawn.hpp"

/// What the pool does about errors.
namespace baton::postgres {
namespace {

/// So often what met another transaction is tried, and what lost its prepared statement or its primary.
constexpr unsigned most_tries = 10;
constexpr unsigned most_repairs = 3;

}  // namespace

/// Nothing of the batch has happened.
void Pool::refused(Batch batch, const Refusal& refusal) {
  const bool may_unstick = batch.queue == Queue::write && !options_.unstick.text.empty() &&
                           batch.requests.front()->refusals < most_repairs && !closing_;
  if (refusal.reaction == Reaction::unstick && may_unstick) {
    const auto at = stuck_.insert(stuck_.end(), std::move(batch.requests));
    return shared::spawn(io_, unstick(at, refusal.error));
  }
  if (batch.requests.size() == 1) return refused_alone(std::move(batch.requests.front()), refusal);
  for (const RequestPtr& request : batch.requests) request->alone = true;
  std::unique_lock lock(mutex_);
  pipeline_.add_first(std::move(batch.requests));
  dispatch(std::move(lock), SteadyClock::now());
}

void Pool::refused_alone(RequestPtr request, const Refusal& refusal) {
  switch (refusal.reaction) {
    case Reaction::give_up:
    case Reaction::unstick: return request->finish(std::unexpected(refusal.error));
    case Reaction::again: return come_back(std::move(request), refusal.error, most_tries);
    case Reaction::prepare:
    case Reaction::reconnect: return come_back(std::move(request), refusal.error, most_repairs);
    case Reaction::find_primary:
      // Only several servers can have another primary among them.
      if (target_.addresses.size() > 1) return come_back(std::move(request), refusal.error, most_tries);
      return request->finish(std::unexpected(refusal.error));
  }
}

void Pool::come_back(RequestPtr request, const Error& why, unsigned most) {
  if (closing_) return request->finish(std::unexpected(closed()));
  const TimePoint now = SteadyClock::now();
  if (++request->refusals > most || now >= request->limits.end) return request->finish(std::unexpected(why));
  request->limits.patience = std::min(request->limits.end, now + options_.patience);
  later_.emplace(now + backoff_.delay(request->refusals), std::move(request));
  tick_.cancel();
}

/// `sent`: the server may have carried it out.
void Pool::lost_under_way(Batch batch, bool sent, const Error& why) {
  const TimePoint now = SteadyClock::now();
  Requests again;
  for (RequestPtr& request : batch.requests) {
    if (sent && request->errand.repeat == Repeat::never) {
      request->finish(std::unexpected(unknown_outcome(why.detail)));
    } else if (closing_) {
      request->finish(std::unexpected(closed()));
    } else {
      // One that brings the server down takes nobody with it the second time.
      request->alone = ++request->losses > 1;
      request->limits.patience = std::min(request->limits.end, now + options_.patience);
      again.push_back(std::move(request));
    }
  }
  std::unique_lock lock(mutex_);
  pipeline_.add_first(std::move(again));
  dispatch(std::move(lock), now);
}

void Pool::retire_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& seat : seats_) {
    if (!seat->connection) continue;
    seat->retired = true;
    seat->connection->wake();
  }
}

awaitable<void> Pool::unstick(std::list<Requests>::iterator at, Error why) {
  const TimePoint now = SteadyClock::now();
  const Limits limits{.patience = now + options_.patience, .end = now + options_.patience};
  Errand errand{.statement = options_.unstick, .repeat = Repeat::safe};
  auto ended = co_await shared::await_reply<Request>(
      std::move(errand), limits, [this, now](RequestPtr request) { submit(std::move(request), now); });
  Requests requests = std::move(*at);
  stuck_.erase(at);
  if (!ended) co_return finish_all(requests, why);
  Requests again;
  for (RequestPtr& request : requests) {
    ++request->refusals;
    request->limits.patience = std::min(request->limits.end, now + options_.patience);
    again.push_back(std::move(request));
  }
  std::unique_lock lock(mutex_);
  pipeline_.add_first(std::move(again));
  dispatch(std::move(lock), SteadyClock::now());
}

}  // namespace baton::postgres
