#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "baton/time.hpp"
#include "support/sockets.hpp"

namespace baton::test {

/// What a proxy does to the connections it carries.
struct LineFaults {
  bool refuse = false;
  bool half_open = false;
  bool one_byte_at_a_time = false;
  bool lose_request = false;
  std::optional<std::size_t> reply_bytes_left{};  ///< until the connection that carries them is cut
  Duration delay{};
};

/// The works of a proxy: the connections it carries between its port and a server. One thread at a time.
class Switchboard {
 public:
  explicit Switchboard(const sockaddr_in& server) : server_(server) {}
  ~Switchboard() { cut(); }
  Switchboard(const Switchboard&) = delete;
  Switchboard& operator=(const Switchboard&) = delete;

  std::uint16_t port() const { return port_of(listener_); }
  std::size_t accepted() const { return accepted_; }
  std::size_t live() const { return links_.size(); }
  std::size_t replies() const { return replies_; }

  /// Waits until something came or is due, or `wake` is readable, then accepts who came and carries on what may go.
  void turn(const Descriptor& wake);

  void cut();
  void refuse(bool on);
  void half_open(bool on);
  void heal();

  LineFaults faults{};

 private:
  using Clock = std::chrono::steady_clock;

  struct Chunk {
    Clock::time_point due;
    std::string bytes;  ///< none: the stream ends here
    std::size_t sent = 0;
  };

  /// One direction of a link: what was read at one end and waits to be sent at the other.
  struct Flow {
    int from;
    int to;
    bool carries_replies;
    std::deque<Chunk> held{};
    bool read_to_end = false;
    bool ends_with_reset = false;
    bool ended = false;

    bool wants_more() const;
    bool is_due(Clock::time_point now) const { return !held.empty() && held.front().due <= now; }
  };

  struct Link {
    Link(Descriptor client_end, Descriptor server_end);

    Descriptor client;
    Descriptor server;
    Flow requests{.from = client.get(), .to = server.get(), .carries_replies = false};
    Flow replies{.from = server.get(), .to = client.get(), .carries_replies = true};

    void reset();
    bool is_over() const { return !client.is_open() || (requests.ended && replies.ended); }
  };

  std::vector<pollfd> interests(const Descriptor& wake, Clock::time_point now) const;
  int patience(Clock::time_point now) const;
  void accept_all();
  void serve(Link& link, const pollfd& client, const pollfd& server);
  bool read(Flow& flow);
  bool spoil(const Flow& flow, std::string& bytes);
  bool deliver(Flow& flow) const;

  sockaddr_in server_;
  Descriptor listener_ = listen_on_loopback(SOCK_NONBLOCK);
  std::vector<Link> links_;
  std::size_t accepted_ = 0;
  std::size_t replies_ = 0;
  std::array<char, 65536> buffer_{};
};

}  // namespace baton::test
