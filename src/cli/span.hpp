#pragma once

#include <string>
#include <string_view>

#include "baton/time.hpp"

namespace baton::cli {

/// `90`, `90s`, `1.5h`, `200ms`, `7d`: seconds unless a unit says otherwise. invalid: neither.
Result<Duration> parse_span(std::string_view text);

/// A time of RFC 3339; or `+5m`, `-2h`: so far from now.
Result<Time> parse_moment(std::string_view text, Time now);

/// How long, in one word of two figures at most: `0s`, `42s`, `3m`, `5h`, `91d`.
std::string brief_span(Duration span);

}  // namespace baton::cli
