#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/bench.hpp"
#include "cli/remote.hpp"
#include "cli/store_command.hpp"

namespace baton::cli {

/// `baton serve` and `baton dev`, as they were typed: what is unset comes from elsewhere.
struct Serve {
  bool demo = false;
  std::optional<std::string> store{};
  std::optional<std::string> ephemeral{};
  std::optional<std::string> name_space{};
  std::optional<std::string> listen{};
  std::optional<std::string> token_file{};
  std::optional<std::string> config{};
  std::optional<std::string> port_file{};
  std::optional<std::string> assign{};
  std::optional<std::string> tls_cert{};
  std::optional<std::string> tls_key{};
  std::vector<std::string> public_hosts{};
};

/// `baton version`.
struct ShowVersion {};

/// Help was asked for.
struct ShowHelp {
  std::string text;
};

/// What was typed cannot be understood.
struct Misused {
  std::string text;
};

using Command = std::variant<Serve, BenchOptions, StoreCommand, RemoteCommand, ShowVersion, ShowHelp, Misused>;

Command parse_command_line(int argc, const char* const* argv);

}  // namespace baton::cli
