#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "baton/error.hpp"
#include "cli/call.hpp"
#include "cli/client.hpp"

namespace baton::cli {

inline constexpr std::size_t without_limit = std::numeric_limits<std::size_t>::max();

/// How many elements of a list are wanted: as --limit says, unless it is --all. invalid: no number above 0.
Result<std::size_t> limit_of(const Call& call);

/// The answer; of a list with --limit or --all as many pages as that takes, as if they were one. Says on standard error
/// if there is more than is shown.
Result<std::string> fetch_pages(const Call& call, const Whereabouts& where, Question question);

/// What to set in the query for the page behind this one; empty: it was the last.
std::vector<std::pair<std::string, std::string>> place_behind(std::string_view answer);

}  // namespace baton::cli
