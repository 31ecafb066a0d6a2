#include "store/composed.hpp"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "baton/open.hpp"
#include "core/refusals.hpp"

namespace baton {
namespace {

bool is_down(const Result<Reply>& outcome) { return !outcome && outcome.error().code == Errc::unavailable; }

awaitable<void> pause_for(Duration time) {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, time);
  boost::system::error_code interrupted;
  co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, interrupted));
}

std::optional<Time> earlier(std::optional<Time> a, std::optional<Time> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

ComposedPort::ComposedPort(std::shared_ptr<Port> durable, std::shared_ptr<Port> ephemeral, ComposedOptions options)
    : durable_(std::move(durable)), ephemeral_(std::move(ephemeral)), options_(std::move(options)) {}

awaitable<Answer> ComposedPort::execute(Verb verb) {
  if (auto* set = std::get_if<SetResult>(&verb)) return set_result(std::move(*set));
  if (auto* get = std::get_if<GetResult>(&verb)) return get_result(*get);
  if (auto* due = std::get_if<Sweep>(&verb)) return sweep(*due);
  if (auto* ask = std::get_if<Health>(&verb)) return health(*ask);
  return durable_->execute(std::move(verb));
}

awaitable<Answer> ComposedPort::get_result(GetResult verb) {
  Answer answer = co_await ephemeral_->execute(Verb(verb));
  if (is_down(answer.outcome)) answer.outcome = Reply(GetResult::Reply{});
  co_return answer;
}

awaitable<Answer> ComposedPort::set_result(SetResult verb) {
  if (verb.fence) {
    const LockFence fence = *verb.fence;
    Answer answer = co_await durable_->execute(Verb(InspectLock{fence.lock}));
    if (!answer.outcome) co_return answer;
    const auto& lock = std::get<InspectLock::Reply>(*answer.outcome);
    if (!lock || lock->token != fence.token) {
      answer.outcome = refuse::stale_lock(fence.lock);
      co_return answer;
    }
    verb.fence.reset();
  }
  co_return co_await write_result(std::move(verb));
}

awaitable<Answer> ComposedPort::write_result(SetResult verb) {
  Answer answer = co_await ephemeral_->execute(Verb(std::move(verb)));
  const bool lost = is_down(answer.outcome);
  last_write_lost_.store(lost, std::memory_order_relaxed);
  if (!lost) co_return answer;
  lost_.fetch_add(1, std::memory_order_relaxed);
  if (options_.on_lost_result) options_.on_lost_result(answer.outcome.error());
  answer.outcome = Reply(Done{});
  co_return answer;
}

awaitable<Answer> ComposedPort::sweep(Sweep verb) {
  Answer answer = co_await durable_->execute(Verb(verb));
  if (!answer.outcome) co_return answer;
  const Answer beside = co_await ephemeral_->execute(Verb(verb));
  if (!beside.outcome) co_return answer;
  auto& report = std::get<SweepReport>(*answer.outcome);
  const auto& expired = std::get<SweepReport>(*beside.outcome);
  report.results_expired += expired.results_expired;
  report.next_due = earlier(report.next_due, expired.next_due);
  co_return answer;
}

awaitable<Answer> ComposedPort::health(Health verb) {
  Answer answer = co_await durable_->execute(Verb(verb));
  if (!answer.outcome) co_return answer;
  const Answer beside = co_await ephemeral_->execute(Verb(verb));
  merge(std::get<HealthReport>(*answer.outcome), beside.outcome);
  co_return answer;
}

// Degraded while the ephemeral store is down, and after a lost result until one is written again; the count stays.
void ComposedPort::merge(HealthReport& report, const Result<Reply>& ephemeral) const {
  if (last_write_lost_.load(std::memory_order_relaxed)) report.degraded = true;
  if (!ephemeral) {
    report.degraded = true;
    report.notes.push_back("the ephemeral store is down: " + ephemeral.error().detail);
  } else {
    const auto& beside = std::get<HealthReport>(*ephemeral);
    report.degraded = report.degraded || beside.degraded;
    report.notes.push_back("results are kept in a store of their own: " + beside.backend);
    for (const std::string& note : beside.notes) report.notes.push_back("results: " + note);
  }
  if (const auto lost = lost_results(); lost > 0) {
    report.notes.push_back(std::to_string(lost) + " results could not be written to the ephemeral store");
  }
}

awaitable<Result<bool>> ComposedPort::wait(Condition condition, Duration at_most) {
  if (std::holds_alternative<ResultThere>(condition)) return wait_for_result(condition, at_most);
  return durable_->wait(condition, at_most);
}

// A store that is down cannot say when the result comes: the caller is told to ask again after a pause.
awaitable<Result<bool>> ComposedPort::wait_for_result(Condition condition, Duration at_most) {
  auto woken = co_await ephemeral_->wait(condition, at_most);
  if (woken || woken.error().code != Errc::unavailable) co_return woken;
  co_await pause_for(std::min(at_most, options_.pause));
  co_return options_.pause < at_most;
}

void ComposedPort::close() {
  ephemeral_->close();
  durable_->close();
}

Store compose(const Store& durable, const Store& ephemeral) {
  return Store(std::make_shared<ComposedPort>(durable.port(), ephemeral.port()));
}

}  // namespace baton
