#pragma once

#include <string_view>

namespace baton {

/// Whether a text is canonical JSON as it stands, told at a glance. Yes is certain: parsing would give the very same text.
/// No says nothing: what takes a closer look (escapes, exponents, characters beyond ASCII, great depth, many members) is
/// left to the parser.
bool is_canonical_at_a_glance(std::string_view text);

}  // namespace baton
