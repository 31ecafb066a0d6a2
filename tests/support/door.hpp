#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "support/daemon_process.hpp"

namespace baton::test {

/// Where the daemon of the moment is found: its own port, or that of whoever stands before it.
class Door {
 public:
  explicit Door(const DaemonProcess& daemon) : Door(daemon.port(), daemon.token()) {}
  Door(std::uint16_t port, std::string token) : port_(port), token_(std::move(token)) {}

  void open(const DaemonProcess& daemon) { open(daemon.port()); }
  void open(std::uint16_t port) {
    change([&] { port_ = port; });
  }
  void close() {
    change([&] { port_ = 0; });
  }
  /// 0: there will be no more.
  std::uint16_t port() const {
    const std::lock_guard lock(mutex_);
    return port_;
  }
  /// Until it is somewhere else. Who was turned away for another reason may knock again soon.
  void wait_for_another(std::uint16_t than) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds{20}, [&] { return port_ != than; });
  }
  const std::string& token() const { return token_; }

 private:
  void change(const auto& how) {
    const std::lock_guard lock(mutex_);
    how();
    changed_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint16_t port_;
  const std::string token_;
};

}  // namespace baton::test
