#pragma once

#include "baton/agents.hpp"
#include "baton/queue.hpp"
#include "baton/tasks.hpp"

// Lanes of the engine's own: what is in them comes by other operations, and nobody but the daemon serves them.

namespace baton::http {

inline Result<void> check_lane(const Lane& lane) {
  if (!is_reserved(lane)) return {};
  return fail(Errc::invalid,
              "lanes that begin with `baton.` are the daemon's own; use another name, and /v1/jobs for jobs");
}

/// invalid: the request names a reserved lane.
template <class In>
Result<void> check_lanes(const In& input) {
  if constexpr (std::is_same_v<In, Register>) {
    for (const Lane& lane : input.lanes) {
      if (auto allowed = check_lane(lane); !allowed) return allowed;
    }
  } else if constexpr (std::is_same_v<In, NewTask>) {
    return check_lane(input.lane ? *input.lane : Lane::trusted(input.kind.str()));
  } else if constexpr (std::is_same_v<In, Edit>) {
    if (input.lane) return check_lane(*input.lane);
  }
  return {};
}

}  // namespace baton::http
