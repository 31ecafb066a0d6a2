#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/bench.hpp"
#include "cli/call.hpp"
#include "cli/chosen.hpp"
#include "cli/command_page.hpp"
#include "cli/store_command.hpp"

namespace baton::cli {

/// `baton serve` and `baton dev`, as they were typed: what is unset comes from elsewhere.
struct Serve {
  bool demo = false;
  Typed typed{};
};

/// `baton version`.
struct ShowVersion {};

/// Help was asked for.
struct ShowHelp {
  std::string text;
};

/// What was typed cannot be understood.
struct Misused {
  std::string text;  ///< with what to do next
};

using Command = std::variant<Serve, BenchOptions, StoreCommand, Call, ShowVersion, ShowHelp, Misused>;

Command parse_command_line(int argc, const char* const* argv);

/// Every command there is, the program itself first.
std::vector<CommandPage> command_pages();

}  // namespace baton::cli
