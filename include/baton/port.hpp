#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <variant>

#include "baton/time.hpp"
#include "baton/verb.hpp"

namespace baton {

template <class T>
using awaitable = boost::asio::awaitable<T>;

/// When a verb took effect: the number of its atomic step in the store's one order, and the store's clock in it.
/// A read carries the number of the last step it saw.
struct Stamp {
  std::uint64_t step = 0;
  Time now;

  bool operator==(const Stamp&) const = default;
};

struct Answer {
  Result<Reply> outcome;
  Stamp stamp;
};

/// The log has passed `after`.
struct LogPast {
  Position after;
};

/// A result is there for the task and attempt.
struct ResultThere {
  TaskId task;
  Attempt attempt;
};

using Condition = std::variant<LogPast, ResultThere>;

/// What a backend implements: every verb, each as one atomic step, and a way to wait.
///
/// execute: carries out the verb as its comment says. The verb was validated. Takes effect once or, with `unavailable`,
/// perhaps: then the caller may repeat it. Any number of calls may be under way; thread-safe.
/// wait: returns true as soon as the condition may hold, false after `at_most`. May return true too early, never too
/// late: a condition that holds already, or comes to hold during the call, ends it.
/// close: refuses new calls with `unavailable`, finishes those under way, releases every resource. Repeatable. Blocks.
/// A port outlives every call on it.
class Port {
 public:
  virtual ~Port() = default;
  virtual awaitable<Answer> execute(Verb verb) = 0;
  virtual awaitable<Result<bool>> wait(Condition condition, Duration at_most) = 0;
  virtual void close() = 0;
};

}  // namespace baton
