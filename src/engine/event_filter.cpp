#include "engine/event_filter.hpp"

#include <algorithm>

#include "core/event_words.hpp"

namespace baton {

namespace {

bool names(std::string_view pattern, std::string_view type) {
  if (!pattern.ends_with('*')) return pattern == type;
  pattern.remove_suffix(1);
  return (pattern.empty() || pattern.ends_with('.')) && type.starts_with(pattern);
}

template <class T>
bool holds_or_is_empty(const std::vector<T>& wanted, const std::optional<T>& value) {
  return wanted.empty() || (value && std::ranges::find(wanted, *value) != wanted.end());
}

}  // namespace

Result<EventTypes> parse_event_pattern(std::string_view pattern) {
  EventTypes types;
  for (std::size_t i = 0; i < event_types; ++i) types[i] = names(pattern, to_text(static_cast<EventType>(i)));
  if (types.any()) return types;
  return fail(Errc::invalid, "no event is called `" + std::string(pattern) +
                                 "`; name one as `task.created`, all of a noun as `task.*`, or all as `*`");
}

std::vector<EventType> listed(const EventTypes& types) {
  std::vector<EventType> list;
  if (types.all()) return list;
  for (std::size_t i = 0; i < event_types; ++i) {
    if (types[i]) list.push_back(static_cast<EventType>(i));
  }
  return list;
}

bool EventFilter::matches(const Event& event) const {
  if (types.any() && !types[static_cast<std::size_t>(event.type)]) return false;
  if (!holds_or_is_empty(tasks, event.task) || !holds_or_is_empty(agents, event.agent)) return false;
  if (correlations.empty()) return true;
  const auto correlation = word_of(event, "correlation");
  return correlation && std::ranges::find(correlations, *correlation, &CorrelationId::str) != correlations.end();
}

ReadLog EventFilter::read_after(Position position, std::uint32_t limit) const {
  ReadLog read{.after = position, .types = listed(types), .limit = limit};
  if (tasks.size() == 1) read.task = tasks.front();
  if (agents.size() == 1) read.agent = agents.front();
  return read;
}

}  // namespace baton
