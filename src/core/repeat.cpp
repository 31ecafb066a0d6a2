#include "core/repeat.hpp"

#include <type_traits>
#include <variant>

#include "core/planted.hpp"

namespace baton {

namespace {

/// Recognised by an id of the caller's, or only ever moves forward what its fence or token still holds.
template <class V>
constexpr bool is_recognised =
    detail::contains<V, Verbs<Beat, Submit, Claim, Progress, Settle, Append, TryLock, RenewLock, SetResult,
                              OpenCorrelation, Signal, Freeze, Import>>;

template <class V>
bool is_safe(const V& verb) {
  if constexpr (std::is_same_v<V, PutThread>) {
    return !verb.update;
  } else if constexpr (std::is_same_v<V, PutRecord>) {
    return verb.expected.has_value() && verb.ttl != Duration::zero();
  } else {
    return is_read<V> || is_recognised<V>;
  }
}

}  // namespace

bool is_safe_to_repeat(const Verb& verb) {
  if (planted::is("repeated_verb")) return true;
  return std::visit([](const auto& request) { return is_safe(request); }, verb);
}

}  // namespace baton
