#pragma once

#include <CLI/CLI.hpp>

#include "cli/store_command.hpp"

namespace baton::cli {

/// Adds `store` and its commands; the one that is typed is put into `typed`, which outlives the parsing.
CLI::App* add_store(CLI::App& app, StoreCommand& typed);

}  // namespace baton::cli
