#include "engine/hot_tier.hpp"

namespace baton {

namespace {

/// Its row in the ephemeral table.
std::string_view policy_of(CorrelationStatus status) {
  switch (status) {
    case CorrelationStatus::completed: return "completed_correlation";
    case CorrelationStatus::failed: return "failed_correlation";
    default: return "active_correlation";
  }
}

}  // namespace

HotTier::Kept HotTier::keep(Correlation correlation, Time now) {
  const CorrelationId id = correlation.id;
  Entry& entry = entries_[id];
  if (entry.kept && entry.kept->created_at == correlation.created_at && entry.kept->version > correlation.version) {
    return entry.kept;
  }
  by_expiry_.erase({entry.expires_at, id});
  entry.kept = std::make_shared<const Correlation>(std::move(correlation));
  entry.expires_at = now + policies_.ephemeral(policy_of(entry.kept->status));
  entry.step_expires_at = now + policies_.ephemeral("workflow_state");
  by_expiry_.emplace(entry.expires_at, id);
  return entry.kept;
}

HotTier::Kept HotTier::find(const CorrelationId& id, Time now) const {
  const auto known = entries_.find(id);
  return known == entries_.end() || known->second.expires_at <= now ? nullptr : known->second.kept;
}

std::optional<std::string> HotTier::step(const CorrelationId& id, Time now) const {
  const Kept kept = find(id, now);
  if (!kept || entries_.at(id).step_expires_at <= now) return std::nullopt;
  return kept->step;
}

void HotTier::forget(const CorrelationId& id) {
  const auto known = entries_.find(id);
  if (known == entries_.end()) return;
  by_expiry_.erase({known->second.expires_at, id});
  entries_.erase(known);
}

void HotTier::clear() {
  entries_.clear();
  by_expiry_.clear();
}

void HotTier::expire(Time now) {
  while (!by_expiry_.empty() && by_expiry_.begin()->first <= now) {
    const CorrelationId id = by_expiry_.begin()->second;
    ++expired_[std::string(policy_of(entries_.at(id).kept->status))];
    forget(id);
  }
}

}  // namespace baton
