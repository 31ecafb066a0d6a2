#pragma once

#include <string>

#include "baton/error.hpp"
#include "cli/call.hpp"
#include "cli/client.hpp"

namespace baton::cli {

/// The request that a call stands for. invalid: what was typed cannot be sent; the detail names the flag.
Result<Question> question_of(const Call& call);

/// The name as a part of a path or query.
std::string in_path(std::string_view name);

/// Sets `name=value` in the query of a target.
void set_in_query(std::string& target, std::string_view name, std::string_view value);

/// The text itself, what stands in the file behind an @, or (-) on standard input. unavailable: it cannot be read.
Result<std::string> text_or_file(const std::string& typed);

}  // namespace baton::cli
