#pragma once

#include <string_view>

#include "cli/client.hpp"

namespace baton::cli {

/// The answer in the text that came over the wire: its body as canonical JSON, or as it is if it is none.
/// unavailable: it is cut off, or no HTTP.
Result<Answer> understand_answer(std::string_view text, const Whereabouts& where);

}  // namespace baton::cli
