#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <stop_token>

#include "baton/store.hpp"
#include "engine/bell.hpp"
#include "engine/event_filter.hpp"
#include "engine/log_watch.hpp"
#include "engine/presence.hpp"
#include "engine/shared_event.hpp"
#include "engine/turnstile.hpp"

namespace baton {

class EventReader;

struct EventFeedOptions {
  std::chrono::milliseconds pace{50};      ///< readers are woken no more often, however many events there are
  std::size_t buffer_bytes = 1024 * 1024;  ///< of events that wait for one reader; a single one may be larger
  std::size_t page_bytes = 128 * 1024;     ///< of events that a reader is given from the store at once; likewise
};

/// Whoever comes with a position of another store would wait for ever. invalid: the log, which ends at `last`, does not reach it.
Result<void> check_reach(Position last, Position after);

/// The log for any number of readers: what is new comes from the process's one watch and is shared by all of them, and
/// only what somebody missed is read from the store. Lives on one event loop thread.
class EventFeed : public std::enable_shared_from_this<EventFeed> {
 public:
  using Read = View<Verbs<ReadLog>>;

  EventFeed(const boost::asio::any_io_executor& executor, Read store, EventFeedOptions options = {})
      : executor_(executor),
        store_(std::move(store)),
        options_(options),
        news_(executor),
        reading_(executor, pages_at_once) {}

  void hear(const LogWatch::News& news);

  /// Hands on what was heard, until asked to stop.
  awaitable<void> run(std::stop_token stop);

  /// A reader of what comes after that position, or (unset) from now on. It ends when `peer` has left.
  /// invalid: the log does not reach that position.
  awaitable<Result<std::unique_ptr<EventReader>>> open(EventFilter filter, std::optional<Position> after,
                                                       Presence peer);

  std::uint64_t readers() const { return readers_.size(); }
  std::uint64_t overruns() const { return overruns_; }

 private:
  friend class EventReader;
  using Readers = std::list<EventReader*>;
  /// However many come at once, as after a restart, so many pages are in memory whole.
  static constexpr std::size_t pages_at_once = 4;

  Readers::iterator enter(EventReader* reader) { return readers_.insert(readers_.end(), reader); }
  void leave(Readers::iterator reader);
  /// Whoever has seen everything up to there misses nothing from now on.
  bool may_join(Position seen) const { return started_ && seen >= told_; }
  void spread();
  /// What comes after that position, as much as one reader may hold.
  awaitable<Result<LogPage>> read_page(EventFilter filter, Position after);
  void fit(LogPage& page);
  awaitable<void> wake_all();

  boost::asio::any_io_executor executor_;
  Read store_;
  EventFeedOptions options_;
  Bell news_;
  Turnstile reading_;
  std::uint32_t page_events_ = 16;  ///< in the next page: as many as lately fitted
  SharedEvents fresh_;              ///< heard, and not yet handed on
  Position heard_;
  Position told_;
  bool missed_ = false;  ///< something was not heard
  bool started_ = false;
  Readers readers_;
  Readers::iterator waking_ = readers_.end();
  std::uint64_t overruns_ = 0;
};

}  // namespace baton
