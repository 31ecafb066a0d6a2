#pragma once

#include <optional>
#include <vector>

#include "baton/attention.hpp"
#include "engine/backlog.hpp"
#include "engine/census.hpp"
#include "engine/stuck_tasks.hpp"

namespace baton {

struct GroupStanding {
  Group group;
  std::optional<Time> next_at{};  ///< when the next event it has to read happened
};

/// What the attention rules judge: one reading of the store, bounded. Its parts are read one after the other.
struct Situation {
  HealthReport health;
  Backlog queue;
  Census agents{Time{}};
  Suspects tasks;
  std::vector<GroupStanding> groups;

  Time now() const { return health.now; }
  bool complete() const { return queue.complete && agents.complete && tasks.complete(); }
};

awaitable<Result<Situation>> take_situation(View<AttentionVerbs> store, AttentionOptions options);

}  // namespace baton
