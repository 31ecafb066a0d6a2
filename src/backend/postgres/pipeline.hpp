#pragma once

#include <array>
#include <optional>

#include "backend/postgres/batch.hpp"

namespace baton::postgres {

/// The requests of all callers that wait to be sent, and how many batches of each kind are under way: says what goes
/// next. Knows no socket, thread or clock: its owner guards it and tells the time.
class Pipeline {
 public:
  /// `pool`: so many batches can be under way, each on a connection of its own.
  Pipeline(std::size_t pool, std::chrono::milliseconds beat_interval);

  void add(RequestPtr request);
  /// Puts them before all others, in their order.
  void add_first(Requests requests);

  /// What may go to a free connection now, if there is anything; its place is taken until `ended`.
  std::optional<Batch> next(TimePoint now);
  /// A batch of so many was answered, or came to nothing (0), `took` after it was sent.
  void ended(Queue queue, std::size_t items, TimePoint now, SteadyClock::duration took);

  bool is_idle(Queue queue) const { return under_way_[index(queue)] == 0; }
  bool is_idle() const;
  /// Whether there is something that `next` would give.
  bool has_next(TimePoint now) const;
  /// When `next` may give what it held back until then, so that more can come; nothing: only an end lets more go.
  std::optional<TimePoint> next_release(TimePoint now) const;

  /// Those that have waited too long.
  Requests out_of_patience(TimePoint now);
  Requests take_waiting();

 private:
  static constexpr std::size_t queues = 4;
  static constexpr std::size_t index(Queue queue) { return static_cast<std::size_t>(queue); }

  bool may_go(Queue queue, TimePoint now) const;
  bool may_write(TimePoint now) const;
  Batch take(Queue queue);

  std::size_t most_writes_;
  std::size_t most_others_;
  std::chrono::milliseconds beat_interval_;
  std::array<Requests, queues> waiting_;
  std::array<std::size_t, queues> under_way_{};
  std::size_t turn_ = 0;  ///< whose turn it is among those that are no writes
  TimePoint beats_from_{};
  std::size_t expected_writes_ = 0;  ///< so many are likely to wait soon, …
  TimePoint expected_by_{};          ///< … by then
};

}  // namespace baton::postgres
