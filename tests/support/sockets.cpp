#include "support/sockets.hpp"

#include <netdb.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace baton::test {
namespace {

/// Every send leaves at once.
Descriptor without_delay(Descriptor socket) {
  const int on = 1;
  if (socket.is_open()) ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::close() {
  if (is_open()) ::close(number_);
  number_ = -1;
}

sockaddr_in resolve(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failed = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failed != 0) throw std::runtime_error("cannot resolve " + host + ": " + ::gai_strerror(failed));
  sockaddr_in address{};
  std::memcpy(&address, found->ai_addr, sizeof address);
  ::freeaddrinfo(found);
  return address;
}

Descriptor listen_on_loopback(int flags) {
  Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
  const sockaddr_in address = resolve("127.0.0.1", 0);
  if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("bind");
  if (::listen(listener.get(), SOMAXCONN) != 0) fail("listen");
  return listener;
}

std::uint16_t port_of(const Descriptor& socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) fail("getsockname");
  return ntohs(address.sin_port);
}

Descriptor accept_from(const Descriptor& listener, int flags) {
  return without_delay(Descriptor(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | flags)));
}

Descriptor connect_to(const sockaddr_in& address, int flags) {
  Descriptor socket = without_delay(Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0)));
  const int failed = ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (failed != 0 && errno != EINPROGRESS) socket.close();
  return socket;
}

void reset(Descriptor& socket) {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  if (socket.is_open()) ::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  socket.close();
}

}  // namespace baton::test
