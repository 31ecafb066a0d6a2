#pragma once

#include <cstddef>
#include <string_view>

namespace baton {

/// Where in the text, from `at` on, the first byte is that a JSON string cannot hold as it is, or that is no character by
/// itself: a quote, a backslash, a control character, a byte beyond ASCII.
std::size_t end_of_plain(std::string_view text, std::size_t at);

}  // namespace baton
