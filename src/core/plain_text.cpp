#include "core/plain_text.hpp"

#include <array>
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

/// Whether eight bytes are plain, at once. A byte below 0x80 that is too small, or that a comparison made zero, borrows from its
/// highest bit.
bool are_plain(const char* eight) {
  constexpr std::uint64_t each = 0x0101010101010101U;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, eight, sizeof bytes);
  const std::uint64_t special =
      bytes | (bytes - each * 0x20U) | ((bytes ^ (each * '"')) - each) | ((bytes ^ (each * '\\')) - each);
  return (special & (each * 0x80U)) == 0;
}

}  // namespace

std::size_t end_of_plain(std::string_view text, std::size_t at) {
  constexpr std::size_t stride = 8;
  const std::size_t size = text.size();
  for (; size - at >= stride; at += stride) {
    if (!are_plain(text.data() + at)) break;
  }
  // What is left, together with what is known already.
  if (size >= stride && size - at < stride && are_plain(text.data() + size - stride)) return size;
  while (at < size && plain[static_cast<unsigned char>(text[at])]) ++at;
  return at;
}

}  // namespace baton
