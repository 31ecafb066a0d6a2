#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "cli/printable.hpp"
#include "core/redact.hpp"

namespace baton::cli {

inline constexpr int done = exit_code::done;
inline constexpr int failed = exit_code::failed;
inline constexpr int misused = exit_code::misused;

inline int exit_code_of(Errc code) {
  switch (code) {
    case Errc::invalid: return exit_code::misused;
    case Errc::not_found: return exit_code::not_found;
    case Errc::unauthorized:
    case Errc::forbidden: return exit_code::not_allowed;
    default: return exit_code::failed;
  }
}

/// Text about what somebody typed, as a terminal may see it. A secret that was typed in the wrong place is left out.
inline std::string repeatable(std::string_view text) { return printable(redacted(text)); }

/// Says on standard error, in one line, what went wrong; returns the exit code.
inline int complain(std::string_view command, const Error& error) {
  tell(fmt::format("baton {}: {}\n", command, repeatable(error.detail)));
  return exit_code_of(error.code);
}

}  // namespace baton::cli
