#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"
#include "core/field_types.hpp"
#include "core/text_table.hpp"

// The JSON Schemas of single values, and what larger ones are put together with.

namespace baton::http {

Json array_of(const std::vector<Json>& items);
Json array_of(std::span<const std::string_view> names);
/// The object with one member more.
Json with(const Json& object, std::string_view name, const Json& value);

Json type_schema(std::string_view type);
Json format_schema(std::string_view format);
Json integer_schema(std::uint64_t most);
Json microseconds_schema();
Json enum_schema(std::span<const std::string_view> names);
Json list_schema(const Json& items);
Json any_schema();
Json reference(std::string_view name);
Json either(const std::vector<Json>& schemas);
Json nullable(const Json& schema);
Json name_schema(std::string_view what, std::uint64_t most_bytes);
Json pattern_schema(std::string_view what, std::string_view pattern);

template <class Kind>
Json text_schema(const Text<Kind>& /*text*/) {
  if constexpr (requires { Kind::pattern; }) {
    return pattern_schema(Kind::what, Kind::pattern);
  } else if constexpr (std::derived_from<Kind, kind::Identifier>) {
    return pattern_schema(Kind::what, "^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$");
  } else if constexpr (std::derived_from<Kind, kind::Name>) {
    return name_schema(Kind::what, baton::limits::name_bytes);
  } else {
    static_assert(std::same_as<Kind, kind::Signal>);
    return pattern_schema(Kind::what, "^[a-z_]{1,128}$");
  }
}

/// Of a value that is neither a struct nor a list of anything.
template <class T>
Json value_schema() {
  if constexpr (std::is_enum_v<T>) {
    return enum_schema(names_of<T>);
  } else if constexpr (std::is_same_v<T, Json>) {
    return any_schema();
  } else if constexpr (std::is_same_v<T, bool>) {
    return type_schema("boolean");
  } else if constexpr (std::is_same_v<T, Duration>) {
    return microseconds_schema();
  } else if constexpr (std::is_same_v<T, Time>) {
    return format_schema("date-time");
  } else if constexpr (std::is_same_v<T, TaskId>) {
    return format_schema("uuid");
  } else if constexpr (is_number<T> || std::is_same_v<T, std::uint64_t>) {
    return integer_schema(std::numeric_limits<std::int64_t>::max());
  } else if constexpr (std::is_unsigned_v<T>) {
    return integer_schema(std::numeric_limits<T>::max());
  } else if constexpr (is_text<T>) {
    return text_schema(T{});
  } else {
    static_assert(std::is_same_v<T, std::string>);
    return type_schema("string");
  }
}

/// `Task` for baton::Task.
template <class T>
constexpr std::string_view type_name() {
  // `... type_name() [T = baton::Task]`
  std::string_view name = __PRETTY_FUNCTION__;
  name.remove_suffix(1);
  return name.substr(name.find_last_of(": ") + 1);
}

}  // namespace baton::http
