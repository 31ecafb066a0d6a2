#pragma once

#include "baton/error.hpp"
#include "daemon/settings.hpp"

namespace baton::daemon {

/// Opens the store, serves it until SIGINT or SIGTERM, then answers who waits, finishes what is under way and closes
/// the store. Fails if it cannot start.
Result<void> run(const Settings& settings);

}  // namespace baton::daemon
