#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "baton/open.hpp"

namespace baton {

struct ComposedOptions {
  /// Called for every result that could not be written. From any thread; must not block.
  std::function<void(const Error&)> on_lost_result{};
  /// Called when the ephemeral store goes down, with what it said, and when it is back.
  std::function<void(const Error&)> on_down{};
  std::function<void()> on_back{};
  /// How long to wait before a caller asks again while the ephemeral store is down.
  Duration pause = std::chrono::milliseconds{250};
  /// How often a caller that waits looks by itself, in case nobody told of the result.
  Duration look_behind = std::chrono::seconds{5};
};

/// Results in one store, everything else in another. Loud for durable, graceful for ephemeral: while the ephemeral
/// store is down, reading a result says "not yet", writing one is counted, reported and answered with ok; its other
/// errors pass through.
///
/// Sweep goes to both, within one bound, and Health tells of both. Freeze, Export and Import cover both, so that an export
/// is that of a single store; they and PurgeTask are loud, because half of them would be a lie.
///
/// Each half has an order of its own. A result's lock fence is checked where the locks are, in a step before the write:
/// across two stores there is no common step, so a lock that lapses in between is not noticed.
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
  awaitable<Answer> refuse_fence(LockFence fence);
  awaitable<Result<bool>> wait_for_result(Condition condition, Duration at_most);

  awaitable<Answer> purge_task(PurgeTask verb);
  awaitable<Answer> sweep(Sweep verb);
  awaitable<Answer> health(Health verb);
  awaitable<Answer> freeze(Freeze verb);
  awaitable<Answer> export_rows(Export verb);
  awaitable<Answer> import_rows(Import verb);
  /// A verb that cannot do without the ephemeral store.
  awaitable<Answer> insist(Verb verb);
  void merge(HealthReport& report, const Result<Reply>& ephemeral) const;

  const std::shared_ptr<Port> durable_;
  const std::shared_ptr<Port> ephemeral_;
  const ComposedOptions options_;
  std::atomic<std::uint64_t> lost_{0};
  std::atomic<bool> last_write_lost_{false};
};

/// Opens both and composes them. The durable store has to be there, as open_store says. The ephemeral one may be down: then
/// the store starts without it and is whole as soon as it is there. Any other error of it is an error.
Result<Store> open_composed(std::string_view durable, std::string_view ephemeral, const StoreOptions& options,
                            ComposedOptions composed);

}  // namespace baton
