#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "cli/call.hpp"
#include "cli/client.hpp"

namespace baton::cli {

/// The request that a call stands for. invalid: what was typed cannot be sent; the detail names the flag.
Result<Question> question_of(const Call& call);

/// invalid: a word that is to be part of a path is empty, as an unset variable is.
Result<void> check_names(const Call& call);

/// What was typed behind that flag. invalid: no whole number.
Result<std::uint64_t> whole_number(std::string_view flag, const std::string& typed);

/// The name as a part of a path or query.
std::string in_path(std::string_view name);

/// Sets `name=value` in the query of a target.
void set_in_query(std::string& target, std::string_view name, std::string_view value);

/// The text itself; or what stands in the file behind an @ or (-) on standard input, without its last line end.
/// unavailable: it cannot be read.
Result<std::string> text_or_file(const std::string& typed);

}  // namespace baton::cli
