#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "backend/shared/pack.hpp"

/// Verbs and replies as JSON, which the functions of the schema read and write. A time is a number of microseconds.
namespace baton::postgres {

using shared::Ending;

/// The verb, with what only we can work out as its member `extra`. `proof`: the advisory lock that a session's process
/// holds. Errors as shared::pack_extra.
Result<std::string> pack(const Verb& verb, std::optional<std::int64_t> proof = std::nullopt);

Ending unpack(const Verb& verb, std::string_view packed);

}  // namespace baton::postgres
