#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>

#include "core/field.hpp"

// Walking over the members of a struct by the tables of core/fields.hpp.

namespace baton::http {

/// Calls `visit` with each field of T, in the order of the table.
template <class T, class Visit>
void for_each_field(Visit visit) {
  std::apply([&visit](auto... fields) { (visit(fields), ...); }, Fields<T>::table);
}

/// Calls `visit` with the member of that name: of `owner` itself, or of a struct in it (the task of a fence). False:
/// there is none.
template <class T, class Visit>
bool with_member(T& owner, std::string_view name, Visit visit) {
  bool found = false;
  for_each_field<std::remove_const_t<T>>([&](auto field) {
    auto& member = owner.*field.member;
    if (field.name == name) {
      visit(member);
      found = true;
    } else if constexpr (HasFields<std::remove_cvref_t<decltype(member)>>) {
      found = found || with_member(member, name, visit);
    }
  });
  return found;
}

}  // namespace baton::http
