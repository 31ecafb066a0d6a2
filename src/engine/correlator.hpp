#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

#include "baton/memory.hpp"
#include "engine/backoff.hpp"
#include "engine/bell.hpp"
#include "engine/hot_tier.hpp"
#include "engine/log_watch.hpp"
#include "engine/memory_counts.hpp"
#include "engine/metric_records.hpp"
#include "engine/nursery.hpp"
#include "engine/presence.hpp"

namespace baton {

/// Shared memory as orchestrators have it: opens correlations, takes signals, decides what is ready. The hot copy is
/// here, the durable copy in the store, and nothing is acknowledged before the store has it. Lives on one event loop
/// thread.
class Correlator {
 public:
  using Shared = View<Verbs<OpenCorrelation, GetCorrelation, Signal, Advance, ListCorrelations, TryLock, ReleaseLock,
                            PutRecord, GetRecord, ListRecords, PurgeCorrelation, ReadLog>>;

  Correlator(const boost::asio::any_io_executor& executor, Shared store, MemoryOptions options);
  Correlator(const Correlator&) = delete;
  Correlator& operator=(const Correlator&) = delete;

  const SchemaRegistry& schemas() const { return options_.schemas; }
  const TtlPolicies& policies() const { return options_.policies; }
  const MemoryOptions& options() const { return options_; }

  /// As the verb, with a document of the current schema. invalid: an unknown pattern, or it breaks the schema.
  /// Without a pattern nobody merges it: whoever opened it advances it by hand.
  awaitable<Result<Correlation>> open(OpenCorrelation request);
  /// As the verb. invalid: the body breaks the contract; nothing is stored.
  awaitable<Result<Correlation>> signal(Signal request);
  /// As the verb. invalid: the document breaks the contract.
  awaitable<Result<Correlation>> advance(Advance request);
  /// The hot copy if there is one, else the store's.
  awaitable<Result<HotTier::Kept>> read(CorrelationId id);
  /// As the verb, and with its context and what was decided of all that ever had this id; the correlation goes last, so
  /// a repeat finishes what was interrupted. Whether anything was there.
  /// unavailable: somebody is deciding it, and was not through within `patience`.
  awaitable<Result<bool>> purge(CorrelationId id, Duration patience);

  /// What happened in the log: what became ready is decided, what others changed is not hot any more.
  void hear(const LogWatch::News& news);
  /// Decides what is ready until asked to stop; begins with what others left.
  awaitable<void> run(std::stop_token stop);
  /// Decides one correlation if that is due and nobody else is at it. Whether this call decided it.
  awaitable<Result<bool>> decide(CorrelationId id);
  /// Looks for correlations that wait to be decided, whoever began it.
  awaitable<Result<std::size_t>> recover();

  /// What was decided of the latest correlation of that id, also when that has expired since; waits for it that long, or
  /// until `peer` has left. not_found: nothing was, yet.
  awaitable<Result<Record>> decision(CorrelationId id, Duration wait, Presence peer = {});
  /// Answers everybody who waits for a decision, and every later one without waiting.
  void stop_waiting();

  const MemoryCounts& counts() const { return counts_; }
  const MemoryTimes& times() const { return times_; }
  const HotTier& hot() const { return hot_; }

 private:
  struct Outcome;
  class Curiosity;

  void hear(const Event& event);
  void refresh(const CorrelationId& id, const Event& event);
  void enqueue(CorrelationId id);
  void start_waiting(Nursery& crew);
  awaitable<void> look();
  awaitable<void> work(CorrelationId id);
  awaitable<Result<void>> flush();
  awaitable<Result<Record>> find_decision(CorrelationId id);

  bool knows_pattern(const std::string& name) const;
  awaitable<Result<bool>> is_due(CorrelationId id);
  awaitable<Result<bool>> decide_locked(CorrelationId id, LockFence fence);
  awaitable<Result<Correlation>> begin(Correlation correlation, LockFence fence);
  awaitable<Result<Outcome>> merge(Correlation correlation);
  awaitable<Result<Json>> put_on_record(Correlation correlation, Outcome outcome, LockFence fence);
  awaitable<Result<bool>> settle(Correlation correlation, Json record, LockFence fence);
  awaitable<Result<LockFence>> keep_deciders_out(CorrelationId id, LockOwner owner, Duration patience);
  awaitable<Result<bool>> purge_locked(CorrelationId id);
  /// What the store answers, which is hot from now on.
  template <class Change>
  awaitable<Result<HotTier::Kept>> keep_reply(Change verb);

  boost::asio::any_io_executor executor_;
  Shared store_;
  MemoryOptions options_;
  HotTier hot_;
  std::uint64_t purges_ = 0;  ///< heard of; a gap in the log may hide one
  MetricRecords records_;
  MemoryCounts counts_;
  MemoryTimes times_;
  Bell bell_;
  std::set<CorrelationId> waiting_;
  std::set<CorrelationId> deciding_;
  std::multimap<CorrelationId, Bell*> curious_;  ///< who waits for a decision
  bool patient_ = true;                          ///< whether anybody may
  Backoff backoff_;
  Bell::Clock::time_point look_at_ = Bell::Clock::time_point::min();  ///< for what nobody told
};

/// Whether somebody should decide it, or has begun to.
bool is_undecided(const Correlation& correlation);

/// The key of a correlation's record: ids may be used again, and what was decided of the first stays its own.
RecordKey decision_key(const Correlation& correlation);
const RecordKind& decision_kind();
/// The lock that whoever decides it holds.
LockName decision_lock(const CorrelationId& id);

template <class Change>
awaitable<Result<HotTier::Kept>> Correlator::keep_reply(Change verb) {
  const std::uint64_t purges = purges_;
  auto reply = co_await store_.call(std::move(verb));
  if (!reply) co_return std::unexpected(std::move(reply.error()));
  // An answer on its way while something was purged may be of what was purged.
  if (purges != purges_) co_return std::make_shared<const Correlation>(*std::move(reply));
  co_return hot_.keep(*std::move(reply), options_.clock->now());
}

}  // namespace baton
