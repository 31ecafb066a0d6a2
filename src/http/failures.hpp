#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace baton::http {

/// Counts credentials that were nobody's, by the address they came from. Bounded: it forgets the oldest.
class Failures {
 public:
  using Clock = std::chrono::steady_clock;

  /// One more. How long to wait if those were too many.
  std::optional<std::chrono::seconds> count(std::string_view address, Clock::time_point now);

  std::size_t size() const { return windows_.size(); }

 private:
  struct Window {
    Clock::time_point start;
    std::size_t failures = 0;
  };
  void make_room(Clock::time_point now);

  std::unordered_map<std::string, Window> windows_;
};

/// What counts as one client: an IPv4 address, or the network that a provider gives to one customer of IPv6.
std::string client_of(std::string_view address);

}  // namespace baton::http
