#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "core/json_value.hpp"

namespace baton {

/// A place in a JSON value, checked once and looked for often.
class JsonPlace {
 public:
  /// The whole value.
  JsonPlace() = default;
  /// invalid: not a JSON pointer.
  static Result<JsonPlace> parse(std::string_view pointer);

  /// What is there; null pointer: nothing.
  const JsonValue* find(const JsonValue& in) const;

  bool operator==(const JsonPlace&) const = default;

 private:
  std::vector<std::string> names_;
};

/// A text with places in braces: `{/repository/full_name}#{/issue/number}`. `{{` and `}}` stand for the braces themselves.
class JsonTemplate {
 public:
  /// invalid: a brace without its other one, or what is between them is no pointer.
  static Result<JsonTemplate> parse(std::string_view text);

  /// invalid: a place is empty, or holds neither text, number nor truth value.
  Result<std::string> fill(const JsonValue& from) const;

  bool operator==(const JsonTemplate&) const = default;

 private:
  struct Part {
    std::string text;
    std::optional<JsonPlace> place;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts_;
};

}  // namespace baton
