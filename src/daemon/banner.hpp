#pragma once

#include <cstdint>
#include <string>

#include "cli/client.hpp"
#include "daemon/settings.hpp"

namespace baton::daemon {

/// Where the daemon is reached.
cli::Whereabouts reached_at(const Settings& settings, std::uint16_t port);

/// What the daemon says when it is ready: where it is, and commands to try, ready to paste.
std::string banner(const Settings& settings, std::uint16_t port);

}  // namespace baton::daemon
