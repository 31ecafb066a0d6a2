#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baton/error.hpp"
#include "baton/ids.hpp"
#include "baton/time.hpp"
#include "http/message.hpp"

namespace baton::http {

/// Reads query parameters one by one into their types. The first thing wrong is remembered and told by `done`, and so
/// is a parameter that nobody asked for.
class Query {
 public:
  explicit Query(std::vector<Named> parameters) : left_(std::move(parameters)) {}

  template <class T>
  void text(std::string_view name, T& into) {
    if (auto value = take(name)) keep(name, T::parse(*value), into);
  }
  template <class T>
  void text(std::string_view name, std::optional<T>& into) {
    if (auto value = take(name)) keep(name, T::parse(*value), into);
  }
  template <class E>
  void choice(std::string_view name, std::optional<E>& into, std::optional<E> (*parse)(std::string_view)) {
    const auto value = take(name);
    if (!value) return;
    into = parse(*value);
    if (!into) refuse(name, "is not one of the known names");
  }
  template <class Kind>
  void number(std::string_view name, Number<Kind>& into) {
    if (auto value = whole(name, UINT64_MAX)) into.value = *value;
  }
  template <class Kind>
  void number(std::string_view name, std::optional<Number<Kind>>& into) {
    if (auto value = whole(name, UINT64_MAX)) into = Number<Kind>{*value};
  }
  void number(std::string_view name, std::uint32_t& into);
  void time(std::string_view name, std::optional<Time>& into);
  void flag(std::string_view name, bool& into);
  /// A number of seconds, with a fraction if need be.
  void seconds(std::string_view name, Duration& into, Duration most);
  /// Comma-separated names.
  template <class E>
  void choices(std::string_view name, std::vector<E>& into, std::optional<E> (*parse)(std::string_view)) {
    const auto value = take(name);
    if (!value) return;
    for (const auto& part : split(*value)) {
      const auto found = parse(part);
      if (!found) return refuse(name, "holds `" + part + "`, which is not one of the known names");
      into.push_back(*found);
    }
  }

  /// invalid: what was wrong first.
  Result<void> done() const;

 private:
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
