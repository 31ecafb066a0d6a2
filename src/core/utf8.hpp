#pragma once

#include <cstddef>
#include <string_view>

namespace baton {

/// How many bytes the well-formed UTF-8 sequence at `at` has: 1–4, or 0 if there is none.
std::size_t utf8_sequence(std::string_view text, std::size_t at);

bool is_utf8(std::string_view text);

}  // namespace baton
