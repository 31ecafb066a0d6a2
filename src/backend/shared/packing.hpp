#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace baton::shared {

/// Writes values one after the other, in whatever form the code that a server runs can read.
class Packer {
 public:
  virtual ~Packer() = default;
  virtual void nil() = 0;
  virtual void boolean(bool value) = 0;
  virtual void integer(std::int64_t value) = 0;
  /// A count that may be beyond what the other side holds exactly; then it is the largest that is.
  virtual void count(std::uint64_t value) = 0;
  virtual void time(std::int64_t micros) = 0;
  virtual void text(std::string_view value) = 0;
  /// So many values, or pairs of a name and a value, follow.
  virtual void array(std::size_t size) = 0;
  virtual void map(std::size_t size) = 0;
};

/// Reads one value after the other. After the first surprise everything reads as nil, and is_broken says so.
class Unpacker {
 public:
  enum class Kind : std::uint8_t { nil, boolean, integer, text, array, map };

  virtual ~Unpacker() = default;
  /// Of the value that comes next.
  virtual Kind kind() const = 0;
  virtual bool is_broken() const = 0;
  virtual void fail() = 0;

  virtual bool boolean() = 0;
  virtual std::int64_t integer() = 0;
  virtual std::string_view text() = 0;
  /// The number of values, or of pairs, that follow.
  virtual std::size_t array() = 0;
  virtual std::size_t map() = 0;
  virtual void skip() = 0;
};

}  // namespace baton::shared
