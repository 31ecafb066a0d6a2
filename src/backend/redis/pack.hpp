#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "baton/port.hpp"

/// Verbs and replies as MessagePack, which scripts read and write as tables: a struct is a map by the names of
/// core/fields.hpp, a time is a text of microseconds, JSON stays text, and what is unset is left out.
namespace baton::redis {

/// The largest integer that a script's numbers hold exactly; what is larger is packed as this.
inline constexpr std::uint64_t largest_exact = 1ULL << 53;

std::string pack(const Verb& verb);

/// What the verb's script needs to know that only we can work out; empty: nothing. invalid: an export from a place that
/// no export ended at, an import of a row that no export made.
Result<std::string> pack_extra(const Verb& verb);

/// How a script ended.
struct Ending {
  Stamp stamp;
  Position last;  ///< of the log
  Result<Reply> outcome;
};

/// An answer that the verb's script does not give ends as corrupt.
Ending unpack(const Verb& verb, std::string_view packed);

}  // namespace baton::redis
