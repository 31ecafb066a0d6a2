#pragma once

#include <CLI/CLI.hpp>

#include "cli/call.hpp"
#include "cli/chosen.hpp"

namespace baton::cli {

/// Adds the commands of the catalog; the one that is typed is put into `typed`, which outlives the parsing.
void add_catalog(CLI::App& app, Call& typed);

/// Adds a flag for each setting of the daemon.
void add_settings(CLI::App& command);
/// What was typed of them.
Typed typed_settings(const CLI::App& command);

}  // namespace baton::cli
