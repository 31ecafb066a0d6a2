#pragma once

#include <string>

#include "baton/error.hpp"

namespace baton::cli {

/// A command that a running daemon carries out: `baton task retry TASK`.
struct RemoteCommand {
  std::string name;  ///< as it was typed, without arguments
  std::string method;
  std::string target;
  std::string url = "http://127.0.0.1:7777";
  std::string token_file = "baton.token";
};

/// What the daemon said.
struct RemoteAnswer {
  unsigned status = 0;
  std::string body;
};

/// One request. unavailable: nobody answers at that address. invalid: the address or the file cannot be used.
Result<RemoteAnswer> ask(const RemoteCommand& command);

/// Carries the command out, prints what the daemon answers, and returns the exit code: 3 for what is not there, 4 for
/// what is not allowed.
int run(const RemoteCommand& command);

/// The name as a part of a path.
std::string in_path(std::string_view name);

}  // namespace baton::cli
