#include "daemon/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>

namespace baton::daemon {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
  return value == nullptr ? std::string() : std::string(value);
}

std::int64_t number(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Asked of another process than this one, the question is not ours.
std::optional<std::chrono::microseconds> asked_of_us() {
  const std::string process = variable("WATCHDOG_PID");
  const std::int64_t every = number(variable("WATCHDOG_USEC"));
  if (every <= 0 || (!process.empty() && number(process) != ::getpid())) return std::nullopt;
  return std::chrono::microseconds(every);
}

}  // namespace

ServiceManager::ServiceManager() : socket_(variable("NOTIFY_SOCKET")), watchdog_(asked_of_us()) {}

void ServiceManager::tell_ready(const std::string& status) const { say("READY=1\nSTATUS=" + status); }

void ServiceManager::tell_stopping() const { say("STOPPING=1"); }

void ServiceManager::tell_alive() const { say("WATCHDOG=1"); }

void ServiceManager::say(std::string_view words) const {
  sockaddr_un address{};
  if (socket_.empty() || socket_.size() >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::ranges::copy(socket_, address.sun_path);
  if (socket_.front() == '@') address.sun_path[0] = '\0';  // a name that is in no file system
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  const int sender = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (sender < 0) return;
  ::sendto(sender, words.data(), words.size(), MSG_NOSIGNAL | MSG_DONTWAIT, reinterpret_cast<const sockaddr*>(&address),
           length);
  ::close(sender);
}

}  // namespace baton::daemon
