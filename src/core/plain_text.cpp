#include "core/plain_text.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace baton {
namespace {

/// Which bytes stand for themselves, and are characters.
constexpr auto plain = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0x20; c < 0x80; ++c) table[c] = c != '"' && c != '\\';
  return table;
}();

constexpr std::size_t stride = sizeof(std::uint64_t);
constexpr std::uint64_t each = 0x0101010101010101U;
constexpr std::uint64_t blanks = each * ' ';

/// Eight bytes, the first of them lowest.
std::uint64_t eight_from(const char* at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  return bytes;
}

/// Looks at eight bytes at once. The lowest bit that is set belongs to the first of them that is not plain: a byte below 0x80 that is
/// too small, or that a comparison made zero, borrows from its own highest bit, and can only mislead about those behind it.
std::uint64_t specials_in(std::uint64_t bytes) {
  const std::uint64_t found =
      bytes | (bytes - blanks) | ((bytes ^ (each * '"')) - each) | ((bytes ^ (each * '\\')) - each);
  return found & (each * 0x80U);
}

std::size_t first_in(std::uint64_t specials) { return static_cast<std::size_t>(std::countr_zero(specials)) / 8; }

}  // namespace

std::size_t end_of_plain(std::string_view text, std::size_t at) {
  const std::size_t size = text.size();
  for (; size - at >= stride; at += stride) {
    if (const auto specials = specials_in(eight_from(text.data() + at))) return at + first_in(specials);
  }
  const std::size_t left = size - at;
  if (left == 0) return size;
  if (size < stride) {
    while (at < size && plain[static_cast<unsigned char>(text[at])]) ++at;
    return at;
  }
  // The last eight bytes without those before `at`, and with blanks behind the end instead.
  const std::uint64_t bytes =
      (eight_from(text.data() + size - stride) >> (8 * (stride - left))) | (blanks << (8 * left));
  const auto specials = specials_in(bytes);
  return specials == 0 ? size : at + first_in(specials);
}

}  // namespace baton
