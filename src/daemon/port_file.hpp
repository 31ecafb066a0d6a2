#pragma once

#include <cstdint>
#include <string>

#include "baton/error.hpp"

namespace baton::daemon {

/// Whether the port could be written there; nothing is made. unavailable: it could not.
Result<void> check_port_file(const std::string& path);

/// In one step. unavailable: it cannot be written.
Result<void> write_port_file(const std::string& path, std::uint16_t port);

}  // namespace baton::daemon
