#pragma once

#include <optional>
#include <vector>

#include "baton/ids.hpp"

// What kind of type a field has, for those who write fields in one form or another.

namespace baton {

template <class T>
inline constexpr bool is_text = false;
template <class Kind>
inline constexpr bool is_text<Text<Kind>> = true;

template <class T>
inline constexpr bool is_number = false;
template <class Kind>
inline constexpr bool is_number<Number<Kind>> = true;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

/// Whether a field is left out: an optional without a value, a name without text.
template <class T>
bool is_unset(const T& value) {
  if constexpr (is_optional<T>) return !value.has_value();
  if constexpr (is_text<T> || std::is_same_v<T, TaskId>) return value.empty();
  return false;
}

}  // namespace baton
