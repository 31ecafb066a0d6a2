#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "baton/time.hpp"

namespace baton::phrase {

/// `1 task`, `12 tasks`.
std::string counted(std::uint64_t count, std::string_view noun);

/// A length of time as a person says it, rounded down: `42 s`, `3 min`, `5 h`, `91 days`.
std::string span(Duration time);

/// The beginning of a text of any length, for a line that somebody reads.
std::string excerpt(std::string_view text);

}  // namespace baton::phrase
