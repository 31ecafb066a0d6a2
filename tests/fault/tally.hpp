#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "baton/port.hpp"

namespace baton::test {

/// What became of one caller's calls.
struct Tally {
  int answered = 0;
  int unknown = 0;
  std::string other{};
};

/// Calls until it is told to stop, or refused for another reason than a broken connection.
template <class Call>
awaitable<Tally> call_until(std::shared_ptr<std::atomic<bool>> stop, Call call) {
  Tally tally;
  while (!*stop && tally.other.empty()) {
    const auto reply = co_await call();
    if (reply) {
      ++tally.answered;
    } else if (reply.error().code == Errc::unavailable) {
      ++tally.unknown;
    } else {
      tally.other = reply.error().detail;
    }
  }
  co_return tally;
}

}  // namespace baton::test
