#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"

namespace baton::memory {

Result<Done> Ledger::apply(const SetResult& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  const ResultKey key{verb.task, verb.attempt};
  if (const auto known = results_.find(key); known != results_.end() && known->second.expires_at > now_) {
    if (known->second.value != verb.value) return refuse::result_taken(verb.task, verb.attempt);
    return Done{};
  }
  const Time expiry = now_ + verb.ttl;
  results_[key] = {.task = verb.task, .attempt = verb.attempt, .value = verb.value, .expires_at = expiry};
  result_expiries_.set(key, expiry);
  return Done{};
}

Result<std::optional<Json>> Ledger::apply(const GetResult& verb) {
  const auto known = results_.find({verb.task, verb.attempt});
  if (known == results_.end() || known->second.expires_at <= now_) return std::nullopt;
  return known->second.value;
}

}  // namespace baton::memory
