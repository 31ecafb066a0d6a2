#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "baton/error.hpp"

namespace baton::cli {

inline constexpr int done = 0;
inline constexpr int failed = 1;
inline constexpr int misused = 2;

/// Prints a report. A reader that goes away early is no error.
inline void show(const std::string& text) { (void)std::fputs(text.c_str(), stdout); }

/// Says on standard error what went wrong; returns the exit code.
inline int complain(std::string_view command, const Error& error) {
  fmt::print(stderr, "baton {}: {}\n", command, error.detail);
  return error.code == Errc::invalid ? misused : failed;
}

}  // namespace baton::cli
