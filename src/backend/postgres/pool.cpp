#include "backend/postgres/pool.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "backend/postgres/seat.hpp"
#include "backend/postgres/sql.hpp"
#include "backend/shared/quietly.hpp"
#include "backend/shared/spawn.hpp"

namespace baton::postgres {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// Often enough that a limit is not overrun by much, seldom enough to cost nothing.
std::chrono::milliseconds sweep_period(const ClientOptions& options) {
  return std::clamp(std::min(options.reply_timeout, options.patience) / 20, 5ms, 250ms);
}

Error waited_too_long(const Error& why) {
  Error error = why;
  if (error.detail.empty())
    error.detail = "PostgreSQL did not get to it in time; repeat the call when it has less to do";
  return error;
}

}  // namespace

Pool::Pool(asio::io_context& io, Target target, ClientOptions options)
    : io_(io),
      target_(std::move(target)),
      options_(std::move(options)),
      limit_(std::to_string(target_.statement_timeout.count())),
      backoff_(options_.first_delay, options_.last_delay),
      tick_(io),
      pipeline_(target_.pool, options_.beat_interval),
      no_connection_{.code = Errc::unavailable} {
  for (std::size_t i = 0; i < target_.pool; ++i) seats_.push_back(std::make_unique<Seat>(io));
}

Pool::~Pool() = default;

std::future<Result<Done>> Pool::start() {
  auto first = std::make_shared<std::promise<Result<Done>>>();
  auto outcome = first->get_future();
  shared::spawn(io_, live(*seats_.front(), std::move(first)));
  shared::spawn(io_, tick());
  return outcome;
}

void Pool::submit(RequestPtr request, TimePoint now) {
  std::unique_lock lock(mutex_);
  if (closed_) {
    lock.unlock();
    return request->finish(std::unexpected(closed()));
  }
  const bool first = pipeline_.is_idle(queue_of(request->errand));
  pipeline_.add(std::move(request));
  if (first) return dispatch(std::move(lock), now);
  if (waking_ || !pipeline_.has_next(now) || free_seat() == nullptr) return;
  waking_ = true;
  lock.unlock();
  asio::post(io_, [this] { wake(); });
}

void Pool::wake() {
  std::unique_lock lock(mutex_);
  waking_ = false;
  dispatch(std::move(lock), SteadyClock::now());
}

Seat* Pool::free_seat() {
  const auto found = std::ranges::find_if(seats_, [](const auto& seat) { return seat->is_free(); });
  return found == seats_.end() ? nullptr : found->get();
}

/// The commands are written without the lock, so that others can come meanwhile; the seat is kept for them.
void Pool::dispatch(std::unique_lock<std::mutex> lock, TimePoint now) {
  for (Seat* seat = free_seat(); seat != nullptr; seat = free_seat()) {
    auto batch = pipeline_.next(now);
    if (!batch) return;
    const auto connection = seat->connection;
    const bool pooled = seat->pooled;
    seat->busy = true;
    lock.unlock();
    const auto commands = commands_of(*batch, pooled);
    lock.lock();
    if (seat->connection != connection) {
      pipeline_.ended(batch->queue, 0, now, {});
      pipeline_.add_first(std::move(batch->requests));
      continue;
    }
    seat->batch = std::move(batch);
    seat->since = now;
    lock.unlock();
    connection->send(commands, !pooled);
    lock.lock();
  }
}

std::vector<Command> Pool::commands_of(const Batch& batch, bool pooled) const {
  static const Statement limit{.text = std::string(sql::setup_limit_transaction)};
  std::vector<Command> commands;
  if (pooled) {
    Parameters values(1, limit_);
    commands.push_back({.statement = &limit, .values = std::move(values)});
  }
  if (batch.queue == Queue::call) {
    const Errand& errand = batch.requests.front()->errand;
    commands.push_back({.statement = &errand.statement, .values = errand.parameters});
    return commands;
  }
  const Statement& statement = batch.queue == Queue::write  ? options_.write
                               : batch.queue == Queue::read ? options_.read
                                                            : options_.beat;
  commands.push_back({.statement = &statement, .values = arrays_of(batch.requests, statement.columns), .arrays = true});
  return commands;
}

