#pragma once

#include <optional>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton {

/// Hands a value from an agent to its controller, under task and attempt, so that no job reads another's.
/// Written once: an equal value again answers ok and keeps the first expiry; conflict: another value is there.
/// The task need not be known here: results may live in a store of their own. stale_fence: `fence`.
struct SetResult {
  using Reply = Done;
  TaskId task;
  Attempt attempt;
  Json value;
  Duration ttl = std::chrono::seconds{3600};
  std::optional<LockFence> fence{};

  bool operator==(const SetResult&) const = default;
};

/// The value, or nothing: not yet, or expired. Store::get_result also waits for it.
struct GetResult {
  using Reply = std::optional<Json>;
  TaskId task;
  Attempt attempt;

  bool operator==(const GetResult&) const = default;
};

}  // namespace baton
