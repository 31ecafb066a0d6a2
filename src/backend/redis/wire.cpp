#include "backend/redis/wire.hpp"

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "backend/shared/alarm.hpp"
#include "backend/shared/look_up.hpp"
#include "backend/shared/quietly.hpp"

namespace baton::redis {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

class Trust {
 public:
  asio::ssl::context context{asio::ssl::context::tls_client};
};

namespace {

using TlsStream = asio::ssl::stream<tcp::socket>;

std::unexpected<Error> lost(error_code why) {
  if (why == asio::error::eof || why == asio::ssl::error::stream_truncated) {
    return fail(Errc::unavailable, "the server closed the connection");
  }
  return fail(Errc::unavailable, why.message());
}

class PlainWire final : public Wire {
 public:
  explicit PlainWire(tcp::socket socket) : socket_(std::move(socket)) {}

  awaitable<Result<std::size_t>> read(std::span<char> room) override {
    const auto [why, count] = co_await socket_.async_read_some(asio::buffer(room.data(), room.size()), shared::quietly);
    if (why) co_return lost(why);
    co_return count;
  }

  awaitable<Result<Done>> write(std::string_view bytes) override {
    const auto [why, count] = co_await asio::async_write(socket_, asio::buffer(bytes), shared::quietly);
    if (why) co_return lost(why);
    co_return Done{};
  }

  std::size_t send_now(std::string_view bytes) override {
    const auto sent = ::send(socket_.native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent > 0 ? static_cast<std::size_t>(sent) : 0;
  }

  bool can_send_now() const override { return true; }

  void close() override {
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  tcp::socket socket_;
};

class TlsWire final : public Wire {
 public:
  TlsWire(std::unique_ptr<TlsStream> stream, std::shared_ptr<Trust> trust)
      : trust_(std::move(trust)), stream_(std::move(stream)) {}

  awaitable<Result<std::size_t>> read(std::span<char> room) override {
    const auto [why, count] =
        co_await stream_->async_read_some(asio::buffer(room.data(), room.size()), shared::quietly);
    if (why) co_return lost(why);
    co_return count;
  }

  awaitable<Result<Done>> write(std::string_view bytes) override {
    const auto [why, count] = co_await asio::async_write(*stream_, asio::buffer(bytes), shared::quietly);
    if (why) co_return lost(why);
    co_return Done{};
  }

  std::size_t send_now(std::string_view /*bytes*/) override { return 0; }
  bool can_send_now() const override { return false; }

  void close() override {
    error_code ignored;
    stream_->next_layer().close(ignored);
  }

 private:
  std::shared_ptr<Trust> trust_;
  std::unique_ptr<TlsStream> stream_;
};

std::unexpected<Error> unreachable(const Address& address, std::string_view why) {
  return fail(Errc::unavailable, "cannot reach Redis at " + to_text(address) + ": " + std::string(why) +
                                     "; start it, or correct the address in the URL");
}

awaitable<Result<tcp::socket>> connect_socket(Address address, TimePoint until) {
  const auto endpoints = co_await shared::look_up(address, until);
  if (!endpoints) co_return unreachable(address, endpoints.error());
  const auto executor = co_await asio::this_coro::executor;
  tcp::socket socket(executor);
  const shared::Alarm limit(executor, until, [&socket] {
    error_code ignored;
    socket.close(ignored);
  });
  const auto [why, endpoint] = co_await asio::async_connect(socket, *endpoints, shared::quietly);
  if (limit.rang()) co_return unreachable(address, "no answer in time");
  if (why) co_return unreachable(address, why.message());
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  co_return std::move(socket);
}

bool expect_name(TlsStream& stream, const std::string& host) {
  SSL* ssl = stream.native_handle();
  error_code no_number;
  asio::ip::make_address(host, no_number);
  if (!no_number) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str()) == 1;
  return SSL_set1_host(ssl, host.c_str()) == 1 && SSL_set_tlsext_host_name(ssl, host.c_str()) == 1;
}

std::string why_not_trusted(TlsStream& stream, error_code why) {
  const long verdict = SSL_get_verify_result(stream.native_handle());
  if (verdict == X509_V_OK) return why.message();
  return std::string("its certificate is not trusted: ") + X509_verify_cert_error_string(verdict);
}

std::unexpected<Error> no_tls(const Address& address, std::string_view why) {
  return fail(Errc::unavailable,
              "no TLS with Redis at " + to_text(address) + ": " + std::string(why) +
                  "; name the certificate's authority with ?ca=FILE, or write redis:// if the server "
                  "has no TLS");
}

awaitable<Result<std::shared_ptr<Wire>>> encrypt(tcp::socket socket, Address address, std::shared_ptr<Trust> trust,
                                                 TimePoint until) {
  auto stream = std::make_unique<TlsStream>(std::move(socket), trust->context);
  if (!expect_name(*stream, address.host)) co_return no_tls(address, "its name cannot be checked");
  const auto executor = co_await asio::this_coro::executor;
  const shared::Alarm limit(executor, until, [&stream] {
    error_code ignored;
    stream->next_layer().close(ignored);
  });
  const auto [why] = co_await stream->async_handshake(asio::ssl::stream_base::client, shared::quietly);
  if (limit.rang()) co_return no_tls(address, "no answer in time");
  if (why) co_return no_tls(address, why_not_trusted(*stream, why));
  co_return std::make_shared<TlsWire>(std::move(stream), std::move(trust));
}

}  // namespace

Result<std::shared_ptr<Trust>> load_trust(const std::string& ca_file) {
  auto trust = std::make_shared<Trust>();
  error_code why;
  if (ca_file.empty()) {
    trust->context.set_default_verify_paths(why);
  } else {
    trust->context.load_verify_file(ca_file, why);
  }
  if (why) return fail(Errc::invalid, "cannot read the certificates in " + ca_file + ": " + why.message());
  trust->context.set_verify_mode(asio::ssl::verify_peer);
  SSL_CTX_set_min_proto_version(trust->context.native_handle(), TLS1_2_VERSION);
  return trust;
}

awaitable<Result<std::shared_ptr<Wire>>> connect_wire(Address address, std::shared_ptr<Trust> trust, TimePoint until) {
  auto socket = co_await connect_socket(address, until);
  if (!socket) co_return std::unexpected(std::move(socket.error()));
  if (trust) co_return co_await encrypt(*std::move(socket), std::move(address), std::move(trust), until);
  co_return std::make_shared<PlainWire>(*std::move(socket));
}

}  // namespace baton::redis
