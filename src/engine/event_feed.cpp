#include "engine/event_feed.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "engine/event_reader.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

// Between so many readers others on the event loop have their turn.
constexpr int woken_at_once = 64;
constexpr std::uint32_t most_events_of_a_page = 100;

}  // namespace

Result<void> check_reach(Position last, Position after) {
  if (after <= last) return {};
  return fail(Errc::invalid, "the log ends at " + std::to_string(last.value) + ", before position " +
                                 std::to_string(after.value) + ": that one is of another store");
}

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

awaitable<Result<LogPage>> EventFeed::read_page(EventFilter filter, Position after) {
  const auto pass = co_await reading_.enter();
  ReadLog read = filter.read_after(after, page_events_);
  auto page = co_await store_.call(std::move(read));
  if (page) fit(*page);
  co_return page;
}

/// Events may be a hundred bytes or a million, and a store counts them. What is too much is left for the next page.
void EventFeed::fit(LogPage& page) {
  std::size_t bytes = 0;
  const auto count = page.events.size();
  const auto end = std::ranges::find_if(page.events, [&](const Event& event) {
    bytes += event.payload.text().size();
    return bytes > options_.page_bytes;
  });
  if (end == page.events.end()) {
    if (count >= page_events_) page_events_ = std::min(2 * page_events_, most_events_of_a_page);
    return;
  }
  const auto kept = std::max(end, page.events.begin() + 1);
  page_events_ = static_cast<std::uint32_t>(kept - page.events.begin());
  if (kept == page.events.end()) return;
  page.next = Position{kept->position.value - 1};
  page.events.erase(kept, page.events.end());
}

awaitable<Result<std::unique_ptr<EventReader>>> EventFeed::open(EventFilter filter, std::optional<Position> after,
                                                                Presence peer) {
  const auto self = shared_from_this();
  ReadLog look{.after = after.value_or(Position{}), .limit = 1};
  const auto log = co_await store_.call(std::move(look));
  if (!log) co_return std::unexpected(log.error());
  const Position from = after.value_or(log->last);
  if (auto reached = check_reach(log->last, from); !reached) co_return std::unexpected(std::move(reached.error()));
  co_return std::make_unique<EventReader>(self, std::move(filter), from, std::move(peer));
}

}  // namespace baton