void Pool::answered(Seat& seat, Attempt<Tables> reply) {
  Batch batch;
  {
    std::unique_lock lock(mutex_);
    if (!seat.batch) return;
    batch = *std::exchange(seat.batch, {});
    seat.busy = false;
    seat.useful = true;
    const TimePoint now = SteadyClock::now();
    pipeline_.ended(batch.queue, batch.requests.size(), now, now - seat.since);
    if (pipeline_.next_release(now)) tick_.cancel();
    dispatch(std::move(lock), now);
  }
  if (reply) {
    hand_out(std::move(batch), std::move(reply->back()));
  } else {
    if (reply.error().reaction == Reaction::prepare || reply.error().reaction == Reaction::find_primary) retire_all();
    refused(std::move(batch), reply.error());
  }
}

awaitable<void> Pool::tick() {
  const auto period = sweep_period(options_);
  TimePoint now = SteadyClock::now();
  TimePoint next_sweep = now + period;
  for (;;) {
    tick_.expires_at(next_tick(now, next_sweep));
    co_await tick_.async_wait(shared::quietly);
    now = SteadyClock::now();
    send_due(now);
    if (now < next_sweep) continue;
    sweep(now);
    next_sweep = now + period;
  }
}

/// What is released at `now` was sent, or waits for an end.
TimePoint Pool::next_tick(TimePoint now, TimePoint next_sweep) const {
  TimePoint next = next_sweep;
  if (!later_.empty()) next = std::min(next, later_.begin()->first);
  const std::lock_guard lock(mutex_);
  if (const auto release = pipeline_.next_release(now)) next = std::min(next, *release);
  return next;
}

void Pool::send_due(TimePoint now) {
  std::unique_lock lock(mutex_);
  while (!later_.empty() && later_.begin()->first <= now) {
    pipeline_.add(std::move(later_.extract(later_.begin()).mapped()));
  }
  dispatch(std::move(lock), now);
}

void Pool::sweep(TimePoint now) {
  Requests impatient;
  Error why;
  {
    const std::lock_guard lock(mutex_);
    impatient = pipeline_.out_of_patience(now);
    why = waited_too_long(no_connection_);
    const auto limit = target_.statement_timeout + options_.reply_timeout;
    for (const auto& seat : seats_) {
      if (seat->batch && seat->since + limit <= now) seat->connection->break_off("no reply in time");
    }
  }
  finish_all(impatient, why);
  if (closing_) stop_when_idle();
}

ServerFacts Pool::facts() const {
  const std::lock_guard lock(mutex_);
  return facts_;
}

std::uint64_t Pool::reconnects() const {
  const std::lock_guard lock(mutex_);
  return reconnects_;
}

void Pool::close() {
  Requests waiting;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    waiting = pipeline_.take_waiting();
  }
  finish_all(waiting, closed());
  asio::post(io_, [this] {
    closing_ = true;
    stop_when_idle();
  });
}

void Pool::stop_when_idle() {
  const std::lock_guard lock(mutex_);
  if (pipeline_.is_idle()) io_.stop();
}

void Pool::abandon() {
  Requests left;
  {
    const std::lock_guard lock(mutex_);
    left = pipeline_.take_waiting();
    for (const auto& seat : seats_) {
      if (!seat->batch) continue;
      for (RequestPtr& request : seat->batch->requests) left.push_back(std::move(request));
      seat->batch.reset();
    }
  }
  for (auto& [at, request] : std::exchange(later_, {})) left.push_back(std::move(request));
  for (Requests& requests : std::exchange(stuck_, {})) {
    for (RequestPtr& request : requests) left.push_back(std::move(request));
  }
  finish_all(left, closed());
}

}  // namespace baton::postgres
