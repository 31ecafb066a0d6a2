#include "engine/context.hpp"
#include "engine/correlator.hpp"
#include "engine/held.hpp"
#include "engine/record_shelf.hpp"

// A correlation is purged under the lock of those who decide: none of them writes a decision behind the purge, and the
// fence of one who was at it does not count any more.

namespace baton {

awaitable<Result<bool>> Correlator::purge(CorrelationId id, Duration patience) {
  const auto contexts = co_await remove_context(store_, id);
  if (!contexts) co_return std::unexpected(contexts.error());
  const LockOwner owner = LockOwner::trusted(make_unique_text());
  const auto fence = co_await keep_deciders_out(id, owner, patience);
  if (!fence) co_return std::unexpected(fence.error());
  const auto purged = co_await purge_locked(std::move(id));
  ReleaseLock release{.name = fence->lock, .owner = owner, .token = fence->token};
  static_cast<void>(co_await store_.call(std::move(release)));
  if (!purged) co_return purged;
  co_return *purged || *contexts > 0;
}

awaitable<Result<LockFence>> Correlator::keep_deciders_out(CorrelationId id, LockOwner owner, Duration patience) {
  const auto until = Bell::Clock::now() + patience;
  const TryLock want{.name = decision_lock(id), .owner = owner, .ttl = options_.lock};
  Bell pause(executor_);
  for (Backoff backoff;;) {
    const auto lock = co_await store_.call(want);
    if (!lock) co_return std::unexpected(lock.error());
    if (lock->won) co_return LockFence{.lock = lock->lock.name, .token = lock->lock.token};
    if (!patient_ || Bell::Clock::now() >= until) break;
    co_await pause.wait(std::min<Bell::Clock::time_point>(until, Bell::Clock::now() + backoff.next()));
  }
  co_return held_by_others("correlation " + id.str() + " is being decided; purge it again in a moment");
}

awaitable<Result<bool>> Correlator::purge_locked(CorrelationId id) {
  const auto decisions = co_await remove_records_under(store_, decision_kind(), id.str() + "/");
  if (!decisions) co_return std::unexpected(decisions.error());
  PurgeCorrelation verb{.id = id};
  const auto purged = co_await store_.call(std::move(verb));
  if (!purged) co_return std::unexpected(purged.error());
  ++purges_;
  hot_.forget(id);
  co_return purged->removed || *decisions > 0;
}

}  // namespace baton
