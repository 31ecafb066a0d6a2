#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include "client/figures.hpp"
#include "client/link.hpp"

namespace bench {

struct Message {
  std::string method;
  std::string target;
  std::string body{};
};

/// What came of some requests, and what they cost the daemon.
struct Replay {
  std::vector<Answer> answers;
  Latencies took;
  Clock::duration elapsed{};
  double cpu_seconds = 0;
};

/// As many connections as asked for, kept alive, that share out what is to be asked. All on one event loop.
class Callers {
 public:
  Callers(boost::asio::io_context& loop, int pid) : loop_(loop), pid_(pid), done_(loop) {}

  boost::asio::awaitable<bool> connect(const Door& door, std::size_t connections);
  /// Asks everything. The cost is told with what the daemon does afterwards because of it.
  boost::asio::awaitable<Replay> run(std::vector<Message> messages);

 private:
  boost::asio::awaitable<void> call(Link* link);
  boost::asio::awaitable<void> wait_until_quiet();

  boost::asio::io_context& loop_;
  int pid_;
  std::list<Link> links_;
  std::vector<Message> messages_;
  std::size_t next_ = 0;
  std::size_t calling_ = 0;
  Replay replay_;
  boost::asio::steady_timer done_;
};

}  // namespace bench
