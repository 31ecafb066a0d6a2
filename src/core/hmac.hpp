#pragma once

#include <string>
#include <string_view>

namespace baton {

/// The 32 bytes of HMAC-SHA-256.
std::string hmac_sha256(std::string_view key, std::string_view text);

/// Takes as long for a near miss as for any other text of that length.
bool equal_secretly(std::string_view a, std::string_view b);

}  // namespace baton
