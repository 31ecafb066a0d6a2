#pragma once

#include <bitset>
#include <string_view>
#include <vector>

#include "baton/log.hpp"

namespace baton {

using EventTypes = std::bitset<event_types>;

/// The types that a pattern names: `task.created`, `task.*` for all of a noun, `*` for all. invalid: it names none.
Result<EventTypes> parse_event_pattern(std::string_view pattern);

/// The same as a list, in the order of the types; none if it would be all.
std::vector<EventType> listed(const EventTypes& types);

/// Which events somebody wants: of every sort of thing that is named, one of those named. Nothing named: all events.
struct EventFilter {
  EventTypes types{};
  std::vector<TaskId> tasks{};
  std::vector<AgentId> agents{};
  std::vector<CorrelationId> correlations{};

  bool matches(const Event& event) const;

  /// The verb that reads what comes after a position, and leaves out what it can of the rest.
  ReadLog read_after(Position position, std::uint32_t limit) const;
};

}  // namespace baton
