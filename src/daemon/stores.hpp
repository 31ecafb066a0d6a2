#pragma once

#include "baton/store.hpp"
#include "daemon/settings.hpp"

namespace baton::daemon {

/// The store of the settings, with results in the ephemeral one if there is one. What happens to that is logged.
Result<Store> open_stores(const Settings& settings);

}  // namespace baton::daemon
