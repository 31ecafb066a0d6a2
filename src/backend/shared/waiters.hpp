#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "baton/port.hpp"

namespace baton::shared {

/// Callers that wait for the log to move or for a result. Woken after the commit that they wait for; nobody polls.
/// Thread-safe.
class Waiters {
 public:
  explicit Waiters(Position last) : last_(last) {}

  /// The log ends at `last`, and these results were set, both durable.
  void announce(Position last, const std::vector<ResultThere>& results);
  void close();

  /// True: woken, the log is past the position already, or closed. False: the time is over.
  awaitable<bool> past(Position after, Duration at_most);
  /// Registers before the caller looks whether the result is there, so that no wake-up is lost in between.
  class Ticket;
  std::shared_ptr<Ticket> expect(ResultThere result);
  awaitable<bool> woken(std::shared_ptr<Ticket> ticket, Duration at_most);

  bool is_past(Position after);

 private:
  using Key = std::pair<TaskId, Attempt>;
  struct Registration;
  std::shared_ptr<Ticket> expect(Position after);
  void forget(const std::shared_ptr<Ticket>& ticket);

  std::mutex mutex_;
  Position last_;
  bool closed_ = false;
  std::multimap<Position, std::shared_ptr<Ticket>> log_;
  std::multimap<Key, std::shared_ptr<Ticket>> results_;
};

}  // namespace baton::shared
