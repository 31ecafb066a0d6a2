#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>
#include <string_view>

namespace bench {

/// Where the daemon is, and what it takes to be let in.
struct Door {
  boost::asio::ip::tcp::endpoint endpoint;
  std::string token;
};

struct Answer {
  int status = 0;  ///< 0: there was none
  std::string body{};
};

/// One connection to the daemon, kept alive.
class Link {
 public:
  Link(boost::asio::io_context& loop, const Door& door) : socket_(loop), door_(door) {}

  boost::asio::awaitable<bool> connect();
  boost::asio::awaitable<Answer> request(std::string method, std::string target, std::string body);
  /// Sends the request and reads the head of the answer; what follows is for `read`.
  boost::asio::awaitable<int> open(std::string target);
  /// What comes next; empty: the end.
  boost::asio::awaitable<std::string> read();
  boost::asio::awaitable<bool> send(std::string bytes);
  void close();

 private:
  std::string head_of(std::string_view method, std::string_view target, std::size_t body_bytes) const;
  boost::asio::awaitable<bool> fill();
  boost::asio::awaitable<int> read_head(std::size_t* body_bytes);

  boost::asio::ip::tcp::socket socket_;
  const Door& door_;
  std::string input_;
};

}  // namespace bench
