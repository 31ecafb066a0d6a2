#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
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

/// The type without `optional`.
template <class T>
struct Plain {
  using type = T;
};
template <class T>
struct Plain<std::optional<T>> {
  using type = T;
};

template <class T>
RequestMembers parts_of(Schemas& schemas) {
  if constexpr (HasFields<T>) {
    return members_of_request<T>(schemas);
  } else {
    return {};
  }
}

/// A value that has a least and a greatest.
template <class T>
inline constexpr bool is_bounded =
    std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t> || std::is_same_v<T, Duration>;

/// The schema of a number with the bounds that validate() sets: it is asked for them.
Json bounded_schema(bool is_duration, std::uint64_t inside, std::uint64_t most,
                    const std::function<bool(std::uint64_t)>& accepts);

template <class In, auto member, class Value>
Json bounded_member(const In& whole) {
  constexpr auto most = std::is_same_v<Value, std::uint32_t> ? std::uint64_t{std::numeric_limits<std::uint32_t>::max()}
                                                             : std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  const auto accepts = [&whole](std::uint64_t value) {
    In probe = whole;
    if constexpr (std::is_same_v<Value, Duration>) {
      probe.*member = Duration(static_cast<Duration::rep>(value));
    } else {
      probe.*member = static_cast<Value>(value);
    }
    return !is_refused(std::move(probe));
  };
  return bounded_schema(std::is_same_v<Value, Duration>, 1, most, accepts);
}

/// A struct has no schema in a query, where it is several parameters.
template <class In, auto member>
Json member_schema(Schemas& schemas, const In& whole) {
  using Member = std::remove_cvref_t<decltype(whole.*member)>;
  using Value = typename Plain<Member>::type;
  if constexpr (is_bounded<Value>) {
    return bounded_member<In, member, Value>(whole);
  } else if constexpr (is_query<In> && HasFields<Value>) {
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
    using Value = typename Plain<Member>::type;
    RequestMember said{
        .name = field.name,
        .schema = member_schema<In, member>(schemas, whole),
        .list = is_vector<Member>,
        .sample = encode(sample<Value>()),
        .example = encode(shown.*member),
        .shown = !is_unset(shown.*member) && (shows_defaults<In> || !(shown.*member == by_default.*member)),
        .parts = parts_of<Value>(schemas)};
    if constexpr (!is_optional<Member> && !is_own_key<In, member>) {
      In without = whole;
      without.*member = by_default.*member;
      said.required = is_refused(std::move(without));
    }
    said.required = said.required || field.name == named_member<In>;
    if (!said.required) said.schema = with_default(said.schema, by_default.*member);
    members.push_back(std::move(said));
  });
  return members;
}

}  // namespace baton::http
