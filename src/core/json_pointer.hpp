#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "baton/json.hpp"

namespace baton {

/// A place in a JSON value (RFC 6901): `/issue/number`, `/items/0`; an empty one is the whole.
class JsonPointer {
 public:
  JsonPointer() = default;
  /// invalid: it neither is empty nor begins with a slash, or a tilde stands before anything but 0 or 1.
  static Result<JsonPointer> parse(std::string_view text);

  /// The value at that place, or nothing.
  std::optional<Json> find(const Json& in) const;

  bool operator==(const JsonPointer&) const = default;

 private:
  std::vector<std::string> steps_;
};

/// A text with places in braces: `{/repository/full_name}#{/issue/number}`. `{{` and `}}` stand for the braces themselves.
class JsonTemplate {
 public:
  /// invalid: a brace without its other one, or what is between them is no pointer.
  static Result<JsonTemplate> parse(std::string_view text);

  /// invalid: a place is empty, or holds neither text, number nor truth value.
  Result<std::string> fill(const Json& from) const;

  bool operator==(const JsonTemplate&) const = default;

 private:
  struct Part {
    std::string text;
    std::optional<JsonPointer> place;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts_;
};

}  // namespace baton
