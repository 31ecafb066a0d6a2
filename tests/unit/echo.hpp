#pragma once

#include <poll.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/sockets.hpp"

namespace baton::test {

constexpr std::chrono::seconds patience{30};

/// Sends back whatever anybody sends, and remembers it.
class EchoServer {
 public:
  ~EchoServer() {
    thread_.request_stop();
    connect_to(resolve("127.0.0.1", port()));  // ends the wait
    thread_.join();
  }

  std::uint16_t port() const { return port_of(listener_); }

  /// All that came so far, in the order it came.
  std::string heard() const {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

  /// Waits for this to come.
  bool hears(std::string_view text) const {
    std::unique_lock lock(mutex_);
    return more_.wait_for(lock, patience, [&] { return heard_.find(text) != std::string::npos; });
  }

 private:
  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::vector<pollfd> waiting{{.fd = listener_.get(), .events = POLLIN, .revents = 0}};
      for (const Descriptor& client : clients_) waiting.push_back({.fd = client.get(), .events = POLLIN, .revents = 0});
      ::poll(waiting.data(), waiting.size(), -1);
      for (std::size_t i = 0; i < clients_.size(); ++i) {
        if (waiting[i + 1].revents != 0) echo(clients_[i]);
      }
      std::erase_if(clients_, [](const Descriptor& client) { return !client.is_open(); });
      if (waiting[0].revents != 0) clients_.push_back(accept_from(listener_));
    }
  }

  void echo(Descriptor& client) {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::recv(client.get(), buffer.data(), buffer.size(), 0);
    if (count <= 0) return client.close();
    const std::size_t size = static_cast<std::size_t>(count);
    {
      const std::lock_guard lock(mutex_);
      heard_.append(buffer.data(), size);
    }
    more_.notify_all();
    for (std::size_t sent = 0; sent < size && client.is_open();) {
      const ssize_t done = ::send(client.get(), buffer.data() + sent, size - sent, MSG_NOSIGNAL);
      if (done < 0) return client.close();
      sent += static_cast<std::size_t>(done);
    }
  }

  Descriptor listener_ = listen_on_loopback();
  std::vector<Descriptor> clients_;
  mutable std::mutex mutex_;
  mutable std::condition_variable more_;
  std::string heard_;
  std::jthread thread_{[this](const std::stop_token& stop) { run(stop); }};
};

/// A blocking connection that gives up when nothing happens for too long.
class EchoClient {
 public:
  explicit EchoClient(std::uint16_t port) : socket_(connect_to(resolve("127.0.0.1", port))) {
    const timeval limit{.tv_sec = patience.count(), .tv_usec = 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  }

  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count < 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  void end_sending() const { ::shutdown(socket_.get(), SHUT_WR); }

  /// What has come, at most so many bytes, waiting for the first; empty: the connection has ended.
  std::string receive_some(std::size_t most) const {
    std::string bytes(most, '\0');
    const ssize_t count = ::recv(socket_.get(), bytes.data(), most, 0);
    bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return bytes;
  }

  /// So many bytes; fewer: the connection ended before.
  std::string receive(std::size_t size) const {
    std::string bytes;
    while (bytes.size() < size) {
      const std::string more = receive_some(size - bytes.size());
      if (more.empty()) break;
      bytes += more;
    }
    return bytes;
  }

  std::string echo(std::string_view bytes) const {
    send(bytes);
    return receive(bytes.size());
  }

  /// Waits for the other side to end it in good order.
  bool sees_end() const {
    char next = 0;
    return ::recv(socket_.get(), &next, 1, 0) == 0;
  }

  /// Waits for the other side to reset it, if that did not happen while it connected.
  bool sees_reset() const {
    if (!socket_.is_open()) return true;
    char next = 0;
    return ::recv(socket_.get(), &next, 1, 0) < 0 && errno == ECONNRESET;
  }

  /// It is open, and nothing came that was not received.
  bool is_silent() const {
    char next = 0;
    return ::recv(socket_.get(), &next, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
  }

 private:
  Descriptor socket_;
};

}  // namespace baton::test
