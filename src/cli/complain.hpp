#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include "baton/error.hpp"

namespace baton::cli {

inline constexpr int done = 0;
inline constexpr int failed = 1;
inline constexpr int misused = 2;

/// Says on standard error what went wrong; returns the exit code.
inline int complain(std::string_view command, const Error& error) {
  fmt::print(stderr, "baton {}: {}\n", command, error.detail);
  return error.code == Errc::invalid ? misused : failed;
}

}  // namespace baton::cli
