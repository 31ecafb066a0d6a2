#include "http/client_socket.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace baton::http {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto told = asio::as_tuple(asio::use_awaitable);

/// The client closed its side or the connection broke. Unread bytes do not hide it, as they would from a look at them:
/// nobody reads while a request waits, be it the next one or the goodbye of TLS.
bool hung_up(int socket) {
  pollfd look{.fd = socket, .events = POLLRDHUP, .revents = 0};
  return ::poll(&look, 1, 0) > 0 && (look.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

}  // namespace

struct ClientSocket::Tls {
  Tls(tcp::socket& socket, std::shared_ptr<asio::ssl::context> chosen)
      : context(std::move(chosen)), stream(socket, *context) {}

  std::shared_ptr<asio::ssl::context> context;
  asio::ssl::stream<tcp::socket&> stream;
};

ClientSocket::ClientSocket(tcp::socket socket, std::shared_ptr<asio::ssl::context> context)
    : socket_(std::move(socket)) {
  boost::system::error_code ignored;
  socket_.set_option(tcp::no_delay(true), ignored);
  if (context) tls_ = std::make_unique<Tls>(socket_, std::move(context));
}

ClientSocket::~ClientSocket() = default;

asio::awaitable<ClientSocket::Greeting> ClientSocket::greet() {
  if (!tls_) co_return Greeting::done;
  const auto [error] = co_await tls_->stream.async_handshake(asio::ssl::stream_base::server, told);
  if (!error) co_return Greeting::done;
  if (error.category() != asio::error::get_ssl_category() ||
      ERR_GET_REASON(static_cast<unsigned long>(error.value())) != SSL_R_HTTP_REQUEST) {
    co_return Greeting::failed;
  }
  tls_.reset();
  co_return Greeting::plain;
}

asio::awaitable<ClientSocket::Transfer> ClientSocket::read_some(asio::mutable_buffer into) {
  if (tls_) return tls_->stream.async_read_some(into, told);
  return socket_.async_read_some(into, told);
}

asio::awaitable<ClientSocket::Transfer> ClientSocket::write(const std::vector<asio::const_buffer>& from) {
  if (tls_) return asio::async_write(tls_->stream, from, told);
  return asio::async_write(socket_, from, told);
}

asio::awaitable<void> ClientSocket::take_leave() {
  if (tls_) co_await tls_->stream.async_shutdown(told);
  boost::system::error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

void ClientSocket::cancel() {
  boost::system::error_code ignored;
  socket_.cancel(ignored);
}

void ClientSocket::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

bool ClientSocket::is_gone() {
  if (!socket_.is_open()) return true;
  return hung_up(socket_.native_handle());
}

std::string ClientSocket::address() const {
  boost::system::error_code error;
  const auto endpoint = socket_.remote_endpoint(error);
  return error ? std::string("unknown") : endpoint.address().to_string();
}

}  // namespace baton::http
