#pragma once

#include <optional>
#include <type_traits>

#include "baton/verb.hpp"
#include "core/field_types.hpp"
#include "http/caller.hpp"
#include "http/members.hpp"
#include "http/reserved_groups.hpp"
#include "http/reserved_locks.hpp"

// Whether an agent's token is for what a request names. Judged by what the request itself says, so that it costs no look
// at the store: who holds a task is for the fence to say, which the verb checks anyway. Where there is no fence, see
// holding.hpp.

namespace baton::http {

/// Some requests concern a task without naming it: a token for one task may not claim another.
template <class In>
inline constexpr bool claims = std::is_same_v<In, Claim> || std::is_same_v<In, NextClaim>;

/// A message belongs to a task only if it says so; conversations are in no scope.
inline Result<void> needs_task(const Append& message) {
  if (message.task) return {};
  return fail(Errc::forbidden, "the token is for messages about its task, and this one names none");
}

template <class T>
Result<void> check_scope(const Scope& scope, const T& value) {
  if constexpr (is_optional<T>) {
    return value ? check_scope(scope, *value) : Result<void>{};
  } else if constexpr (std::is_same_v<T, AgentId> || std::is_same_v<T, SessionId> || std::is_same_v<T, LockOwner>) {
    return scope.allow_name(std::is_same_v<T, AgentId>     ? kind::Agent::what
                            : std::is_same_v<T, SessionId> ? kind::Session::what
                                                           : kind::Owner::what,
                            value.str());
  } else if constexpr (std::is_same_v<T, SignalName>) {
    return scope.allow_signal(value);
  } else if constexpr (std::is_same_v<T, TaskId>) {
    return scope.allow_task(value);
  } else if constexpr (HasFields<T>) {
    Result<void> outcome;
    if constexpr (claims<T>) {
      if (scope.task) outcome = fail(Errc::forbidden, "the token is only for the task " + scope.task->str());
    }
    if constexpr (std::is_same_v<T, Append>) outcome = needs_task(value);
    for_each_field<T>([&](auto field) {
      if (outcome) outcome = check_scope(scope, value.*field.member);
    });
    return outcome;
  } else {
    return {};
  }
}

/// forbidden: the request changes something that the caller's token is not for. Whoever may read may read everything.
template <class In>
Result<void> check_caller(const Caller* caller, const In& input) {
  if constexpr (is_read<In>) {
    return {};
  } else {
    if (caller == nullptr) return {};
    if (auto allowed = check_locks(*caller, input); !allowed) return allowed;
    if (auto allowed = check_groups(*caller, input); !allowed) return allowed;
    return caller->scope ? check_scope(*caller->scope, input) : Result<void>{};
  }
}

}  // namespace baton::http
