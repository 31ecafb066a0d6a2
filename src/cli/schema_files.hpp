#pragma once

#include <string>
#include <vector>

#include "baton/schemas.hpp"

namespace baton::cli {

/// Adds what the files declare, lower versions first, so that each finds those that it migrates from.
/// unavailable: a file cannot be read. invalid: it declares no schema; the detail names the file.
Result<void> add_schema_files(SchemaRegistry& registry, const std::vector<std::string>& paths);

/// The same with all `*.json` of a folder.
Result<void> add_schema_folder(SchemaRegistry& registry, const std::string& folder);

}  // namespace baton::cli
