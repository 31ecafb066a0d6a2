#include "backend/memory/store.hpp"

#include <mutex>
#include <new>

#include "backend/memory/ledger.hpp"
#include "backend/shared/waiters.hpp"

namespace baton::memory {

namespace {

/// Gives the ledger one order, a clock that never runs backwards, and a way to wait.
class MemoryStore final : public Port {
 public:
  explicit MemoryStore(std::shared_ptr<const Clock> clock) : clock_(std::move(clock)) {}

  awaitable<Answer> execute(Verb verb) override { co_return step(verb); }

  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    if (const auto* log = std::get_if<LogPast>(&condition)) co_return co_await waiters_.past(log->after, at_most);
    const auto result = std::get<ResultThere>(condition);
    auto ticket = waiters_.expect(result);
    if (is_there(result)) co_return true;
    co_return co_await waiters_.woken(std::move(ticket), at_most);
  }

  void close() override {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    waiters_.close();
  }

 private:
  Answer step(const Verb& verb) {
    std::vector<ResultThere> results;
    if (const auto* set = std::get_if<SetResult>(&verb)) results.push_back({set->task, set->attempt});
    std::unique_lock lock(mutex_);
    if (closed_) return {.outcome = fail(Errc::unavailable, "the store is closed"), .stamp = {}};
    now_ = std::max(now_, clock_->now());
    if (!is_read_only(verb)) ++step_;
    Answer answer{.outcome = execute_whole(verb), .stamp = {.step = step_, .now = now_}};
    const Position last = ledger_.last_position();
    const bool moved = std::exchange(announced_, last) != last;
    lock.unlock();
    if (moved || !results.empty()) waiters_.announce(last, results);
    return answer;
  }

  /// A write that finds no memory leaves half a step behind, which nothing here can take back: better no store than one that
  /// contradicts itself.
  Result<Reply> execute_whole(const Verb& verb) {
    if (half_done_) return fail(Errc::corrupt, "the memory ran out in the middle of a step; start again, empty");
    half_done_ = !is_read_only(verb);
    try {
      auto outcome = ledger_.execute(verb, now_);
      half_done_ = false;
      return outcome;
    } catch (const std::bad_alloc&) {
      if (half_done_) return fail(Errc::corrupt, "the memory ran out in the middle of this step; start again, empty");
      return fail(Errc::unavailable, "out of memory; give the process more, then repeat the call");
    }
  }

  bool is_there(ResultThere result) {
    const auto answer = step(GetResult{.task = result.task, .attempt = result.attempt});
    return answer.outcome && std::get<std::optional<Json>>(*answer.outcome).has_value();
  }

  std::shared_ptr<const Clock> clock_;
  std::mutex mutex_;
  Ledger ledger_;
  Time now_;
  std::uint64_t step_ = 0;
  Position announced_;
  bool closed_ = false;
  bool half_done_ = false;
  shared::Waiters waiters_{Position{}};
};

}  // namespace

std::shared_ptr<Port> open(std::shared_ptr<const Clock> clock) {
  if (!clock) clock = std::make_shared<SystemClock>();
  return std::make_shared<MemoryStore>(std::move(clock));
}

}  // namespace baton::memory
