#include "engine/backlog.hpp"

#include <algorithm>

namespace baton {

awaitable<Result<Backlog>> read_backlog(View<Verbs<QueueStats>> store, std::uint32_t pages) {
  QueueStats request;
  Backlog backlog{.complete = false};
  for (std::uint32_t page = 0; page < pages && !backlog.complete; ++page) {
    auto report = co_await store.call(request);
    if (!report) co_return std::unexpected(std::move(report.error()));
    for (const Line& line : report->lines) {
      auto& lane = backlog.lanes.try_emplace(line.lane, LaneDepth{.depth = 0, .oldest = line.oldest}).first->second;
      lane.depth += line.depth;
      lane.oldest = std::min(lane.oldest, line.oldest);
    }
    backlog.paused = std::move(report->paused);
    backlog.all_paused = report->all_paused;
    backlog.complete = !report->next;
    request.after = std::move(report->next);
  }
  co_return backlog;
}

}  // namespace baton
