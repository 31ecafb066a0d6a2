#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "backend/sqlite/counters.hpp"
#include "baton/port.hpp"

namespace baton::sqlite {

/// What transactions did to the log.
struct LogChange {
  std::vector<Event> appended{};
  std::optional<Position> begins{};  ///< where it begins now, if the oldest were removed; 0: it is empty
  bool rewritten = false;            ///< what it says may be another

  void append(Event event);
  void add(LogChange later);
  /// So that adding it cannot fail.
  void make_room_for(const LogChange& later) { appended.reserve(appended.size() + later.appended.size()); }
};

/// The youngest events, kept in memory: those who follow the log read them here, without a thread, a transaction or a
/// page of the file. The writer extends it after each commit and before it answers anybody. Thread-safe.
class LogTail {
 public:
  LogTail(const Counters& counters, Position first);

  /// As of that commit.
  void follow(LogChange change, const Counters& committed);
  /// Somebody has read the file as of that step. It may be ahead of us for the moment between a commit and `follow`,
  /// and nobody may see the log go back: until we have caught up the file answers.
  void note_seen(std::uint64_t step);
  /// The answer of the file; `asked` is the time of the question. Nothing: the file has to give it.
  std::optional<Answer> answer(const ReadLog& verb, Time asked);
  void close();

 private:
  void keep(Event event);
  void forget();
  /// Of the oldest that is here.
  bool is_too_old() const;
  LogPage page(const ReadLog& verb) const;

  std::atomic<std::uint64_t> seen_ = 0;
  std::mutex mutex_;
  std::deque<Event> events_;  ///< without a gap, up to the end of the log
  std::size_t bytes_ = 0;     ///< of their payloads
  Position first_;            ///< the oldest that the file keeps
  Counters counters_;
  bool closed_ = false;
};

/// Whether a read of the log asks for that event.
bool matches(const ReadLog& wanted, const Event& event);

}  // namespace baton::sqlite
