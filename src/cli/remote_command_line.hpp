#pragma once

#include <CLI/CLI.hpp>

#include "cli/remote.hpp"

namespace baton::cli {

/// Adds the commands that a running daemon carries out; the one that is typed is put into `typed`, which outlives the
/// parsing.
void add_remote(CLI::App& app, RemoteCommand& typed);

}  // namespace baton::cli
