#include "engine/event_words.hpp"

#include "baton/tasks.hpp"
#include "core/scan.hpp"

namespace baton {

std::optional<std::string> word_of(const Event& event, std::string_view name) {
  Scan scan(event.payload.text());
  if (!scan.take('{')) return std::nullopt;
  while (scan.peek() == '"') {
    const auto member = scan.raw_string();
    if (!member || !scan.take(':')) return std::nullopt;
    if (*member == name) return scan.peek() == '"' ? scan.string() : std::nullopt;
    if (!scan.value()) return std::nullopt;
    scan.take(',');
  }
  return std::nullopt;
}

std::optional<Lane> lane_of(const Event& event) {
  auto lane = word_of(event, "lane");
  if (!lane) return std::nullopt;
  return Lane::trusted(*std::move(lane));
}

bool may_be_pending(const Event& event) {
  if (event.type != EventType::task_created) return true;
  const auto status = word_of(event, "status");
  return !status || *status == to_text(TaskStatus::pending);
}

}  // namespace baton
