#include "backend/shared/waiters.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>

namespace baton::shared {
namespace asio = boost::asio;

/// One caller's wait. The timer lives on a strand: waking it is posted there, so it meets the timer either before it
/// was started or while it runs, never in between.
class Waiters::Ticket {
 public:
  explicit Ticket(Condition awaited) : condition(std::move(awaited)) {}

  /// Any thread.
  void wake(const std::shared_ptr<Ticket>& self) {
    const std::lock_guard lock(mutex_);
    woken_ = true;
    if (timer_) asio::post(timer_->get_executor(), [self] { self->cancel(); });
  }

  /// On the strand. Nothing if the wake-up has come already.
  asio::steady_timer* start(const asio::any_io_executor& strand, Duration at_most) {
    const std::lock_guard lock(mutex_);
    if (woken_) return nullptr;
    timer_.emplace(strand, at_most);
    return &*timer_;
  }

  /// On the strand, or when nothing runs there any more: a wake-up that is late finds no timer, whose loop may be gone.
  void end() {
    const std::lock_guard lock(mutex_);
    timer_.reset();
  }

  bool is_woken() {
    const std::lock_guard lock(mutex_);
    return woken_;
  }

  const Condition condition;

 private:
  void cancel() {
    const std::lock_guard lock(mutex_);
    if (timer_) timer_->cancel();
  }

  std::mutex mutex_;
  bool woken_ = false;
  std::optional<asio::steady_timer> timer_;
};

namespace {

awaitable<bool> wait_on_strand(std::shared_ptr<Waiters::Ticket> ticket, Duration at_most) {
  const auto strand = co_await asio::this_coro::executor;
  if (asio::steady_timer* timer = ticket->start(strand, at_most)) {
    boost::system::error_code ended;
    co_await timer->async_wait(asio::redirect_error(asio::use_awaitable, ended));
    ticket->end();
  }
  co_return ticket->is_woken();
}

}  // namespace

std::shared_ptr<Waiters::Ticket> Waiters::expect(Position after) {
  auto ticket = std::make_shared<Ticket>(LogPast{after});
  const std::lock_guard lock(mutex_);
  if (closed_ || last_ > after) {
    ticket->wake(ticket);
  } else {
    log_.emplace(after, ticket);
  }
  return ticket;
}

std::shared_ptr<Waiters::Ticket> Waiters::expect(ResultThere result) {
  auto ticket = std::make_shared<Ticket>(result);
  const std::lock_guard lock(mutex_);
  if (closed_) {
    ticket->wake(ticket);
  } else {
    results_.emplace(Key{result.task, result.attempt}, ticket);
  }
  return ticket;
}

bool Waiters::is_past(Position after) {
  const std::lock_guard lock(mutex_);
  return last_ > after;
}

void Waiters::announce(Position last, const std::vector<ResultThere>& results) {
  std::vector<std::shared_ptr<Ticket>> awake;
  {
    const std::lock_guard lock(mutex_);
    last_ = std::max(last_, last);
    const auto end = log_.lower_bound(last_);
    for (auto at = log_.begin(); at != end; at = log_.erase(at)) awake.push_back(std::move(at->second));
    for (const ResultThere& result : results) {
      auto [at, stop] = results_.equal_range(Key{result.task, result.attempt});
      while (at != stop) {
        awake.push_back(std::move(at->second));
        at = results_.erase(at);
      }
    }
  }
  for (const auto& ticket : awake) ticket->wake(ticket);
}

void Waiters::close() {
  std::vector<std::shared_ptr<Ticket>> awake;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (auto& [after, ticket] : log_) awake.push_back(std::move(ticket));
    for (auto& [key, ticket] : results_) awake.push_back(std::move(ticket));
    log_.clear();
    results_.clear();
  }
  for (const auto& ticket : awake) ticket->wake(ticket);
}

void Waiters::forget(const std::shared_ptr<Ticket>& ticket) {
  const auto erase_from = [&ticket](auto& waiting, const auto& key) {
    auto [at, end] = waiting.equal_range(key);
    while (at != end && at->second != ticket) ++at;
    if (at != end) waiting.erase(at);
  };
  const std::lock_guard lock(mutex_);
  if (const auto* log = std::get_if<LogPast>(&ticket->condition)) {
    erase_from(log_, log->after);
  } else {
    const auto& result = std::get<ResultThere>(ticket->condition);
    erase_from(results_, Key{result.task, result.attempt});
  }
}

/// Ends with the coroutine, also with one whose event loop is torn down: its timer must not outlive that loop.
struct Waiters::Registration {
  Waiters& waiters;
  std::shared_ptr<Ticket> ticket;
  Registration(Waiters& all, std::shared_ptr<Ticket> mine) : waiters(all), ticket(std::move(mine)) {}
  ~Registration() {
    waiters.forget(ticket);
    ticket->end();
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
};

awaitable<bool> Waiters::woken(std::shared_ptr<Ticket> ticket, Duration at_most) {
  const Registration registration(*this, ticket);
  if (ticket->is_woken()) co_return true;
  auto strand = asio::make_strand(co_await asio::this_coro::executor);
  co_return co_await asio::co_spawn(strand, wait_on_strand(std::move(ticket), at_most), asio::use_awaitable);
}

awaitable<bool> Waiters::past(Position after, Duration at_most) { return woken(expect(after), at_most); }

}  // namespace baton::shared
