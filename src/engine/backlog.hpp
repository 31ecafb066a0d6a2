#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "baton/store.hpp"

namespace baton {

/// All of the lines of a lane.
struct LaneDepth {
  std::uint64_t depth = 0;
  Time oldest;  ///< when the oldest of the firsts in line was submitted
};

/// The queue by lane.
struct Backlog {
  std::map<Lane, LaneDepth> lanes;  ///< those in which tasks wait
  std::vector<Lane> paused;
  bool all_paused = false;
  bool complete = true;  ///< false: there are more lines than were read
};

/// At most `pages` thousand lines.
awaitable<Result<Backlog>> read_backlog(View<Verbs<QueueStats>> store, std::uint32_t pages);

}  // namespace baton
