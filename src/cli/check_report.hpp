#pragma once

#include <string>

#include "core/inspection.hpp"

namespace baton::cli {

/// What a check found, for people. `color`: damage stands out.
std::string as_text(const std::string& store, const Inspection& inspection, double seconds, bool color);
std::string as_json(const std::string& store, const Inspection& inspection);

}  // namespace baton::cli
