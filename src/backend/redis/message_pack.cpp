#include "backend/redis/message_pack.hpp"

#include <bit>
#include <cmath>

namespace baton::redis {

void Packer::big_endian(std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) byte(static_cast<unsigned>(value >> shift) & 0xff);
}

void Packer::integer(std::int64_t value) {
  if (value >= 0 && value < 0x80) {
    byte(static_cast<unsigned>(value));
  } else {
    byte(0xd3);
    big_endian(static_cast<std::uint64_t>(value), 8);
  }
}

void Packer::text(std::string_view value) {
  if (value.size() < 32) {
    byte(0xa0 | static_cast<unsigned>(value.size()));
  } else if (value.size() < 0x10000) {
    byte(0xda);
    big_endian(value.size(), 2);
  } else {
    byte(0xdb);
    big_endian(value.size(), 4);
  }
  out_ += value;
}

void Packer::header(unsigned fixed, std::size_t fixed_size, unsigned medium, unsigned large, std::size_t size) {
  if (size < fixed_size) {
    byte(fixed | static_cast<unsigned>(size));
  } else if (size < 0x10000) {
    byte(medium);
    big_endian(size, 2);
  } else {
    byte(large);
    big_endian(size, 4);
  }
}

void Unpacker::fail() {
  broken_ = true;
  rest_ = {};
  kind_ = Kind::nil;
}

bool Unpacker::boolean() {
  if (kind_ != Kind::boolean) return fail(), false;
  const bool value = integer_ != 0;
  advance();
  return value;
}

std::int64_t Unpacker::integer() {
  if (kind_ != Kind::integer) return fail(), 0;
  const std::int64_t value = integer_;
  advance();
  return value;
}

std::string_view Unpacker::text() {
  if (kind_ != Kind::text) return fail(), std::string_view();
  const std::string_view value = text_;
  advance();
  return value;
}

std::size_t Unpacker::size_of(Kind kind) {
  if (kind_ != kind) return fail(), 0;
  const std::size_t size = size_;
  advance();
  return size;
}

void Unpacker::skip() {
  std::size_t inside = 0;
  if (kind_ == Kind::array) inside = size_;
  if (kind_ == Kind::map) inside = 2 * size_;
  advance();
  for (; inside > 0 && !broken_; --inside) skip();
}

std::uint64_t Unpacker::take(std::size_t bytes) {
  std::uint64_t value = 0;
  if (rest_.size() < bytes) return fail(), 0;
  for (const char c : rest_.substr(0, bytes)) value = value << 8 | static_cast<unsigned char>(c);
  rest_.remove_prefix(bytes);
  return value;
}

void Unpacker::number(std::int64_t value) {
  kind_ = Kind::integer;
  integer_ = value;
}

void Unpacker::sized(Kind kind, std::size_t size) {
  if (rest_.size() < size) return fail();  // of a container too: each value in it takes at least a byte
  kind_ = kind;
  size_ = size;
  if (kind != Kind::text) return;
  text_ = rest_.substr(0, size);
  rest_.remove_prefix(size);
}

void Unpacker::advance() {
  kind_ = Kind::nil;
  if (rest_.empty()) return;  // the last value was read; one more reads as nil
  const auto head = static_cast<unsigned>(take(1));
  if (head < 0x80) return number(head);
  if (head >= 0xe0) return number(static_cast<std::int8_t>(head));
  if (head < 0x90) return sized(Kind::map, head & 0x0f);
  if (head < 0xa0) return sized(Kind::array, head & 0x0f);
  if (head < 0xc0) return sized(Kind::text, head & 0x1f);
  advance_sized(head);
}

void Unpacker::advance_sized(unsigned head) {
  switch (head) {
    case 0xc0: return;
    case 0xc2:
    case 0xc3:
      kind_ = Kind::boolean;
      integer_ = head == 0xc3 ? 1 : 0;
      return;
    case 0xca: return number(std::llround(std::bit_cast<float>(static_cast<std::uint32_t>(take(4)))));
    case 0xcb: return number(std::llround(std::bit_cast<double>(take(8))));
    case 0xcc: return number(static_cast<std::int64_t>(take(1)));
    case 0xcd: return number(static_cast<std::int64_t>(take(2)));
    case 0xce: return number(static_cast<std::int64_t>(take(4)));
    case 0xcf:
    case 0xd3: return number(static_cast<std::int64_t>(take(8)));
    case 0xd0: return number(static_cast<std::int8_t>(take(1)));
    case 0xd1: return number(static_cast<std::int16_t>(take(2)));
    case 0xd2: return number(static_cast<std::int32_t>(take(4)));
    case 0xd9: return sized(Kind::text, take(1));
    case 0xda: return sized(Kind::text, take(2));
    case 0xdb: return sized(Kind::text, take(4));
    case 0xdc: return sized(Kind::array, take(2));
    case 0xdd: return sized(Kind::array, take(4));
    case 0xde: return sized(Kind::map, take(2));
    case 0xdf: return sized(Kind::map, take(4));
    default: return fail();
  }
}

}  // namespace baton::redis
