#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <list>
#include <string>

#include "client/figures.hpp"
#include "client/link.hpp"

namespace bench {

/// What the daemon has to bear.
struct Load {
  std::size_t streams = 2000;
  std::size_t agents = 1000;
  double events_per_second = 20;
  double beat_seconds = 5;
};

/// What came of it.
struct Tally {
  Latencies submit_to_grant;  ///< from when a task is sent until the agent that waited has it
  Latencies submit;           ///< the submit itself
  Latencies beat;
  std::uint64_t tasks = 0;
  std::uint64_t stream_events = 0;
  std::uint64_t missed = 0;    ///< events that a stream was not told
  std::uint64_t repeated = 0;  ///< events that a stream was told twice
  std::uint64_t cut_off = 0;   ///< streams that ended before they were asked to
  std::uint64_t refused = 0;   ///< answers that are none
};

/// Streams that follow all events, agents that wait for work and do it, and one who submits it. All on one event loop.
class Crowd {
 public:
  Crowd(boost::asio::io_context& loop, const Door& door, Load load) : loop_(loop), door_(door), load_(load) {}

  /// Returns when all are connected, the agents wait, and the streams have begun.
  boost::asio::awaitable<bool> gather();
  /// Submits for that long; the tally is of this time only.
  boost::asio::awaitable<Tally> work(Clock::duration time);
  void leave();

 private:
  boost::asio::awaitable<void> follow(Link* link);
  boost::asio::awaitable<void> serve(Link* link, std::size_t number);
  boost::asio::awaitable<void> beat(Link* link, std::size_t first, std::size_t step);
  boost::asio::awaitable<void> pause(Clock::duration time);
  void count_ids(std::string_view text, std::string& rest, std::uint64_t& last);
  Link* new_link() { return &links_.emplace_back(loop_, door_); }

  boost::asio::io_context& loop_;
  const Door& door_;
  Load load_;
  std::list<Link> links_;
  Tally tally_;
  std::size_t ready_ = 0;
  bool leaving_ = false;
};

}  // namespace bench
