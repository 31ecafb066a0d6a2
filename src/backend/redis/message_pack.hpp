#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The part of MessagePack that scripts and we speak.
namespace baton::redis {

class Packer {
 public:
  explicit Packer(std::string& out) : out_(out) {}

  void nil() { byte(0xc0); }
  void boolean(bool value) { byte(value ? 0xc3 : 0xc2); }
  void integer(std::int64_t value);
  void text(std::string_view value);
  void array(std::size_t size) { header(0x90, 16, 0xdc, 0xdd, size); }
  void map(std::size_t size) { header(0x80, 16, 0xde, 0xdf, size); }

 private:
  void byte(unsigned value) { out_ += static_cast<char>(value); }
  void big_endian(std::uint64_t value, int bytes);
  void header(unsigned fixed, std::size_t fixed_size, unsigned medium, unsigned large, std::size_t size);

  std::string& out_;
};

/// Reads one value after the other. After the first surprise everything reads as nil, and is_broken says so.
class Unpacker {
 public:
  enum class Kind : std::uint8_t { nil, boolean, integer, text, array, map };

  explicit Unpacker(std::string_view packed) : rest_(packed) { advance(); }

  /// Of the value that comes next.
  Kind kind() const { return kind_; }
  bool is_broken() const { return broken_; }
  void fail();

  bool boolean();
  std::int64_t integer();
  std::string_view text();
  /// The number of values, or of pairs, that follow.
  std::size_t array() { return size_of(Kind::array); }
  std::size_t map() { return size_of(Kind::map); }
  void skip();

 private:
  void advance();
  void advance_sized(unsigned head);
  std::uint64_t take(std::size_t bytes);
  std::size_t size_of(Kind kind);
  void sized(Kind kind, std::size_t size);
  void number(std::int64_t value);

  std::string_view rest_;
  Kind kind_ = Kind::nil;
  std::int64_t integer_ = 0;
  std::size_t size_ = 0;
  std::string_view text_;
  bool broken_ = false;
};

}  // namespace baton::redis
