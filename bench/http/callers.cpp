#include "callers.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace bench {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr auto look = 20ms;
constexpr int most_looks = 250;
/// What a daemon takes of a core that has nothing to do, and a little more.
constexpr double idle_share = 0.05;

}  // namespace

asio::awaitable<bool> Callers::connect(const Door& door, std::size_t connections) {
  while (links_.size() < connections) {
    if (!co_await links_.emplace_back(loop_, door).connect()) co_return false;
  }
  co_return true;
}

asio::awaitable<Replay> Callers::run(std::vector<Message> messages) {
  messages_ = std::move(messages);
  next_ = 0;
  replay_ = {};
  replay_.answers.resize(messages_.size());
  if (messages_.empty()) co_return std::exchange(replay_, {});
  co_await wait_until_quiet();
  const double before = cpu_seconds_of(pid_);
  const auto begun = Clock::now();
  done_.expires_at(Clock::time_point::max());
  calling_ = links_.size();
  for (auto& link : links_) asio::co_spawn(loop_, call(&link), asio::detached);
  co_await done_.async_wait(asio::as_tuple(asio::use_awaitable));
  replay_.elapsed = Clock::now() - begun;
  co_await wait_until_quiet();
  replay_.cpu_seconds = cpu_seconds_of(pid_) - before;
  co_return std::exchange(replay_, {});
}

asio::awaitable<void> Callers::call(Link* link) {
  while (next_ < messages_.size()) {
    const std::size_t at = next_++;
    auto& message = messages_[at];
    const auto begun = Clock::now();
    replay_.answers[at] =
        co_await link->request(std::move(message.method), std::move(message.target), std::move(message.body));
    replay_.took.add(Clock::now() - begun);
  }
  if (--calling_ == 0) done_.cancel();
}

asio::awaitable<void> Callers::wait_until_quiet() {
  asio::steady_timer timer(loop_);
  double before = cpu_seconds_of(pid_);
  for (int i = 0; i < most_looks; ++i) {
    timer.expires_after(look);
    co_await timer.async_wait(asio::use_awaitable);
    const double now = cpu_seconds_of(pid_);
    if (now - before < idle_share * std::chrono::duration<double>(look).count()) co_return;
    before = now;
  }
}

}  // namespace bench
