#include "engine/event_reader.hpp"

#include <algorithm>
#include <utility>

namespace baton {

EventReader::EventReader(std::shared_ptr<EventFeed> feed, EventFilter filter, Position after, Presence peer)
    : feed_(std::move(feed)),
      filter_(std::move(filter)),
      peer_(std::move(peer)),
      bell_(feed_->executor_),
      seen_(after),
      taken_(after),
      live_(feed_->may_join(after)),
      place_(feed_->enter(this)),
      on_leave_(peer_.left, [this] { bell_.ring(); }) {}

void EventReader::offer(const SharedEvents& events, Position upto) {
  if (!live_) return;
  const bool took_all = queue_.empty();
  for (const auto& event : events) {
    // What it has read from the store while the news was on its way.
    if (event->event().position <= seen_ || !filter_.matches(event->event())) continue;
    if (!queue_.empty() && queued_bytes_ + event->size() > feed_->options_.buffer_bytes) {
      return took_all ? fall_behind(event->event().position) : overrun();
    }
    queue_.push_back(event);
    queued_bytes_ += event->size();
  }
  seen_ = std::max(seen_, upto);
  if (queue_.empty()) taken_ = seen_;
}

/// More came at once than the buffer holds, which is none of its fault: from there on it reads the store.
void EventReader::fall_behind(Position first) {
  seen_ = Position{first.value - 1};
  live_ = false;
}

void EventReader::overrun() {
  queue_.clear();
  live_ = false;
  overrun_ = true;
  ++feed_->overruns_;
}

awaitable<Portion> EventReader::next(Bell::Clock::time_point until) {
  for (;;) {
    if (is_over()) co_return Portion{.upto = taken_, .then = Portion::Then::end};
    if (overrun_) co_return Portion{.upto = taken_, .then = Portion::Then::overrun};
    if (!queue_.empty()) co_return take();
    if (!live_) {
      if (auto portion = co_await catch_up(until)) co_return *std::move(portion);
    } else if (!co_await bell_.wait(until) && queue_.empty()) {
      co_return Portion{.upto = taken_};
    }
  }
}

Portion EventReader::take() {
  Portion portion{.events = std::exchange(queue_, {}), .upto = seen_};
  queued_bytes_ = 0;
  taken_ = seen_;
  return portion;
}

/// One page from the store. Nothing: look again.
awaitable<std::optional<Portion>> EventReader::catch_up(Bell::Clock::time_point until) {
  auto page = co_await feed_->read_page(filter_, seen_);
  const bool stuck = page && page->next <= seen_ && !feed_->may_join(seen_);
  if (!page || stuck) {
    const auto pause = Bell::Clock::now() + backoff_.next();
    co_await bell_.wait(std::min(pause, until));
    if (Bell::Clock::now() >= until) co_return Portion{.upto = taken_};
    co_return std::nullopt;
  }
  backoff_.reset();
  Portion portion;
  if (page->first > seen_.next()) portion.trimmed = Trimmed{seen_, page->first};
  for (Event& event : page->events) {
    if (filter_.matches(event)) portion.events.push_back(std::make_shared<const SharedEvent>(std::move(event)));
  }
  seen_ = std::max(seen_, page->next);
  taken_ = seen_;
  live_ = feed_->may_join(seen_);
  portion.upto = seen_;
  if (portion.events.empty() && !portion.trimmed) co_return std::nullopt;
  co_return portion;
}

}  // namespace baton
