#include "backend/redis/lane.hpp"

#include <utility>

#include "backend/shared/quietly.hpp"
#include "backend/shared/spawn.hpp"

namespace baton::redis {

namespace asio = boost::asio;

Lane::Lane(asio::io_context& io, Dialer& dialer, const ClientOptions& options)
    : io_(io), dialer_(dialer), options_(options), backoff_(backoff_of(options)), pause_(io) {}

void Lane::submit(RequestPtr request, std::chrono::milliseconds block) {
  std::unique_lock lock(mutex_);
  if (closed_) {
    lock.unlock();
    return request->finish(std::unexpected(closed()));
  }
  waits_.push_back({.request = std::move(request), .block = block});
  if (std::exchange(working_, true)) return;
  lock.unlock();
  shared::spawn(io_, work());
}

bool Lane::take_next() {
  const std::lock_guard lock(mutex_);
  working_ = !waits_.empty();
  if (!working_) return false;
  current_ = std::move(waits_.front());
  waits_.pop_front();
  return true;
}

awaitable<void> Lane::work() {
  while (take_next()) {
    const Request& wanted = *current_.request;
    auto reply = co_await carry_out(wanted.errand.arguments, current_.block, wanted.limits.patience);
    std::exchange(current_.request, nullptr)->finish(std::move(reply));
  }
}

awaitable<Result<Value>> Lane::carry_out(Command command, std::chrono::milliseconds block, TimePoint patience) {
  for (unsigned failures = 1;; ++failures) {
    auto reply = co_await try_once(command, block);
    if (reply) co_return *std::move(reply);
    const Refusal& refusal = reply.error();
    const bool helps = refusal.reaction != Reaction::give_up && is_retryable(refusal.error);
    if (!helps || SteadyClock::now() >= patience) co_return std::unexpected(refusal.error);
    co_await pause(failures);
  }
}

awaitable<Attempt<Value>> Lane::try_once(Command command, std::chrono::milliseconds block) {
  if (!server_) {
    auto made = co_await dialer_.dial(Dialer::Greet::no);
    if (!made) {
      made.error().reaction = Reaction::wait;
      co_return std::unexpected(std::move(made.error()));
    }
    server_ = *std::move(made);
  }
  const auto link = server_->link;
  auto replies = co_await link->ask({std::move(command)}, SteadyClock::now() + block + options_.reply_timeout);
  if (!replies) {
    server_.reset();
    co_return std::unexpected(Refusal{.error = unknown_outcome(replies.error().detail)});
  }
  Value& reply = replies->front();
  if (reply.kind != Value::Kind::error) co_return std::move(reply);
  server_.reset();
  Refusal refusal = understand(reply.text);
  if (refusal.reaction == Reaction::follow) dialer_.redirect(refusal.elsewhere);
  co_return std::unexpected(std::move(refusal));
}

awaitable<void> Lane::pause(unsigned failures) {
  pause_.expires_after(backoff_.delay(failures));
  co_await pause_.async_wait(shared::quietly);
}

void Lane::moved(const ServerFacts& facts) {
  if (!server_ || server_->facts.address == facts.address) return;
  server_->link->wire().close();
  if (!current_.request) server_.reset();
}

void Lane::abandon() {
  std::deque<Wait> left;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    left.swap(waits_);
  }
  if (current_.request) std::exchange(current_.request, nullptr)->finish(std::unexpected(closed()));
  for (const Wait& wait : left) wait.request->finish(std::unexpected(closed()));
}

}  // namespace baton::redis
