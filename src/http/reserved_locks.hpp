#pragma once

#include <type_traits>

#include "baton/locks.hpp"
#include "http/caller.hpp"

// Locks of the engine's own: jobs, their intake and decisions wait for whoever holds them, and work under their tokens.

namespace baton::http {

/// forbidden: the lock is the engine's own.
Result<void> check_lock(const LockName& name);

template <class In>
inline constexpr bool is_about_lock =
    std::is_same_v<In, TryLock> || std::is_same_v<In, RenewLock> || std::is_same_v<In, ReleaseLock>;

/// forbidden: it is an agent, and the lock is none of an agent's.
template <class In>
Result<void> check_locks(const Caller& caller, const In& input) {
  if constexpr (is_about_lock<In>) {
    if (caller.role == Role::agent) return check_lock(input.name);
  }
  return {};
}

}  // namespace baton::http
