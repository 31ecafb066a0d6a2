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

/// The answer; of a list as many pages as it takes, as if they were one: as far as --limit or --all say, without them until
/// there are as many elements as a page has. Then it may end before the list does, with `next`, if filters let little through.
Result<std::string> fetch_pages(const Call& call, const Whereabouts& where, Question question);

/// What such an answer leaves out, and how to see it; empty: nothing that was asked for.
std::string words_on_rest(const Call& call, std::string_view answer);

/// What to set in the query for the page behind this one; empty: it was the last.
std::vector<std::pair<std::string, std::string>> place_behind(std::string_view answer);

}  // namespace baton::cli
