#pragma once

#include "cli/call.hpp"
#include "cli/chosen.hpp"

namespace baton::cli {

/// The settings of the daemon that were typed behind a command.
Typed settings_of(const Call& call);

}  // namespace baton::cli
