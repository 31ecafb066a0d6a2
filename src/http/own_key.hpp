#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "baton/verb.hpp"
#include "core/field.hpp"
#include "http/members.hpp"
#include "http/message.hpp"

// The header Idempotency-Key stands for the id by which a verb recognises its repeat. Verbs without such an id can be
// repeated as they are.

namespace baton::http {

template <class In>
inline constexpr auto own_key = nullptr;
template <>
inline constexpr auto own_key<Register> = &Register::incarnation;
template <>
inline constexpr auto own_key<Claim> = &Claim::claim_id;
template <>
inline constexpr auto own_key<NewTask> = &NewTask::idempotency_key;
template <>
inline constexpr auto own_key<Append> = &Append::id;
template <>
inline constexpr auto own_key<TryLock> = &TryLock::owner;
template <>
inline constexpr auto own_key<OpenCorrelation> = &OpenCorrelation::id;

template <class In>
inline constexpr bool has_own_key = !std::is_null_pointer_v<std::remove_const_t<decltype(own_key<In>)>>;

template <class In, auto member>
inline constexpr bool is_own_key = false;
template <class In, auto member>
  requires has_own_key<In> &&
               std::is_same_v<std::remove_const_t<decltype(own_key<In>)>, std::remove_const_t<decltype(member)>>
inline constexpr bool is_own_key<In, member> = own_key<In> == member;

/// The name of that id on the wire.
template <class In>
std::string_view own_key_name() {
  std::string_view name;
  for_each_field<In>([&name]<auto member>(Field<member> field) {
    if (is_own_key<In, member>) name = field.name;
  });
  return name;
}

inline Error bad_key(const Error& error) {
  return {.code = Errc::invalid, .detail = "the Idempotency-Key header: " + error.detail};
}

/// Gives the request its key from the header, if its body named none. invalid: the header cannot be that key.
template <class In>
Result<void> set_own_key(const Request& request, In& input) {
  if constexpr (has_own_key<In>) {
    auto& key = input.*own_key<In>;
    const auto header = request.arrival.field("Idempotency-Key");
    if (!header || !key.empty()) return {};
    auto parsed = std::remove_cvref_t<decltype(key)>::parse(*header);
    if (!parsed) return std::unexpected(bad_key(parsed.error()));
    key = *std::move(parsed);
  }
  return {};
}

}  // namespace baton::http
