#include "core/utf8.hpp"

#include <cstdint>

namespace baton {
namespace {

// Lead byte, length and the range of the second byte: the rows of table 3-7 of the Unicode standard, which exclude
// overlong forms, surrogates and what lies beyond U+10FFFF.
struct Row {
  std::uint8_t first, last, length, low, high;
};
constexpr Row lead_rows[] = {
    {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF}, {0xE1, 0xEC, 3, 0x80, 0xBF}, {0xED, 0xED, 3, 0x80, 0x9F},
    {0xEE, 0xEF, 3, 0x80, 0xBF}, {0xF0, 0xF0, 4, 0x90, 0xBF}, {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

bool fits(const Row& row, std::string_view text, std::size_t at) {
  if (text.size() - at < row.length) return false;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
  if (byte(1) < row.low || byte(1) > row.high) return false;
  for (std::size_t i = 2; i < row.length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return false;
  }
  return true;
}

}  // namespace

std::size_t utf8_sequence(std::string_view text, std::size_t at) {
  const auto lead = static_cast<std::uint8_t>(text[at]);
  if (lead < 0x80) return 1;
  for (const Row& row : lead_rows) {
    if (lead >= row.first && lead <= row.last) return fits(row, text, at) ? row.length : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

}  // namespace baton
