#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace baton {

/// Walks over canonical JSON text without building anything, so that nested values keep their exact digits.
/// Does not validate, but never reads beyond the text: damaged text makes a step answer nothing.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  /// The next character, or NUL at the end.
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  /// Steps over `c` if it is next.
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// The text of the value that is next.
  std::optional<std::string_view> value();
  /// The inside of the string that is next, still escaped.
  std::optional<std::string_view> raw_string();
  /// The string that is next.
  std::optional<std::string> string();

 private:
  bool skip_string();
  bool skip_container();
  void skip_scalar();

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Where the value of that member of an object begins; nothing: it has none.
std::optional<Scan> member_of(std::string_view object, std::string_view name);

/// What a canonical escaped string stands for.
std::string unescape(std::string_view raw);

}  // namespace baton
