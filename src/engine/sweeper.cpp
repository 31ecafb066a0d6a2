#include "engine/sweeper.hpp"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <chrono>

#include "engine/backoff.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

// A busy log must not make every write carry a sweep with it.
constexpr std::chrono::milliseconds shortest_interval{50};
// What is not an event (a result's expiry) is collected at the latest then.
constexpr std::chrono::seconds longest_interval{60};

}  // namespace

awaitable<void> Sweeper::run(std::stop_token stop) {
  Rest rest(co_await boost::asio::this_coro::executor, stop);
  const std::stop_callback on_stop(stop, [this] { bell_.ring(); });
  Backoff backoff;
  while (!stop.stop_requested()) {
    auto look_again = co_await sweep();
    if (!look_again) {
      trouble_(look_again.error());
      co_await rest.wait(backoff.next());
      continue;
    }
    backoff.reset();
    if (co_await rest.wait(shortest_interval)) co_await bell_.wait(*look_again);
  }
}

awaitable<Result<Bell::Clock::time_point>> Sweeper::sweep() {
  // By the port itself: the due time is the store's, so it is measured from the stamp and not from our clock.
  Answer answer = co_await store_.port()->execute(Verb(Sweep{}));
  if (!answer.outcome) co_return std::unexpected(std::move(answer.outcome.error()));
  const auto& report = std::get<SweepReport>(*answer.outcome);
  Duration rest = longest_interval;
  if (report.next_due) rest = std::clamp<Duration>(*report.next_due - answer.stamp.now, Duration::zero(), rest);
  co_return Bell::Clock::now() + rest;
}

}  // namespace baton
