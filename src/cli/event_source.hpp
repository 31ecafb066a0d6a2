#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "cli/client.hpp"

namespace baton::cli {

/// Hands over every event of the question (GET /v1/events with its filters) that comes after a position, in order and
/// once each, until `on_events` says stop, somebody interrupts or nobody reads standard output any more. Outlives the daemon:
/// while it is away, it is asked again and again. A log that has become shorter, as a restored one, is followed from its end.
/// The one place that knows how events are followed.
Result<void> follow_events(const Whereabouts& where, Question question, std::uint64_t after,
                           const std::function<bool(const std::vector<std::string_view>& events)>& on_events);

}  // namespace baton::cli
