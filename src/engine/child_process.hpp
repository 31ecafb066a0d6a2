#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "baton/store.hpp"

namespace baton {

/// A program to run, without a shell in between.
struct ChildOptions {
  std::vector<std::string> arguments;    ///< the first is the program: a path, or a name that PATH finds
  std::vector<std::string> environment;  ///< `NAME=value`; nothing else is inherited
  std::string directory{};               ///< to run in; empty: ours
  std::string input{};                   ///< on its standard input
  std::size_t output_limit = 64 * 1024;  ///< of each stream; what comes after is counted and thrown away
  Duration timeout = std::chrono::hours{1};
  Duration grace = std::chrono::seconds{10};  ///< between SIGTERM and SIGKILL
};

/// How it ended.
struct ChildEnd {
  int code = 0;    ///< its exit code, if no signal ended it
  int signal = 0;  ///< that ended it
  std::string output{};
  std::string errors{};
  std::uint64_t output_bytes = 0;  ///< all of them
  bool timed_out = false;
  bool stopped = false;  ///< because it was asked for
};

/// What happened, for people.
std::string describe(const ChildEnd& end);

/// Runs the program to its end; all processes of its group end with it, and with us. At the stop, and when its time is
/// over, it gets SIGTERM, and SIGKILL after the grace. invalid: there is no such program, or it cannot be executed.
/// unavailable: the system has no room for another process.
awaitable<Result<ChildEnd>> run_child(ChildOptions options, std::stop_token stop);

/// The variables of our own environment that any program needs to find its way.
std::vector<std::string> basic_environment();

/// All of them.
std::vector<std::string> own_environment();

}  // namespace baton
