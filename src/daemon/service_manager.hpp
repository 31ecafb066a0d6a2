#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace baton::daemon {

/// Tells the service manager (systemd, or whatever sets NOTIFY_SOCKET) how the daemon is: a datagram of a few words to the
/// socket that the variable names. Without one nothing is said. What cannot be sent is no reason to stop.
class ServiceManager {
 public:
  ServiceManager();

  void tell_ready(const std::string& status) const;
  void tell_stopping() const;
  void tell_alive() const;

  /// How often it wants to hear that the daemon is alive; unset: it does not ask.
  std::optional<std::chrono::microseconds> watchdog() const { return watchdog_; }

 private:
  void say(std::string_view words) const;

  std::string socket_;
  std::optional<std::chrono::microseconds> watchdog_;
};

}  // namespace baton::daemon
