#pragma once

#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "baton/json.hpp"
#include "baton/verb.hpp"

namespace baton {

/// The value as canonical JSON: a struct is an object with the names of core/fields.hpp, times are RFC 3339, durations
/// are integers of microseconds, JSON values are spliced in as they are. What is unset is left out.
/// Defined for every word, verb and reply, and for the vectors and optionals among them.
template <class T>
Json encode(const T& value);

/// The reverse. A member that is not there keeps the struct's default; whether it may is for validate() to say.
/// invalid: a member that the struct does not have, a value of another type or out of range; the detail names the
/// place (`$.tasks[3].priority`) and what is allowed.
template <class T>
Result<T> decode(const Json& json);

/// The verb of that name (`get_task`) with the members of `body`. invalid: no such verb, or as decode.
Result<Verb> decode_verb(std::string_view name, const Json& body);

/// `{"claim":{…}}`.
std::string describe(const Verb& verb);
/// The reply's value alone: `{…}`, `[…]`, `true`, `null`.
std::string describe(const Reply& reply);
/// The reply, or `{"error":{"code":…}}`.
std::string describe(const Result<Reply>& outcome);

}  // namespace baton
