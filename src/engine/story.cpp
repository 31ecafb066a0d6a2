#include "engine/story.hpp"

#include "core/event_words.hpp"

namespace baton {

namespace {

constexpr std::size_t most_kinds = 10'000;

/// What happened, in words, or nothing for what is only bookkeeping.
std::string_view words_for(EventType type) {
  switch (type) {
    case EventType::agent_registered: return "joined";
    case EventType::agent_changed: return "is now";
    case EventType::agent_removed: return "signed off";
    case EventType::task_created: return "submitted";
    case EventType::task_assigned: return "started";
    case EventType::task_completed: return "completed";
    case EventType::task_failed: return "failed";
    case EventType::task_retrying: return "failed, will be retried";
    case EventType::task_requeued: return "back in line";
    case EventType::task_dead: return "given up";
    case EventType::task_cancelled: return "cancelled";
    case EventType::task_late_result: return "late result kept";
    default: return "";
  }
}

bool ends(EventType type) {
  return type == EventType::task_completed || type == EventType::task_failed || type == EventType::task_dead ||
         type == EventType::task_cancelled;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

/// The end of a UUIDv7 is its random part, which tells tasks of one second apart.
std::string short_id(const TaskId& id) { return id.str().substr(28); }

std::string time_of_day(Time at) { return to_text(at).substr(11, 12); }

}  // namespace

std::string Story::kind_of(const Event& event) {
  if (event.type == EventType::task_created && kinds_.size() < most_kinds) {
    kinds_[*event.task] = word_of(event, "kind").value_or("task");
  }
  const auto found = kinds_.find(*event.task);
  std::string kind = found == kinds_.end() ? "task" : found->second;
  if (ends(event.type) && found != kinds_.end()) kinds_.erase(found);
  return kind;
}

/// A correlation's steps are many; how it ended is what people ask for.
std::optional<std::string> Story::tell_correlation(const Event& event) {
  const auto to = word_of(event, "to");
  if (to != "completed" && to != "failed") return std::nullopt;
  return time_of_day(event.at) + "  " + word_of(event, "correlation").value_or("correlation") +
         (to == "completed" ? " decided" : " failed");
}

std::optional<std::string> Story::tell(const Event& event) {
  if (event.type == EventType::correlation_changed) return tell_correlation(event);
  const auto words = words_for(event.type);
  if (words.empty()) return std::nullopt;
  std::string line = time_of_day(event.at) + "  ";
  if (!event.task) {
    if (!event.agent) return std::nullopt;
    line += padded(event.agent->str(), 12) + " " + std::string(words);
    if (const auto state = word_of(event, "to")) line += " " + *state;
    return line;
  }
  line += padded(kind_of(event), 10) + " " + short_id(*event.task) + "  " + padded(std::string(words), 24);
  if (event.agent) line += " " + event.agent->str();
  if (const auto reason = word_of(event, "reason")) line += " (" + *reason + ")";
  return line;
}

}  // namespace baton
