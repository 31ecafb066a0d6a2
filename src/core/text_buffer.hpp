#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace baton {

/// Text that is written from its begin to its end and handed over once. Takes no memory of its own while it is short.
class TextBuffer {
 public:
  TextBuffer() = default;
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;

  /// Where the next bytes go; there is room for so many of them. `wrote_until` says where those that were written end.
  char* room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) grow(bytes);
    return at_;
  }
  void wrote_until(char* at) { at_ = at; }

  void put(char c) {
    *room(1) = c;
    ++at_;
  }
  void put(std::string_view text) { wrote_until(room(text.size()) + text.copy(at_, text.size())); }

  bool empty() const { return at_ == begin_; }
  std::size_t size() const { return static_cast<std::size_t>(at_ - begin_); }
  std::string_view view() const { return {begin_, size()}; }
  /// The last character, of which there has to be one.
  char& back() { return at_[-1]; }
  /// With room for one byte more: many end the line.
  std::string str() const;

 private:
  void grow(std::size_t bytes);

  std::array<char, 1000> short_;
  std::unique_ptr<char[]> long_;
  char* begin_ = short_.data();
  char* at_ = begin_;
  char* end_ = begin_ + short_.size();
};

}  // namespace baton
