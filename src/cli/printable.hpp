#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace baton::cli {

/// The text as a terminal may see it, on one line: agents write what they like, so control characters, marks that turn
/// the direction of writing around and bytes that are not UTF-8 are shown as escapes (`\n`, `\x1b`, `\u202e`).
std::string printable(std::string_view text);

/// The same JSON document with those characters as escapes of JSON.
std::string printable_json(std::string_view json);

/// How many columns of a terminal the text takes: wide characters two, combining ones none.
std::size_t columns_of(std::string_view text);

/// The text if it fits, else its beginning with an ellipsis.
std::string shortened(std::string_view text, std::size_t columns);

/// Filled up with spaces behind it.
std::string padded(std::string text, std::size_t columns);

}  // namespace baton::cli
