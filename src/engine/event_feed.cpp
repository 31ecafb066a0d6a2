#include "engine/event_feed.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "engine/event_reader.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

// Between so many readers others on the event loop have their turn.
constexpr int woken_at_once = 64;

}  // namespace

void EventFeed::hear(const LogWatch::News& news) {
  missed_ = missed_ || news.gap;
  heard_ = news.upto;
  // What nobody waits for need not be kept: who comes later begins behind it.
  if (readers_.empty()) return spread();
  for (const Event& event : news.events) fresh_.push_back(std::make_shared<const SharedEvent>(event));
  news_.ring();
}

awaitable<void> EventFeed::run(std::stop_token stop) {
  Rest rest(executor_, stop);
  const std::stop_callback on_stop(stop, [this] { news_.ring(); });
  while (!stop.stop_requested()) {
    co_await news_.wait(Bell::Clock::time_point::max());
    if (stop.stop_requested()) co_return;
    spread();
    co_await wake_all();
    co_await rest.wait(options_.pace);
  }
}

void EventFeed::spread() {
  for (EventReader* reader : readers_) missed_ ? reader->lapse() : reader->offer(fresh_, heard_);
  fresh_.clear();
  told_ = heard_;
  started_ = true;
  missed_ = false;
}

awaitable<void> EventFeed::wake_all() {
  waking_ = readers_.begin();
  while (waking_ != readers_.end()) {
    for (int i = 0; i < woken_at_once && waking_ != readers_.end(); ++i) (*waking_++)->wake();
    co_await boost::asio::post(executor_, boost::asio::use_awaitable);
  }
}

void EventFeed::leave(Readers::iterator reader) {
  if (waking_ == reader) ++waking_;
  readers_.erase(reader);
}

awaitable<Result<std::unique_ptr<EventReader>>> EventFeed::open(EventFilter filter, std::optional<Position> after,
                                                                Presence peer) {
  const auto self = shared_from_this();
  ReadLog look{.after = after.value_or(Position{}), .limit = 1};
  const auto log = co_await store_.call(std::move(look));
  if (!log) co_return std::unexpected(log.error());
  if (after && *after > log->last) {
    co_return fail(Errc::invalid, "the log ends at " + std::to_string(log->last.value) + ", before position " +
                                      std::to_string(after->value) + ": that one is of another store");
  }
  co_return std::make_unique<EventReader>(self, std::move(filter), after.value_or(log->last), std::move(peer));
}

}  // namespace baton
