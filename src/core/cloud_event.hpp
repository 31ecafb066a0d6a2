#pragma once

#include <string>
#include <string_view>

#include "baton/event.hpp"

namespace baton {

/// What the events of a namespace have as their CloudEvents source; together with the position it names an event.
std::string cloud_source(std::string_view name_space);

/// The event as CloudEvents 1.0 in the JSON format. Its data is the event as GET /v1/events shows it.
Json cloud_event(const Event& event, std::string_view source);

}  // namespace baton
