#pragma once

#include <optional>
#include <string>

#include "baton/error.hpp"

namespace baton::http {

/// The token in the file at `path`, or nothing if there is no such file.
/// forbidden: others may read the file. invalid: it is no regular file, or what is in it is not a token. unavailable: it
/// cannot be read.
Result<std::optional<std::string>> load_token(const std::string& path);

/// The token in the file at `path`; made and written there (mode 0600) if there is no such file, in one step: nobody ever finds
/// half of it, and of several who make it all get the same.
/// unavailable: it cannot be made. Other errors as load_token.
Result<std::string> load_or_make_token(const std::string& path);

}  // namespace baton::http
