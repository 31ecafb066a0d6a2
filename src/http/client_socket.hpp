#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace boost::asio::ssl {
class context;
}  // namespace boost::asio::ssl

namespace baton::http {

/// The socket of a client, plain or with TLS.
class ClientSocket {
 public:
  using Transfer = std::tuple<boost::system::error_code, std::size_t>;
  enum class Greeting { done, plain, failed };

  /// Without a context it is a plain socket.
  ClientSocket(boost::asio::ip::tcp::socket socket, std::shared_ptr<boost::asio::ssl::context> context);
  ~ClientSocket();
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;

  /// The handshake, if there is one to make. `plain`: the client speaks HTTP without TLS, and is answered so from now on.
  boost::asio::awaitable<Greeting> greet();
  boost::asio::awaitable<Transfer> read_some(boost::asio::mutable_buffer into);
  boost::asio::awaitable<Transfer> write(const std::vector<boost::asio::const_buffer>& from);
  /// Tells the client that nothing follows. With TLS it also waits for the same from there.
  boost::asio::awaitable<void> take_leave();

  void cancel();
  void close();
  /// Whether the client has closed its side, as far as that can be seen without reading.
  bool is_gone();
  boost::asio::any_io_executor executor() { return socket_.get_executor(); }
  /// Where it comes from.
  std::string address() const;

 private:
  struct Tls;

  boost::asio::ip::tcp::socket socket_;
  std::unique_ptr<Tls> tls_;
};

}  // namespace baton::http
