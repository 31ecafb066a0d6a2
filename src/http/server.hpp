#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "baton/error.hpp"
#include "http/limits.hpp"
#include "http/message.hpp"

namespace boost::asio::ssl {
class context;
}  // namespace boost::asio::ssl

namespace baton::http {

/// What is said to somebody whose request's head has come, and whose body is still on its way.
struct Reception {
  std::optional<Response> refusal{};    ///< instead of reading the body
  std::shared_ptr<const void> place{};  ///< to be held until the body is there
};

/// Turns a request into a response. What leaves it as an exception is a bug, and answered as one.
class Service {
 public:
  virtual ~Service() = default;
  /// Asked only of a request whose body did not come along with its head, which is all that there is of it yet. `answer` decides anew.
  virtual boost::asio::awaitable<Reception> receive(Arrival /*head*/) { co_return Reception{}; }
  virtual boost::asio::awaitable<Response> answer(Arrival arrival) = 0;
};

struct Address {
  std::string host;  ///< an address, or `localhost`
  std::uint16_t port = 0;
};

/// invalid: its host is neither an address nor `localhost`.
Result<void> check_address(const Address& address);

/// Whether this machine and this user may listen there; that somebody does is no matter. unavailable: they may not.
Result<void> try_address(const Address& address);

/// How long a server waits for its clients, and for how many of them. Tests are less patient.
struct ServerLimits {
  std::size_t connections = limits::connections;
  std::chrono::milliseconds header_time = limits::header_time;
  std::chrono::milliseconds body_time = limits::body_time;
  std::chrono::milliseconds write_time = limits::write_time;
  std::chrono::milliseconds idle_time = limits::idle_time;
  std::chrono::milliseconds linger_time = limits::linger_time;
  std::chrono::milliseconds dribble_time = limits::dribble_time;
  std::chrono::milliseconds check_interval = std::chrono::seconds{1};
};

/// HTTP/1.1, plain or over TLS: keep-alive, pipelining in order, every limit of http/limits.hpp. Lives on one event
/// loop thread, with everything it starts.
class Server {
 public:
  using Trouble = std::function<void(const std::string&)>;

  Server(const boost::asio::any_io_executor& executor, std::shared_ptr<Service> service, Trouble trouble,
         const ServerLimits& limits = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Connections from now on speak TLS with that certificate; those that are open stay as they are.
  void use_tls(std::shared_ptr<boost::asio::ssl::context> context);

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
