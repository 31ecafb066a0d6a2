#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "baton/time.hpp"

namespace baton::test {

/// Stands between clients and a server, on a thread of its own, and spoils their connections on demand. Bytes are opaque
/// to it. Any thread may use it. A control has taken effect when it returns.
class Proxy {
 public:
  /// Listens on a free port of the loopback. Each client gets a connection of its own to the server; where that fails,
  /// the client's is cut.
  Proxy(const std::string& host, std::uint16_t port);
  /// Cuts what is live.
  ~Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  std::uint16_t port() const;
  /// How many were ever accepted, the refused among them.
  std::size_t connections() const;
  std::size_t live() const;
  /// How often something came from the server.
  std::size_t replies() const;

  /// Resets every live connection, at both ends.
  void cut();
  /// While set, nobody is served: live connections are cut, new ones at once.
  void refuse(bool on);
  /// What comes from now on, from either side, is held back for so long. It keeps its order.
  void delay(Duration time);
  /// While set, connections are accepted and stay open, but nothing is carried, as if the other side had vanished. Those
  /// that are live when it is lifted are cut, and what was sent on them is gone.
  void half_open(bool on);
  /// While set, every byte is sent by itself.
  void one_byte_at_a_time(bool on);

  /// What a client sends next is thrown away, and its connection is cut: the server never hears of it.
  void lose_request();
  /// What the server sends next is thrown away, and that connection is cut: the server has done it, the client never
  /// hears. The same as `cut_after(0)`.
  void lose_reply();
  /// Carries so many more bytes from the server, on all connections together, then cuts the one that carried the last.
  /// A later call replaces one that has not happened yet.
  void cut_after(std::size_t bytes);

  /// Forgets what has not happened yet of the last three.
  void disarm();
  /// Lifts everything above, and forgets what has not happened yet.
  void heal();

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace baton::test
