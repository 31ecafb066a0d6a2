#pragma once

#include <cstdint>
#include <string>

#include "daemon/settings.hpp"

namespace baton::daemon {

/// Where the daemon is reached.
std::string url_of(const Settings& settings, std::uint16_t port);

/// What the daemon says when it is ready: where it is, and commands to try, ready to paste.
std::string banner(const Settings& settings, std::uint16_t port);

}  // namespace baton::daemon
