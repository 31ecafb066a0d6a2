#pragma once

#include <string>

#include "baton/error.hpp"

namespace baton::cli {

/// All that a file holds. unavailable: it is not there, may not be read, or is a folder; the detail is the reason alone.
Result<std::string> text_in_file(const std::string& path);

/// Whether a file could be written there; nothing is made. unavailable: it could not; the detail is the reason alone.
Result<void> check_writable(const std::string& path);

}  // namespace baton::cli
