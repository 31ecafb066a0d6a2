#pragma once

#include <string>
#include <string_view>

namespace baton {

/// The text with every secret in it replaced by `…`: the passwords of URLs and options, tokens of ours and what follows
/// `Bearer`. For whatever is logged, answered or shown.
std::string redacted(std::string_view text);

}  // namespace baton
