#include <algorithm>

#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"

namespace baton::memory {

namespace {

/// The position of the item that ends a stretch of `limit`, if there are as many.
template <class Iterator, class PositionOf>
std::optional<Position> last_of(Iterator from, Iterator end, std::uint32_t limit, PositionOf position_of) {
  if (std::distance(from, end) < static_cast<std::ptrdiff_t>(limit)) return std::nullopt;
  return position_of(*std::next(from, limit - 1));
}

void lower(std::optional<Position>& to, std::optional<Position> other) {
  if (other && (!to || *other < *to)) to = other;
}

}  // namespace

Result<Purged> Ledger::apply(const PurgeTask& verb) {
  const Task* task = find_task(verb.task);
  if (task != nullptr && !has_ended(task->status)) return refuse::cannot_purge(verb.task, task->status);
  if (drop_results(verb) == verb.limit) return Purged{.more = true, .after = verb.after};
  if (task != nullptr && unresolved_.contains(task->seq)) {
    resolve(limits::dependants_per_step);
    if (unresolved_.contains(task->seq)) return Purged{.more = true, .after = verb.after};
  }
  const std::optional<Position> upto = end_of_stretch(verb);
  silence(verb, upto);
  if (upto) return Purged{.more = true, .after = *upto};
  if (task == nullptr) return Purged{};
  remove(*task);
  append(draft::task_purged(verb.task));
  return Purged{.removed = true};
}

/// Where a call has to stop; unset: it reaches the end of the log.
std::optional<Position> Ledger::end_of_stretch(const PurgeTask& verb) const {
  const auto key = [](const auto& entry) { return entry.first; };
  std::optional<Position> upto =
      last_of(first_after(verb.after), events_.end(), verb.limit, [](const Event& event) { return event.position; });
  for (const auto& [name, group] : groups_) {
    lower(upto, last_of(group.pending.upper_bound(verb.after), group.pending.end(), verb.limit, key));
    lower(upto, last_of(group.dead.upper_bound(verb.after), group.dead.end(), verb.limit, key));
  }
  return upto;
}

/// Takes the words out of the task's events, and out of the copies that deliveries keep.
void Ledger::silence(const PurgeTask& verb, std::optional<Position> upto) {
  const auto within = [&](Position position) { return position > verb.after && (!upto || position <= *upto); };
  const auto shorten = [&verb](Event& event) {
    if (event.task == verb.task) event.payload = draft::without_words(event.payload);
  };
  for (Event& event : events_) {
    if (within(event.position)) shorten(event);
  }
  for (auto& [name, group] : groups_) {
    for (auto* deliveries : {&group.pending, &group.dead}) {
      for (auto& [position, row] : *deliveries) {
        if (row.event && within(position)) shorten(*row.event);
      }
    }
  }
}

std::uint64_t Ledger::drop_results(const PurgeTask& verb) {
  std::uint64_t dropped = 0;
  auto at = results_.lower_bound({verb.task, Attempt{}});
  for (; dropped < verb.limit && at != results_.end() && at->first.first == verb.task; ++dropped) {
    result_expiries_.set(at->first, std::nullopt);
    at = results_.erase(at);
  }
  return dropped;
}

void Ledger::remove(const Task& task) {
  ended_.set(task.id, std::nullopt);
  if (task.idempotency_key) {
    const auto key = keys_.find(*task.idempotency_key);
    if (key != keys_.end() && key->second.task == task.id) {
      key_expiries_.set(key->first, std::nullopt);
      keys_.erase(key);
    }
  }
  forget(task);
}

Result<Purged> Ledger::apply(const PurgeThread& verb) {
  const auto known = threads_.find(verb.thread);
  if (known == threads_.end()) return Purged{};
  auto& [thread, messages, numbers] = known->second;
  if (messages.size() <= verb.limit) {
    threads_.erase(known);
    append(draft::thread_purged(verb.thread));
    return Purged{.removed = true};
  }
  for (std::uint32_t i = 0; i < verb.limit; ++i) {
    numbers.erase(messages.back().id);
    messages.pop_back();
  }
  thread.messages = messages.size();
  thread.updated_at = now_;
  return Purged{.more = true};
}

Result<Purged> Ledger::apply(const PurgeCorrelation& verb) {
  if (!correlations_.contains(verb.id)) return Purged{};
  drop_correlation(verb.id);
  append(draft::correlation_purged(verb.id));
  return Purged{.removed = true};
}

}  // namespace baton::memory
