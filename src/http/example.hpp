#pragma once

#include <type_traits>
#include <utility>

#include "baton/store.hpp"
#include "http/bodies.hpp"
#include "http/own_key.hpp"
#include "http/sample.hpp"

// What a request has to say, and an example of it.

namespace baton::http {

/// The verb that a request, or a part of one, is checked as. What the path or the daemon adds is there.
template <VerbOf<AllVerbs> V>
Verb as_verb(V verb) {
  return Verb(std::move(verb));
}
Verb as_verb(Fence fence);
Verb as_verb(LockFence fence);
Verb as_verb(LineRef line);
Verb as_verb(NextClaim next);
Verb as_verb(NewTask task);
Verb as_verb(Completion body);
Verb as_verb(Failure body);
Verb as_verb(Release body);
Verb as_verb(Decline body);
Verb as_verb(Lanes body);
Verb as_verb(Nothing body);

/// Asked of validate() itself, so that the description cannot differ from what the daemon does.
template <class In>
bool is_refused(In request) {
  return !validate(as_verb(std::move(request)));
}

/// A request with what it needs and nothing else.
template <class In>
In example() {
  const In whole = sample<In>();
  In value{};
  for_each_field<In>([&]<auto member>(Field<member> /*field*/) {
    if constexpr (is_optional<std::remove_cvref_t<decltype(value.*member)>>) {
      value.*member = whole.*member;
    } else {
      In without = whole;
      without.*member = In{}.*member;
      if (is_refused(std::move(without))) value.*member = whole.*member;
    }
  });
  return value;
}

// Where that would say too little.
template <>
Register example<Register>();
template <>
NewTask example<NewTask>();
template <>
Progress example<Progress>();
template <>
Settle example<Settle>();
template <>
Completion example<Completion>();
template <>
Failure example<Failure>();
template <>
Decline example<Decline>();
template <>
Cancel example<Cancel>();
template <>
ReadLog example<ReadLog>();
template <>
PutGroup example<PutGroup>();
template <>
Ack example<Ack>();
template <>
Redrive example<Redrive>();
template <>
PutThread example<PutThread>();
template <>
Append example<Append>();
template <>
SetResult example<SetResult>();
template <>
OpenCorrelation example<OpenCorrelation>();
template <>
Signal example<Signal>();
template <>
Advance example<Advance>();
template <>
PutRecord example<PutRecord>();

}  // namespace baton::http
