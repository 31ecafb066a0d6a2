#include "http/server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <list>
#include <optional>
#include <utility>

#include "engine/bell.hpp"
#include "engine/nursery.hpp"
#include "http/connection.hpp"

namespace baton::http {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::chrono::seconds stop_time{2};
constexpr std::chrono::milliseconds accept_pause{100};
// One connection that was let in is not the end of a shortage.
constexpr std::chrono::seconds trouble_is_over{1};
// Between so many connections others on the event loop have their turn.
constexpr int checked_at_once = 32;

Result<tcp::endpoint> endpoint_of(const Address& address) {
  boost::system::error_code error;
  const auto host = asio::ip::make_address(address.host == "localhost" ? "127.0.0.1" : address.host, error);
  if (error) return fail(Errc::invalid, "`" + address.host + "` is not an address; listen on 127.0.0.1 or [::1]");
  return tcp::endpoint(host, address.port);
}

std::unexpected<Error> cannot_listen(const Address& address, const boost::system::error_code& error) {
  namespace errc = boost::system::errc;
  const bool elsewhere = error == errc::address_not_available || error == errc::address_family_not_supported;
  return fail(Errc::unavailable, "cannot listen on " + address.host + ":" + std::to_string(address.port) + ": " +
                                     error.message() + "; " +
                                     (elsewhere ? "choose an address of this machine" : "choose another port") +
                                     " with --listen HOST:PORT");
}

boost::system::error_code bind(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  boost::system::error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  return error;
}

}  // namespace

class Server::Core {
 public:
  Core(const asio::any_io_executor& executor, std::shared_ptr<Service> service, Trouble trouble,
       const ServerLimits& limits)
      : around_{.service = std::move(service), .trouble = std::move(trouble), .limits = limits},
        acceptor_(executor),
        clock_(executor),
        pause_(executor),
        nursery_(executor) {}

  Result<std::uint16_t> listen(const Address& address);
  asio::awaitable<void> stop();
  void use_tls(std::shared_ptr<asio::ssl::context> context) { tls_ = std::move(context); }

 private:
  using Connections = std::list<Connection>;

  asio::awaitable<void> accept();
  asio::awaitable<void> serve(Connections::iterator connection, bool full);
  asio::awaitable<void> watch();
  asio::awaitable<void> check_all(Bell::Clock::time_point now, bool give_up);
  void admit(tcp::socket socket);

  Connection::Surroundings around_;
  std::shared_ptr<asio::ssl::context> tls_;
  tcp::acceptor acceptor_;
  Bell clock_;
  Bell pause_;
  Connections connections_;
  Connections::iterator checked_ = connections_.end();  ///< the next one, while they are being checked
  bool stopping_ = false;
  Nursery nursery_;
};

Result<std::uint16_t> Server::Core::listen(const Address& address) {
  auto endpoint = endpoint_of(address);
  if (!endpoint) return std::unexpected(endpoint.error());
  auto error = bind(acceptor_, *endpoint);
  if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
  if (error) return cannot_listen(address, error);
  nursery_.start(accept());
  nursery_.start(watch());
  return acceptor_.local_endpoint(error).port();
}

asio::awaitable<void> Server::Core::accept() {
  std::optional<Bell::Clock::time_point> failed_at;
  while (!stopping_) {
    auto [error, socket] = co_await acceptor_.async_accept(asio::as_tuple(asio::use_awaitable));
    if (stopping_) co_return;
    if (!error) {
      admit(std::move(socket));
      if (failed_at && Bell::Clock::now() >= *failed_at + trouble_is_over) {
        around_.trouble("connections are accepted again");
        failed_at.reset();
      }
      continue;
    }
    // Out of descriptors, most likely: clients that leave make room.
    if (!failed_at)
      around_.trouble("cannot accept connections: " + error.message() + "; it is tried again until it works");
    failed_at = Bell::Clock::now();
    co_await pause_.wait(Bell::Clock::now() + accept_pause);
  }
}

void Server::Core::admit(tcp::socket socket) {
  const bool full = connections_.size() >= around_.limits.connections;
  const auto connection = connections_.emplace(connections_.end(), std::move(socket), tls_, around_);
  nursery_.start(serve(connection, full));
}

asio::awaitable<void> Server::Core::serve(Connections::iterator connection, bool full) {
  std::string bug;
  try {
    if (full) {
      co_await connection->turn_away(too_many_connections());
    } else {
      co_await connection->run();
    }
  } catch (const std::exception& exception) {
    bug = exception.what();
  }
  // Whatever one client brings about, the others stay.
  if (!bug.empty()) around_.trouble("a connection met a bug: " + bug);
  if (checked_ == connection) ++checked_;
  connections_.erase(connection);
  if (stopping_) clock_.ring();
}

asio::awaitable<void> Server::Core::check_all(Bell::Clock::time_point now, bool give_up) {
  checked_ = connections_.begin();
  while (checked_ != connections_.end()) {
    for (int i = 0; i < checked_at_once && checked_ != connections_.end(); ++i) {
      Connection& connection = *checked_++;
      give_up ? connection.close() : connection.check(now);
    }
    co_await asio::post(acceptor_.get_executor(), asio::use_awaitable);
  }
}

asio::awaitable<void> Server::Core::watch() {
  auto give_up = Bell::Clock::time_point::max();
  while (!stopping_ || !connections_.empty()) {
    co_await clock_.wait(Bell::Clock::now() +
                         (stopping_ ? std::chrono::milliseconds{200} : around_.limits.check_interval));
    const auto now = Bell::Clock::now();
    if (stopping_ && give_up == Bell::Clock::time_point::max()) give_up = now + stop_time;
    co_await check_all(now, now >= give_up);
  }
}

asio::awaitable<void> Server::Core::stop() {
  stopping_ = true;
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  for (auto& connection : connections_) connection.stop();
  pause_.ring();
  clock_.ring();
  co_await nursery_.join();
}

Server::Server(const asio::any_io_executor& executor, std::shared_ptr<Service> service, Trouble trouble,
               const ServerLimits& limits)
    : core_(std::make_shared<Core>(executor, std::move(service), std::move(trouble), limits)) {}

Server::~Server() = default;

Result<void> check_address(const Address& address) {
  const auto endpoint = endpoint_of(address);
  if (!endpoint) return std::unexpected(endpoint.error());
  return {};
}

Result<void> try_address(const Address& address) {
  const auto endpoint = endpoint_of(address);
  if (!endpoint) return std::unexpected(endpoint.error());
  asio::io_context loop;
  tcp::acceptor acceptor(loop);
  const auto error = bind(acceptor, *endpoint);
  if (error && error != asio::error::address_in_use) return cannot_listen(address, error);
  return {};
}

Result<std::uint16_t> Server::listen(const Address& address) { return core_->listen(address); }

void Server::use_tls(std::shared_ptr<asio::ssl::context> context) { core_->use_tls(std::move(context)); }

asio::awaitable<void> Server::stop() { return core_->stop(); }

}  // namespace baton::http
