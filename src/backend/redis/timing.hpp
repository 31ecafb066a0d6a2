#pragma once

#include "backend/redis/client.hpp"
#include "backend/shared/timing.hpp"

namespace baton::redis {

using shared::SteadyClock;
using shared::TimePoint;

inline shared::Backoff backoff_of(const ClientOptions& options) { return {options.first_delay, options.last_delay}; }

}  // namespace baton::redis
