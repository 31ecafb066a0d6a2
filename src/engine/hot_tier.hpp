#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "baton/correlations.hpp"
#include "baton/policies.hpp"

namespace baton {

/// The hot copy of correlations in memory: what this process saw last, for as long as the ephemeral table says. Lives on
/// one event loop thread.
class HotTier {
 public:
  using Kept = std::shared_ptr<const Correlation>;

  explicit HotTier(const TtlPolicies& policies) : policies_(policies) {}

  /// Keeps it unless a later version is there. Its time starts anew.
  Kept keep(Correlation correlation, Time now);
  /// Null pointer: unknown here, or past its time.
  Kept find(const CorrelationId& id, Time now) const;
  /// The step of its workflow, which is kept for a shorter time.
  std::optional<std::string> step(const CorrelationId& id, Time now) const;
  void forget(const CorrelationId& id);
  void clear();

  /// Removes what is past its time; what was removed is counted by type.
  void expire(Time now);
  const std::map<std::string, std::uint64_t, std::less<>>& expired() const { return expired_; }

  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Kept kept;
    Time expires_at;
    Time step_expires_at;
  };

  const TtlPolicies& policies_;
  std::unordered_map<CorrelationId, Entry> entries_;
  std::set<std::pair<Time, CorrelationId>> by_expiry_;
  std::map<std::string, std::uint64_t, std::less<>> expired_;
};

}  // namespace baton
