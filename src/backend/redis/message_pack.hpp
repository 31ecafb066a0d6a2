#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "backend/shared/packing.hpp"

/// The part of MessagePack that scripts and we speak.
namespace baton::redis {

/// The largest integer that a script's numbers hold exactly; what is larger is packed as this.
inline constexpr std::uint64_t largest_exact = 1ULL << 53;

class Packer final : public shared::Packer {
 public:
  explicit Packer(std::string& out) : out_(out) {}

  void nil() override { byte(0xc0); }
  void boolean(bool value) override { byte(value ? 0xc3 : 0xc2); }
  void integer(std::int64_t value) override;
  void count(std::uint64_t value) override { integer(static_cast<std::int64_t>(std::min(value, largest_exact))); }
  void time(std::int64_t micros) override { text(std::to_string(micros)); }
  void text(std::string_view value) override;
  void array(std::size_t size) override { header(0x90, 16, 0xdc, 0xdd, size); }
  void map(std::size_t size) override { header(0x80, 16, 0xde, 0xdf, size); }

 private:
  void byte(unsigned value) { out_ += static_cast<char>(value); }
  void big_endian(std::uint64_t value, int bytes);
  void header(unsigned fixed, std::size_t fixed_size, unsigned medium, unsigned large, std::size_t size);

  std::string& out_;
};

class Unpacker final : public shared::Unpacker {
 public:
  explicit Unpacker(std::string_view packed) : rest_(packed) { advance(); }

  Kind kind() const override { return kind_; }
  bool is_broken() const override { return broken_; }
  void fail() override;

  bool boolean() override;
  std::int64_t integer() override;
  std::string_view text() override;
  std::size_t array() override { return size_of(Kind::array); }
  std::size_t map() override { return size_of(Kind::map); }
  void skip() override;

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
