#pragma once

#include "baton/memory.hpp"
#include "daemon/settings.hpp"

namespace baton::daemon {

/// What shared memory is told by the settings. invalid: a policy, schema or pattern that is none; the detail names it.
/// unavailable: a file that cannot be read.
Result<MemoryOptions> memory_options(const Settings& settings);

}  // namespace baton::daemon
