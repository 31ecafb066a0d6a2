#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "baton/error.hpp"
#include "baton/ids.hpp"
#include "baton/time.hpp"
#include "core/field.hpp"
#include "core/field_types.hpp"
#include "core/text_table.hpp"
#include "engine/event_filter.hpp"
#include "http/message.hpp"

namespace baton::http {

/// Reads query parameters one by one into their types. The first thing wrong is remembered and told by `done`, and so
/// is a parameter that nobody asked for.
class Query {
 public:
  explicit Query(std::vector<Named> parameters) : left_(std::move(parameters)) {}
  /// Of a request that may have nothing else, it is wrong to have a body.
  explicit Query(const Request& request);

  /// A parameter of any type that a member of a request may have. A struct is several parameters: `after_lane`.
  template <class T>
  void read(std::string_view name, T& into) {
    if constexpr (HasFields<T>) {
      read_parts(std::string(name) + "_", into);
    } else if constexpr (is_optional<T>) {
      read_optional(name, into);
    } else if constexpr (is_vector<T>) {
      choices(name, into);
    } else if constexpr (std::is_enum_v<T>) {
      choice(name, into);
    } else if constexpr (std::is_same_v<T, bool>) {
      flag(name, into);
    } else if constexpr (std::is_same_v<T, Time>) {
      if (const auto text = take(name)) keep(name, parse_time(*text), into);
    } else if constexpr (is_number<T>) {
      number(name, into.value);
    } else if constexpr (std::is_unsigned_v<T>) {
      number(name, into);
    } else {
      static_assert(is_text<T> || std::is_same_v<T, TaskId>);
      if (const auto text = take(name)) keep(name, T::parse(*text), into);
    }
  }

  template <std::unsigned_integral T>
  void number(std::string_view name, T& into) {
    if (const auto value = whole(name, std::numeric_limits<T>::max())) into = static_cast<T>(*value);
  }
  void flag(std::string_view name, bool& into);
  /// A number of seconds, with a fraction if need be.
  void seconds(std::string_view name, Duration& into, Duration most, Duration least = Duration::zero());

  /// Hands each of the values with commas between them to `take`, which says what is wrong with one.
  template <class Take>
  void each(std::string_view name, const Take& take_one) {
    const auto text = take(name);
    if (!text) return;
    for (const auto& part : split(*text)) {
      if (const Result<void> taken = take_one(part); !taken) refuse(name, "is wrong: " + taken.error().detail);
    }
  }

  /// Adds the types that patterns with commas between them name.
  void event_types(std::string_view name, EventTypes& into);

  /// invalid: what was wrong first.
  Result<void> done() const;

 private:
  template <class E>
  void choice(std::string_view name, E& into) {
    const auto text = take(name);
    if (!text) return;
    const auto found = value_of<E>(*text);
    if (!found) return refuse(name, "is not one of " + all_names<E>());
    into = *found;
  }
  /// Comma-separated names.
  template <class E>
  void choices(std::string_view name, std::vector<E>& into) {
    const auto text = take(name);
    if (!text) return;
    for (const auto& part : split(*text)) {
      const auto found = value_of<E>(part);
      if (!found) return refuse(name, "holds `" + part + "`, which is not one of " + all_names<E>());
      into.push_back(*found);
    }
  }
  void choices(std::string_view name, std::vector<EventType>& into);
  template <class T>
  void read_optional(std::string_view name, std::optional<T>& into) {
    T value{};
    if constexpr (HasFields<T>) {
      read(name, value);
      if (value != T{}) into = std::move(value);
    } else {
      const bool given = has(name);
      read(name, value);
      if (given) into = std::move(value);
    }
  }
  template <class T>
  void read_parts(const std::string& prefix, T& into) {
    std::apply([&](auto... fields) { (read(prefix + std::string(fields.name), into.*fields.member), ...); },
               Fields<T>::table);
  }

  bool has(std::string_view name) const;
  std::optional<std::string> take(std::string_view name);
  std::optional<std::uint64_t> whole(std::string_view name, std::uint64_t most);
  void refuse(std::string_view name, const std::string& why);
  static std::vector<std::string> split(std::string_view text);

  template <class T, class Into>
  void keep(std::string_view name, Result<T> value, Into& into) {
    if (value) {
      into = *std::move(value);
    } else {
      refuse(name, "is " + value.error().detail);
    }
  }

  std::vector<Named> left_;
  std::vector<std::string> asked_;
  std::string wrong_;
};

}  // namespace baton::http
