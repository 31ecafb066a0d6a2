#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "cli/exit_code.hpp"
#include "cli/printable.hpp"

namespace baton::cli {

inline constexpr int done = exit_code::done;
inline constexpr int failed = exit_code::failed;
inline constexpr int misused = exit_code::misused;

/// Prints a report. A reader that goes away early is no error.
inline void show(const std::string& text) { (void)std::fputs(text.c_str(), stdout); }

inline int exit_code_of(Errc code) {
  switch (code) {
    case Errc::invalid: return exit_code::misused;
    case Errc::not_found: return exit_code::not_found;
    case Errc::unauthorized:
    case Errc::forbidden: return exit_code::not_allowed;
    default: return exit_code::failed;
  }
}

/// Says on standard error, in one line, what went wrong; returns the exit code.
inline int complain(std::string_view command, const Error& error) {
  fmt::print(stderr, "baton {}: {}\n", command, printable(error.detail));
  return exit_code_of(error.code);
}

}  // namespace baton::cli
