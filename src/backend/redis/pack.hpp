#pragma once

#include <string>
#include <string_view>

#include "backend/shared/pack.hpp"

/// Verbs and replies as MessagePack, which scripts read and write as tables. A time is a text of microseconds.
namespace baton::redis {

using shared::Ending;

std::string pack(const Verb& verb);

/// Empty: nothing. Errors as shared::pack_extra.
Result<std::string> pack_extra(const Verb& verb);

Ending unpack(const Verb& verb, std::string_view packed);

}  // namespace baton::redis
