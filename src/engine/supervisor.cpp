#include "engine/supervisor.hpp"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <utility>

#include "engine/log_actor.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

// A busy log must not make every write carry a sweep with it.
constexpr std::chrono::milliseconds between_sweeps{50};
// What is not an event (a result's expiry) is collected at the latest then.
constexpr std::chrono::seconds longest_rest{60};

Duration until(Bell::Clock::time_point then) {
  return std::chrono::ceil<Duration>(std::max(then - Bell::Clock::now(), Bell::Clock::duration::zero()));
}

}  // namespace

Supervisor::Supervisor(const boost::asio::any_io_executor& executor, Supervised store, SupervisorOptions options)
    : executor_(executor),
      store_(std::move(store)),
      options_(std::move(options)),
      bell_(executor),
      tally_(store_, options_.checkpoint_every) {}

SupervisorCounts Supervisor::counts() const {
  SupervisorCounts all = counts_;
  all.events = tally_.counts();
  return all;
}

awaitable<void> Supervisor::run(std::stop_token stop) {
  Rest back_off(executor_, stop);
  const std::stop_callback on_stop(stop, [this] { bell_.ring(); });
  while (!stop.stop_requested()) {
    const Pass done = co_await pass(Clock::now() >= sweep_at_);
    if (done.backs_off) {
      co_await back_off.wait(done.rest);
    } else {
      co_await bell_.wait(Clock::now() + done.rest);
    }
  }
  static_cast<void>(co_await tally_.save());
}

void Supervisor::hear(const LogWatch::News& news) {
  tally_.hear(news.events);
  if (news.gap) trusted_ = false;
  if (options_.assign) {
    if (drawing_) meanwhile_.insert(meanwhile_.end(), news.events.begin(), news.events.end());
    for (const Event& event : news.events) picture_.hear(event);
  }
  // What was written may be due earlier than anything before it.
  sweep_at_ = std::min(sweep_at_, swept_at_ + between_sweeps);
  bell_.ring();
}

awaitable<Supervisor::Pass> Supervisor::pass(bool sweeping) {
  ++counts_.passes;
  const auto assigned = co_await act(sweeping);
  if (assigned) {
    backoff_.reset();
    co_return Pass{.assigned = *assigned, .rest = rest()};
  }
  // Whatever was under way may have happened or not.
  trusted_ = false;
  const Pass failed{.backs_off = true, .rest = backoff_.next()};
  ++counts_.backoffs;
  counts_.backed_off += failed.rest;
  options_.on_trouble(assigned.error());
  co_return failed;
}

awaitable<Result<std::size_t>> Supervisor::act(bool sweeping) {
  if (sweeping) {
    if (auto swept = co_await sweep(); !swept) co_return std::unexpected(swept.error());
  }
  if (needs_picture()) {
    if (auto drawn = co_await renew_picture(); !drawn) co_return std::unexpected(drawn.error());
  }
  std::size_t assigned = 0;
  if (options_.assign) {
    const auto given = co_await assign();
    if (!given) co_return given;
    assigned = *given;
  }
  if (auto kept = co_await tally_.keep_up(); !kept) {
    ++counts_.store_errors;
    co_return std::unexpected(kept.error());
  }
  co_return assigned;
}

awaitable<Result<void>> Supervisor::sweep() {
  const auto reply = co_await ask(options_.sweep);
  if (!reply) co_return std::unexpected(reply.error());
  const auto& report = std::get<SweepReport>(*reply);
  ++counts_.sweeps;
  add(counts_.swept, report);
  Duration rest = longest_rest;
  if (report.next_due) rest = std::clamp<Duration>(*report.next_due - told_, between_sweeps, rest);
  swept_at_ = Clock::now();
  sweep_at_ = swept_at_ + rest;
  co_return Result<void>{};
}

Duration Supervisor::rest() const {
  if (tally_.is_behind() || needs_picture()) return Duration::zero();
  Duration rest = std::min(until(sweep_at_), until(redraw_at_));
  const auto due = options_.assign ? picture_.next_due() : std::nullopt;
  if (due) rest = std::min(rest, std::max<Duration>(*due - store_now(), Duration::zero()));
  return rest;
}

awaitable<Result<Reply>> Supervisor::ask(Verb verb) {
  // By the port itself: its stamp tells the store's clock, which alone judges what is due.
  Answer answer = co_await store_.port()->execute(std::move(verb));
  if (answer.outcome || !is_trouble(answer.outcome.error().code)) {
    told_ = std::max(told_, answer.stamp.now);
    told_at_ = Clock::now();
  } else {
    ++counts_.store_errors;
  }
  co_return std::move(answer.outcome);
}

Time Supervisor::store_now() const { return told_ + std::chrono::floor<Duration>(Clock::now() - told_at_); }

awaitable<void> supervise(Store store, SupervisorOptions options, std::stop_token stop) {
  const auto executor = co_await boost::asio::this_coro::executor;
  Supervisor supervisor(executor, store, std::move(options));
  co_await run_beside_log(store, &supervisor, std::move(stop));
}

}  // namespace baton
