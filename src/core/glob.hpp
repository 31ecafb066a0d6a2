#pragma once

#include <string_view>

namespace baton {

/// Whether the pattern occurs in the text, whatever the case of its letters; `*` stands for anything within a line.
/// Needs time in proportion to the two sizes multiplied, and no memory.
bool occurs(std::string_view pattern, std::string_view text);

}  // namespace baton
