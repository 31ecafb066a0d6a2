#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>

#include "backend/redis/request.hpp"

namespace baton::redis {

/// The requests of all callers, those that wait for a connection and those under way on one, and the bytes that are to
/// be sent. Knows no socket, thread or clock: its owner guards it and tells the time.
class Pipeline {
 public:
  Pipeline(std::chrono::milliseconds reply_timeout, std::chrono::milliseconds patience)
      : reply_timeout_(reply_timeout), patience_(patience) {}

  /// Puts the request on its way, or lets it wait if no connection takes any.
  void add(RequestPtr request, TimePoint now);
  /// The same for a script whose digest the server did not know.
  void add_with_text(RequestPtr request, TimePoint now);
  /// Lets it wait for the next connection.
  void keep(RequestPtr request) { waiting_.push_back(std::move(request)); }

  /// A new connection is there: everything that waits is on its way.
  void open(TimePoint now);
  /// The connection takes no more requests; those under way may still be answered.
  void retire() { state_ = State::retiring; }
  /// The connection is gone. What was not sent whole, or may be sent twice, waits for the next one. Returns the others:
  /// nobody knows what became of them.
  Requests end(TimePoint now);

  bool is_open() const { return state_ == State::open; }
  bool is_retiring() const { return state_ == State::retiring; }
  std::size_t under_way() const { return under_way_.size(); }

  std::string_view unsent() const { return unsent_; }
  /// The first `count` of the unsent bytes are out of our hands.
  void sent(std::size_t count);
  /// Gives all unsent bytes away, to be sent now. `spare`: an empty string whose memory is used again.
  std::string take_unsent(std::string spare);

  /// Those that the next `count` replies are for, oldest first; nothing for a caller who was let go. Fewer than `count`:
  /// the server answered what nobody asked.
  Requests answered(std::size_t count);

  /// Those that have waited too long for a connection.
  Requests out_of_patience(TimePoint now);
  /// Those under way whose time is over altogether; their replies, if they come, go to nobody.
  Requests out_of_time(TimePoint now);
  /// Whether the oldest request under way should have been answered by now.
  bool is_stalled(TimePoint now) const;

  Requests take_waiting() { return std::exchange(waiting_, {}); }

 private:
  enum class State : std::uint8_t { closed, open, retiring };
  struct Slot {
    RequestPtr request;
    std::uint64_t end;  ///< the position in the stream behind its last byte
    TimePoint since;
  };

  void send(RequestPtr request, bool with_text, TimePoint now);
  bool must_send_text(const Errand& errand);

  std::chrono::milliseconds reply_timeout_;
  std::chrono::milliseconds patience_;
  State state_ = State::closed;
  Requests waiting_;
  std::deque<Slot> under_way_;
  std::string unsent_;
  std::uint64_t sent_ = 0;  ///< bytes of this connection out of our hands
  /// Digests that were once sent with their text. A server that has not heard it, or forgot it, says so.
  std::unordered_set<std::string> scripts_;
};

}  // namespace baton::redis
