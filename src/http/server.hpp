#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "baton/error.hpp"
#include "http/message.hpp"

namespace baton::http {

/// Turns a request into a response. What leaves it as an exception is a bug, and answered as one.
class Service {
 public:
  virtual ~Service() = default;
  virtual boost::asio::awaitable<Response> answer(Arrival arrival) = 0;
};

struct Address {
  std::string host;  ///< an address, or `localhost`
  std::uint16_t port = 0;
};

/// HTTP/1.1 on a plain socket: keep-alive, pipelining in order, every limit of http/limits.hpp. Lives on one event
/// loop thread, with everything it starts.
class Server {
 public:
  using Trouble = std::function<void(const std::string&)>;

  Server(const boost::asio::any_io_executor& executor, std::shared_ptr<Service> service, Trouble trouble);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Listens from now on; returns the port, which the system chooses when `address.port` is 0.
  /// unavailable: the port is taken or may not be used.
  Result<std::uint16_t> listen(const Address& address);

  /// Takes no more connections and requests, closes idle connections at once and the others after their answer, or
  /// after two seconds; returns when all are closed.
  boost::asio::awaitable<void> stop();

 private:
  class Core;
  std::shared_ptr<Core> core_;
};

}  // namespace baton::http
