#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/event.hpp"

namespace baton {

/// A text that the event's payload carries under `name`, if it does.
std::optional<std::string> word_of(const Event& event, std::string_view name);

/// The lane of the task that the event is about, if it says so.
std::optional<Lane> lane_of(const Event& event);

/// The lanes that the agent serves, if the event says so.
std::vector<Lane> lanes_of(const Event& event);

/// Whether the task that the event is about may be waiting for an agent now.
bool may_be_pending(const Event& event);

}  // namespace baton
