#include "core/event_words.hpp"

#include "baton/tasks.hpp"
#include "core/scan.hpp"

namespace baton {

std::optional<std::string> word_of(const Event& event, std::string_view name) {
  auto value = member_of(event.payload.text(), name);
  return value && value->peek() == '"' ? value->string() : std::nullopt;
}

std::vector<Lane> lanes_of(const Event& event) {
  std::vector<Lane> lanes;
  auto value = member_of(event.payload.text(), "lanes");
  if (!value || !value->take('[')) return lanes;
  while (value->peek() == '"') {
    auto lane = value->string();
    if (!lane) break;
    lanes.push_back(Lane::trusted(*std::move(lane)));
    value->take(',');
  }
  return lanes;
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
