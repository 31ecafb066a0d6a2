#include "engine/log_watch.hpp"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <utility>

#include "engine/backoff.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

// A wait on the store cannot be called off, so this bounds how long a stop takes.
constexpr std::chrono::milliseconds longest_wait{500};
constexpr std::uint32_t page = 1000;
// To read one event costs a store almost as much as to read many. So others gather for a moment after each, up to a
// bound that nobody notices; after a quiet time the next one is told at once.
constexpr std::chrono::microseconds gathering_an_event{100};
constexpr std::chrono::microseconds longest_gathering{4000};

std::chrono::microseconds gathering_after(std::size_t events) {
  // There is more already.
  if (events >= page) return {};
  return std::min<std::chrono::microseconds>(longest_gathering, gathering_an_event * events);
}

}  // namespace

awaitable<void> LogWatch::run(std::stop_token stop) {
  Rest rest(co_await boost::asio::this_coro::executor, stop);
  Backoff backoff;
  bool started = false;
  while (!stop.stop_requested()) {
    const auto read = started ? co_await advance(longest_wait) : co_await find_end();
    if (read) {
      started = true;
      backoff.reset();
      if (*read > 0) co_await rest.wait(gathering_after(*read));
    } else {
      co_await rest.wait(backoff.next());
    }
  }
  // What happened until the stop is still told.
  if (started) static_cast<void>(co_await advance(Duration::zero()));
}

awaitable<Result<std::size_t>> LogWatch::find_end() {
  auto log = co_await store_.call(ReadLog{.limit = 1});
  if (!log) co_return std::unexpected(log.error());
  position_ = log->last;
  // Whoever listened before the end was known cannot tell what it missed.
  tell(News{.events = {}, .gap = true, .upto = position_});
  co_return std::size_t{0};
}

awaitable<Result<std::size_t>> LogWatch::advance(Duration patience) {
  auto moved = co_await store_.wait(position_, patience);
  if (!moved) co_return std::unexpected(moved.error());
  if (!*moved) co_return std::size_t{0};
  ReadLog read{.after = position_, .limit = page};
  auto news = co_await store_.call(std::move(read));
  if (!news) co_return std::unexpected(news.error());
  const bool gap = news->first > position_.next();
  const std::size_t count = news->events.size();
  position_ = std::max(position_, news->next);
  if (gap || !news->events.empty()) tell(News{.events = std::move(news->events), .gap = gap, .upto = position_});
  co_return count;
}

void LogWatch::tell(const News& news) const {
  for (const auto& listener : listeners_) listener(news);
}

}  // namespace baton
