#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "baton/error.hpp"

namespace baton {

/// A JSON value as canonical text: valid, no insignificant white space, shortest string escapes, members in the order
/// they were written, no member twice, numbers digit by digit as they were written (so large integers stay exact).
/// Stores keep it as opaque text. At most 1 MiB and 64 levels.
class Json {
 public:
  /// `null`.
  Json() = default;

  /// invalid: not JSON, too large, too deep, or a member name twice; the detail names the byte offset.
  static Result<Json> parse(std::string_view text);
  /// For text that is canonical already: what encoders produce and what a store reads back.
  static Json trusted(std::string canonical) {
    Json json;
    json.text_ = std::move(canonical);
    return json;
  }
  /// A JSON string holding `text`.
  static Json string(std::string_view text);

  const std::string& text() const { return text_; }
  /// The text of a value that is not needed any more.
  std::string take() && { return std::move(text_); }
  bool is_null() const { return text_ == "null"; }
  bool is_object() const { return text_.front() == '{'; }
  bool operator==(const Json&) const = default;

 private:
  std::string text_ = "null";
};

}  // namespace baton
