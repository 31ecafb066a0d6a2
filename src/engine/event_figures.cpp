#include "engine/event_figures.hpp"

#include <algorithm>

#include "core/event_words.hpp"

namespace baton {

void EventFigures::hear(const LogWatch::News& news) {
  if (news.gap) {
    ++gaps_;
    open_.clear();  // what was missed may have ended any of them
  }
  for (const Event& event : news.events) hear(event);
}

void EventFigures::hear(const Event& event) {
  if (!event.task) return;
  switch (event.type) {
    case EventType::task_created:
      if (may_be_pending(event)) begin(event, false);
      return;
    case EventType::task_requeued: count_requeue(event); return begin(event, false);
    case EventType::task_assigned: return assign(event);
    case EventType::task_completed: return settle(event, AttemptEnd::completed);
    case EventType::task_failed: return settle(event, AttemptEnd::failed);
    case EventType::task_retrying: return settle(event, AttemptEnd::retrying);
    case EventType::task_dead:
    case EventType::task_cancelled: open_.erase(*event.task); return;
    default: return;
  }
}

void EventFigures::count_requeue(const Event& event) {
  const auto reason = word_of(event, "reason").value_or("");
  const auto known = std::ranges::find(requeue_reasons, reason);
  const auto last = requeue_reasons.size() - 1;
  ++requeues_[std::min(static_cast<std::size_t>(known - requeue_reasons.begin()), last)];
}

void EventFigures::begin(const Event& event, bool running) {
  if (open_.size() < most_open || open_.contains(*event.task))
    open_[*event.task] = {.since = event.at, .running = running};
}

void EventFigures::assign(const Event& event) {
  const auto found = open_.find(*event.task);
  if (found != open_.end() && !found->second.running) {
    wait_.observe(event.at - found->second.since);
  } else {
    ++unmeasured_;
  }
  if (found == open_.end()) return begin(event, true);
  found->second = {.since = event.at, .running = true};
}

void EventFigures::settle(const Event& event, AttemptEnd end) {
  const auto found = open_.find(*event.task);
  if (found != open_.end() && found->second.running) {
    run_[static_cast<std::size_t>(end)].observe(event.at - found->second.since);
  } else if (event.agent) {
    ++unmeasured_;  // without an agent it was not running: its deadline passed
  }
  if (found != open_.end()) open_.erase(found);
}

}  // namespace baton
