#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "engine/backoff.hpp"
#include "engine/event_feed.hpp"

namespace baton {

/// Events that were trimmed before the reader came to them: everything after `after` and before `first`.
struct Trimmed {
  Position after;
  Position first;
};

/// What a reader is told next.
struct Portion {
  enum class Then : std::uint8_t { more, overrun, end };

  std::optional<Trimmed> trimmed{};  ///< before the events
  SharedEvents events{};
  Position upto{};  ///< nothing else up to here is for this reader
  Then then = Then::more;
};

/// One who follows the log: each event that matches once, in order, whether it has to be read from the store or is new.
class EventReader {
 public:
  EventReader(std::shared_ptr<EventFeed> feed, EventFilter filter, Position after, Presence peer);
  ~EventReader() { feed_->leave(place_); }
  EventReader(const EventReader&) = delete;
  EventReader& operator=(const EventReader&) = delete;

  /// What there is, as soon as there is something; nothing more than `upto` when `until` has come. `overrun`: more came than the
  /// buffer holds, since the reader had not taken what was there; who comes again with `upto` misses nothing. `end`: the peer left.
  awaitable<Portion> next(Bell::Clock::time_point until);

  Position position() const { return taken_; }

 private:
  friend class EventFeed;

  void offer(const SharedEvents& events, Position upto);
  void lapse() { live_ = false; }
  void wake() {
    if (!queue_.empty() || !live_) bell_.ring();
  }
  void fall_behind(Position first);
  void overrun();
  bool is_over() const { return peer_.left.stop_requested(); }
  Portion take();
  awaitable<std::optional<Portion>> catch_up(Bell::Clock::time_point until);

  std::shared_ptr<EventFeed> feed_;
  EventFilter filter_;
  Presence peer_;
  Bell bell_;
  Backoff backoff_;
  SharedEvents queue_;
  std::size_t queued_bytes_ = 0;
  Position seen_;   ///< everything up to here was looked at
  Position taken_;  ///< everything up to here was handed out, or is not for this reader
  bool live_ = false;
  bool overrun_ = false;
  EventFeed::Readers::iterator place_;
  std::stop_callback<std::function<void()>> on_leave_;
};

}  // namespace baton
