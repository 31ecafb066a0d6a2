#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/codec_values.hpp"
#include "http/example.hpp"
#include "http/input.hpp"
#include "http/members.hpp"
#include "http/schema.hpp"

namespace baton::http {

/// What the description says about one member of a request.
struct RequestMember {
  std::string_view name;
  Json schema;
  bool required = false;  ///< the request is refused without it
  bool list = false;
  Json sample;                         ///< an example by itself
  Json example;                        ///< its value in the example of the request,
  bool shown = false;                  ///< which is not the default
  std::vector<RequestMember> parts{};  ///< of a member that is a struct
};
using RequestMembers = std::vector<RequestMember>;

/// Where the defaults are no less of an example than other values.
template <class In>
inline constexpr bool shows_defaults = std::is_same_v<In, Transition>;

template <class In>
RequestMembers members_of_request(Schemas& schemas);

template <class T>
Json request_schema(Schemas& schemas) {
  if constexpr (is_optional<T>) {
    return request_schema<typename T::value_type>(schemas);
  } else if constexpr (is_vector<T>) {
    return list_schema(request_schema<typename T::value_type>(schemas));
  } else if constexpr (HasFields<T>) {
    return add_request(schemas, type_name<T>(), members_of_request<T>(schemas), {});
  } else {
    return value_schema<T>();
  }
}

/// Gives the request's schema a name; `without` are the members that the path gives.
Json add_request(Schemas& schemas, std::string_view type, const RequestMembers& members,
                 const std::vector<std::string_view>& without);

template <class T>
RequestMembers parts_of(Schemas& schemas) {
  if constexpr (is_optional<T>) {
    return parts_of<typename T::value_type>(schemas);
  } else if constexpr (HasFields<T>) {
    return members_of_request<T>(schemas);
  } else {
    return {};
  }
}

template <class T>
Json sample_of() {
  if constexpr (is_optional<T>) return encode(sample<typename T::value_type>());
  return encode(sample<T>());
}

/// A struct has no schema in a query, where it is several parameters.
template <class In, class Member>
Json member_schema(Schemas& schemas) {
  if constexpr (is_query<In> && std::is_same_v<Member, std::optional<LineRef>>) {
    return {};
  } else {
    return request_schema<Member>(schemas);
  }
}

/// What it is when it is left out; a JSON null says that there is none where there is one by default.
template <class T>
Json with_default(const Json& schema, const T& by_default) {
  if (is_unset(by_default)) return schema;
  return with(is_optional<T> ? nullable(schema) : schema, "default", encode(by_default));
}

template <class In>
RequestMembers members_of_request(Schemas& schemas) {
  RequestMembers members;
  const In whole = sample<In>();
  if (is_refused(whole)) throw std::logic_error("the sample is not valid: " + std::string(type_name<In>()));
  const In by_default{};
  const In shown = example<In>();
  for_each_field<In>([&]<auto member>(Field<member> field) {
    using Member = std::remove_cvref_t<decltype(whole.*member)>;
    RequestMember said{.name = field.name,
                       .schema = member_schema<In, Member>(schemas),
                       .list = is_vector<Member>,
                       .sample = sample_of<Member>(),
                       .example = encode(shown.*member),
                       .shown = shows_defaults<In> || !(shown.*member == by_default.*member),
                       .parts = parts_of<Member>(schemas)};
    if constexpr (!is_optional<Member> && !is_own_key<In, member>) {
      In without = whole;
      without.*member = by_default.*member;
      said.required = is_refused(std::move(without));
    }
    if (!said.required) said.schema = with_default(said.schema, by_default.*member);
    members.push_back(std::move(said));
  });
  return members;
}

}  // namespace baton::http
