#pragma once

#include <type_traits>

#include "baton/log.hpp"
#include "engine/subscription.hpp"
#include "http/caller.hpp"

// Groups of subscriptions: whoever reads, acknowledges or drops what waits in one keeps it from an admin's webhook.

namespace baton::http {

template <class In>
inline constexpr bool changes_group = std::is_same_v<In, PutGroup> || std::is_same_v<In, DropGroup> ||
                                      std::is_same_v<In, ReadGroup> || std::is_same_v<In, Ack>;

/// forbidden: the group is a subscription's, and the caller is no admin.
template <class In>
Result<void> check_groups(const Caller& caller, const In& input) {
  if constexpr (changes_group<In>) {
    if (caller.role < Role::admin && is_of_subscription(input.group.str())) {
      return fail(Errc::forbidden,
                  "groups that begin with `webhook:` belong to subscriptions, and those to admins; "
                  "use another name");
    }
  }
  return {};
}

}  // namespace baton::http
