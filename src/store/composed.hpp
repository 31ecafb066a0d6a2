#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "baton/port.hpp"

namespace baton {

struct ComposedOptions {
  /// Called for every result that could not be written. Must not block.
  std::function<void(const Error&)> on_lost_result{};
  /// How long to wait before a caller asks again while the ephemeral store is down.
  Duration pause = std::chrono::milliseconds{250};
};

/// Results in one store, everything else in another. Loud for durable, graceful for ephemeral: while the ephemeral
/// store answers `unavailable`, reading a result says "not yet", writing one is counted, reported and answered with ok;
/// its other errors pass through. Sweep goes to both, Health tells of both.
///
/// A result's lock fence is checked where the locks are, in a step before the write: across two stores there is no
/// common step, so a lock that lapses in between is not noticed.
class ComposedPort final : public Port {
 public:
  ComposedPort(std::shared_ptr<Port> durable, std::shared_ptr<Port> ephemeral, ComposedOptions options = {});

  awaitable<Answer> execute(Verb verb) override;
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override;
  void close() override;

  /// Results that could not be written.
  std::uint64_t lost_results() const { return lost_.load(std::memory_order_relaxed); }

 private:
  awaitable<Answer> get_result(GetResult verb);
  awaitable<Answer> set_result(SetResult verb);
  awaitable<Answer> write_result(SetResult verb);
  awaitable<Answer> sweep(Sweep verb);
  awaitable<Answer> health(Health verb);
  awaitable<Result<bool>> wait_for_result(Condition condition, Duration at_most);
  void merge(HealthReport& report, const Result<Reply>& ephemeral) const;

  const std::shared_ptr<Port> durable_;
  const std::shared_ptr<Port> ephemeral_;
  const ComposedOptions options_;
  std::atomic<std::uint64_t> lost_{0};
  std::atomic<bool> last_write_lost_{false};
};

}  // namespace baton
