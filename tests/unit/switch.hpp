#pragma once

#include <atomic>
#include <utility>

#include "support/wrapping.hpp"

namespace baton::test {

/// A port that answers every call with one error while it is told to, and counts what it is asked.
class Switch final : public Wrapping {
 public:
  using Wrapping::Wrapping;

  awaitable<Answer> execute(Verb verb) override {
    ++calls;
    if (down) co_return Answer{.outcome = baton::fail(with, "switched off"), .stamp = {}};
    co_return co_await inner_->execute(std::move(verb));
  }
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    ++waits;
    if (down) co_return baton::fail(with, "switched off");
    co_return co_await inner_->wait(condition, at_most);
  }

  std::atomic<bool> down{false};
  std::atomic<Errc> with{Errc::unavailable};
  std::atomic<int> calls{0};
  std::atomic<int> waits{0};
};

}  // namespace baton::test
