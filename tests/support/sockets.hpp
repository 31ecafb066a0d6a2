#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <utility>

namespace baton::test {

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int number_ = -1;
};

/// Version 4 only, so that `localhost` means one address.
sockaddr_in resolve(const std::string& host, std::uint16_t port);

/// `flags` here and below: those of socket(2).
Descriptor listen_on_loopback(int flags = 0);
std::uint16_t port_of(const Descriptor& socket);
/// The next one that connected to `listener`; not open: there is none.
Descriptor accept_from(const Descriptor& listener, int flags = 0);
/// Not open: it failed. SOCK_NONBLOCK: it may fail later.
Descriptor connect_to(const sockaddr_in& address, int flags = 0);

/// Closes a connection so that the other side hears a reset, and no more of what was sent.
void reset(Descriptor& socket);

}  // namespace baton::test
