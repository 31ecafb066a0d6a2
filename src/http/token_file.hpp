#pragma once

#include <string>

#include "baton/error.hpp"

namespace baton::http {

/// The token in the file at `path`; made and written there (mode 0600) if there is no such file.
/// forbidden: others may read the file. invalid: what is in it is not a token. unavailable: it cannot be read or made.
Result<std::string> load_or_make_token(const std::string& path);

}  // namespace baton::http
