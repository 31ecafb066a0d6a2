#include "core/canonical.hpp"

#include <array>
#include <cstddef>

#include "core/plain_text.hpp"

namespace baton {
namespace {

class Glance {
 public:
  explicit Glance(std::string_view text) : text_(text) {}

  bool is_object() { return peek() == '{' && value(0) && at_ == text_.size(); }

 private:
  static constexpr std::size_t deepest = 16;
  static constexpr std::size_t most_names = 32;  ///< of all objects that are open
  static constexpr std::size_t most_digits = 18;

  /// The next character, or NUL at the end.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  bool value(std::size_t depth) {
    switch (peek()) {
      case '"': return string();
      case '{': return depth < deepest && object(depth + 1);
      case '[': return depth < deepest && array(depth + 1);
      case 't': return take("true");
      case 'f': return take("false");
      case 'n': return take("null");
      default: return number();
    }
  }

  bool object(std::size_t depth) {
    const std::size_t outer = names_known_;
    ++at_;
    if (take('}')) return true;
    do {
      const std::size_t begin = at_;
      if (!string() || !is_new_name(text_.substr(begin, at_ - begin), outer)) return false;
      if (!take(':') || !value(depth)) return false;
    } while (take(','));
    names_known_ = outer;
    return take('}');
  }

  bool array(std::size_t depth) {
    ++at_;
    if (take(']')) return true;
    do {
      if (!value(depth)) return false;
    } while (take(','));
    return take(']');
  }

  bool string() {
    if (!take('"')) return false;
    at_ = end_of_plain(text_, at_);
    return take('"');
  }

  /// So few digits that nobody would call it out of range.
  bool number() {
    const std::size_t begin = at_;
    take('-');
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    // What follows ends the value, or is none of ours: an exponent, a digit behind a leading zero.
    return at_ - begin <= most_digits;
  }
  bool digits() {
    const std::size_t begin = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ > begin;
  }

  /// Behind `outer`: the names that this object has so far.
  bool is_new_name(std::string_view name, std::size_t outer) {
    if (names_known_ == most_names) return false;
    for (std::size_t i = outer; i < names_known_; ++i) {
      if (names_[i] == name) return false;
    }
    names_[names_known_++] = name;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::array<std::string_view, most_names> names_;
  std::size_t names_known_ = 0;
};

}  // namespace

bool is_canonical_at_a_glance(std::string_view text) { return Glance(text).is_object(); }

}  // namespace baton
