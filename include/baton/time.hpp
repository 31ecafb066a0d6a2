#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>

#include "baton/error.hpp"

namespace baton {

using Duration = std::chrono::microseconds;

/// UTC with microseconds; RFC 3339 in text (`2026-11-15T10:24:57.000000Z`).
using Time = std::chrono::sys_time<Duration>;

std::string to_text(Time time);

/// Accepts any RFC 3339 date-time, with an offset or `Z`, and up to nine fractional digits (truncated to six).
Result<Time> parse_time(std::string_view text);

/// Where a store takes "now" from. Implementations are thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Time now() const = 0;
};

class SystemClock final : public Clock {
 public:
  Time now() const override { return std::chrono::floor<Duration>(std::chrono::system_clock::now()); }
};

/// A clock that moves only when told to; for tests.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Time start = Time{std::chrono::days{20'000}}) : micros_(start.time_since_epoch().count()) {}
  Time now() const override { return Time{Duration{micros_.load(std::memory_order_relaxed)}}; }
  void advance(Duration by) { micros_.fetch_add(by.count(), std::memory_order_relaxed); }
  void set(Time to) { micros_.store(to.time_since_epoch().count(), std::memory_order_relaxed); }

 private:
  std::atomic<Duration::rep> micros_;
};

}  // namespace baton
