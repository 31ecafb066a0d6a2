#include "backend/redis/keeper.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "backend/shared/quietly.hpp"
#include "backend/shared/spawn.hpp"

namespace baton::redis {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// Often enough that a limit is not overrun by much, seldom enough to cost nothing.
std::chrono::milliseconds sweep_period(const ClientOptions& options) {
  return std::clamp(std::min(options.reply_timeout, options.patience) / 20, 5ms, 250ms);
}

bool may_pass(const Refusal& refusal) {
  return refusal.reaction == Reaction::wait || refusal.reaction == Reaction::find_primary;
}

}  // namespace

Keeper::Keeper(asio::io_context& io, Dialer& dialer, const ClientOptions& options,
               std::function<void(const ServerFacts&)> connected)
    : io_(io),
      dialer_(dialer),
      options_(options),
      connected_(std::move(connected)),
      backoff_(backoff_of(options)),
      connection_(io, options,
                  [this](RequestPtr request, Refusal refusal) { refused(std::move(request), std::move(refusal)); }),
      pause_(io),
      tick_(io) {}

std::future<Result<Done>> Keeper::start() {
  auto first = std::make_shared<std::promise<Result<Done>>>();
  auto outcome = first->get_future();
  shared::spawn(io_, live(std::move(first)));
  shared::spawn(io_, tick());
  return outcome;
}

awaitable<void> Keeper::live(std::shared_ptr<std::promise<Result<Done>>> first) {
  Attempt<Established> made = co_await first_contact();
  if (!made) co_return first->set_value(std::unexpected(made.error().error));
  remember(made->facts);
  first->set_value(Done{});
  for (unsigned failures = 0;;) {
    if (made) {
      const TimePoint since = SteadyClock::now();
      const bool useful = co_await connection_.serve(made->link);
      failures = useful || SteadyClock::now() - since > options_.last_delay ? 0 : failures + 1;
    } else {
      connection_.cannot_connect(made.error().error);
      ++failures;
    }
    if (failures > 0 && !closing_) co_await pause(failures);
    if (closing_) break;
    made = co_await dialer_.dial(Dialer::Greet::yes);
    if (made) remember(made->facts);
  }
  io_.stop();
}

awaitable<Attempt<Established>> Keeper::first_contact() {
  const TimePoint until = SteadyClock::now() + options_.patience;
  for (unsigned failures = 1;; ++failures) {
    auto made = co_await dialer_.dial(Dialer::Greet::yes);
    if (made || !may_pass(made.error()) || SteadyClock::now() >= until) co_return made;
    co_await pause(failures);
  }
}

awaitable<void> Keeper::pause(unsigned failures) {
  pause_.expires_after(backoff_.delay(failures));
  co_await pause_.async_wait(shared::quietly);
}

void Keeper::remember(const ServerFacts& facts) {
  {
    const std::lock_guard lock(mutex_);
    facts_ = facts;
    ++connections_;
  }
  connected_(facts);
}

ServerFacts Keeper::facts() const {
  const std::lock_guard lock(mutex_);
  return facts_;
}

std::uint64_t Keeper::reconnects() const {
  const std::lock_guard lock(mutex_);
  return connections_ > 0 ? connections_ - 1 : 0;
}

awaitable<void> Keeper::tick() {
  const auto period = sweep_period(options_);
  TimePoint next_sweep = SteadyClock::now() + period;
  for (;;) {
    tick_.expires_at(later_.empty() ? next_sweep : std::min(next_sweep, later_.begin()->first));
    co_await tick_.async_wait(shared::quietly);
    const TimePoint now = SteadyClock::now();
    send_due(now);
    if (now < next_sweep) continue;
    connection_.sweep(now);
    next_sweep = now + period;
  }
}

void Keeper::send_due(TimePoint now) {
  while (!later_.empty() && later_.begin()->first <= now) {
    connection_.submit(std::move(later_.extract(later_.begin()).mapped()), now);
  }
}

void Keeper::refused(RequestPtr request, Refusal refusal) {
  const bool runs = runs_script(request->errand);
  switch (refusal.reaction) {
    case Reaction::give_up: return request->finish(std::unexpected(std::move(refusal.error)));
    case Reaction::wait: return come_back(std::move(request), refusal.error);
    case Reaction::follow:
    case Reaction::find_primary: return look_again(std::move(request), refusal);
    case Reaction::send_text:
      if (request->errand.script != nullptr) return connection_.submit_text(std::move(request));
      return request->finish(std::unexpected(std::move(refusal.error)));
    case Reaction::ask_once:
      // Only one key of a script is known to have moved: the others may still be here.
      if (runs) return come_back(std::move(request), refusal.error);
      const auto at = elsewhere_.insert(elsewhere_.end(), std::move(request));
      shared::spawn(io_, ask_elsewhere(at, std::move(refusal.elsewhere)));
      return;
  }
}

void Keeper::come_back(RequestPtr request, const Error& why) {
  const TimePoint at = SteadyClock::now() + backoff_.delay(++request->refusals);
  if (closing_) return request->finish(std::unexpected(closed()));
  if (at >= request->limits.patience) return request->finish(std::unexpected(why));
  later_.emplace(at, std::move(request));
  tick_.cancel();
}

void Keeper::look_again(RequestPtr request, const Refusal& refusal) {
  // Also where the caller is told: the address may lead to another server by now.
  connection_.retire();
  if (refusal.reaction == Reaction::follow) dialer_.redirect(refusal.elsewhere);
  const TimePoint now = SteadyClock::now();
  const bool helps = refusal.reaction == Reaction::follow || dialer_.by_sentinel();
  if (!helps || now >= request->limits.patience) return request->finish(std::unexpected(refusal.error));
  connection_.submit(std::move(request), now);
}

awaitable<void> Keeper::ask_elsewhere(std::list<RequestPtr>::iterator at, Address node) {
  auto reply = co_await ask_node((*at)->errand.arguments, std::move(node));
  RequestPtr request = std::move(*at);
  elsewhere_.erase(at);
  if (reply) {
    request->finish(*std::move(reply));
  } else if (reply.error().untouched || request->errand.repeat == Repeat::safe) {
    come_back(std::move(request), reply.error().error);
  } else {
    request->finish(std::unexpected(std::move(reply.error().error)));
  }
}

awaitable<Attempt<Value>> Keeper::ask_node(Command command, Address node) {
  auto made = co_await dialer_.dial_node(std::move(node));
  if (!made) co_return std::unexpected(std::move(made.error()));
  std::vector<Command> commands{{"ASKING"}, std::move(command)};
  auto replies = co_await made->link->ask(std::move(commands), SteadyClock::now() + options_.reply_timeout);
  if (!replies) co_return std::unexpected(Refusal{.error = unknown_outcome(replies.error().detail)});
  Value& reply = replies->back();
  if (reply.kind == Value::Kind::error) co_return std::unexpected(understand(reply.text));
  co_return std::move(reply);
}

void Keeper::close() {
  connection_.close();
  asio::post(io_, [this] { stop_when_idle(); });
}

void Keeper::stop_when_idle() {
  closing_ = true;
  for (auto& [at, request] : std::exchange(later_, {})) request->finish(std::unexpected(closed()));
  if (!connection_.has_work()) io_.stop();
}

void Keeper::abandon() {
  connection_.abandon(closed());
  for (auto& [at, request] : std::exchange(later_, {})) request->finish(std::unexpected(closed()));
  for (RequestPtr& request : std::exchange(elsewhere_, {})) request->finish(std::unexpected(closed()));
}

}  // namespace baton::redis
