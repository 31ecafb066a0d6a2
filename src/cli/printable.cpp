#include "cli/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/utf8.hpp"

namespace baton::cli {

namespace {

struct CodeRange {
  std::uint32_t first, last;
};

/// What changes how a terminal shows the rest: C0, delete, C1, line separators, direction marks and overrides.
constexpr std::array dangerous_ranges{CodeRange{0x00, 0x1F},     CodeRange{0x7F, 0x9F},     CodeRange{0x061C, 0x061C},
                                      CodeRange{0x200E, 0x200F}, CodeRange{0x2028, 0x202E}, CodeRange{0x2066, 0x2069},
                                      CodeRange{0xFEFF, 0xFEFF}};

constexpr std::array narrow_ranges{CodeRange{0x0300, 0x036F}, CodeRange{0x0483, 0x0489}, CodeRange{0x0591, 0x05BD},
                                   CodeRange{0x0610, 0x061A}, CodeRange{0x064B, 0x065F}, CodeRange{0x0E31, 0x0E31},
                                   CodeRange{0x0E34, 0x0E3A}, CodeRange{0x0E47, 0x0E4E}, CodeRange{0x1AB0, 0x1AFF},
                                   CodeRange{0x1DC0, 0x1DFF}, CodeRange{0x200B, 0x200D}, CodeRange{0x20D0, 0x20FF},
                                   CodeRange{0xFE00, 0xFE0F}, CodeRange{0xFE20, 0xFE2F}, CodeRange{0xE0100, 0xE01EF}};

constexpr std::array wide_ranges{
    CodeRange{0x1100, 0x115F},   CodeRange{0x231A, 0x231B},   CodeRange{0x23E9, 0x23EC},   CodeRange{0x2614, 0x2615},
    CodeRange{0x2648, 0x2653},   CodeRange{0x26AA, 0x26AB},   CodeRange{0x2705, 0x2705},   CodeRange{0x270A, 0x270B},
    CodeRange{0x274C, 0x274C},   CodeRange{0x2753, 0x2755},   CodeRange{0x2795, 0x2797},   CodeRange{0x2E80, 0x303E},
    CodeRange{0x3041, 0x33FF},   CodeRange{0x3400, 0x4DBF},   CodeRange{0x4E00, 0xA4CF},   CodeRange{0xA960, 0xA97F},
    CodeRange{0xAC00, 0xD7A3},   CodeRange{0xF900, 0xFAFF},   CodeRange{0xFE30, 0xFE6F},   CodeRange{0xFF00, 0xFF60},
    CodeRange{0xFFE0, 0xFFE6},   CodeRange{0x1F004, 0x1F004}, CodeRange{0x1F18E, 0x1F19A}, CodeRange{0x1F200, 0x1F265},
    CodeRange{0x1F300, 0x1F64F}, CodeRange{0x1F680, 0x1F6FF}, CodeRange{0x1F7E0, 0x1F7EB}, CodeRange{0x1F900, 0x1F9FF},
    CodeRange{0x1FA70, 0x1FAFF}, CodeRange{0x20000, 0x3FFFD}};

bool is_in(const auto& ranges, std::uint32_t code) {
  return std::ranges::any_of(ranges, [code](CodeRange range) { return code >= range.first && code <= range.last; });
}

struct Character {
  std::size_t bytes = 0;  ///< 0: not UTF-8
  std::uint32_t code = 0;
};

Character character_at(std::string_view text, std::size_t at) {
  const std::size_t bytes = utf8_sequence(text, at);
  if (bytes == 0) return {};
  const auto lead = static_cast<std::uint8_t>(text[at]);
  std::uint32_t code = bytes == 1 ? lead : lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) code = (code << 6U) | (static_cast<std::uint8_t>(text[at + i]) & 0x3FU);
  return {.bytes = bytes, .code = code};
}

std::string escape_of(std::uint32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  if (code == '\r') return "\\r";
  return code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
}

std::size_t columns_of(std::uint32_t code) {
  if (is_in(narrow_ranges, code)) return 0;
  return is_in(wide_ranges, code) ? 2 : 1;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const Character next = character_at(text, at);
    if (next.bytes == 0) {
      shown += escape_of(static_cast<std::uint8_t>(text[at++]));
      continue;
    }
    shown += is_in(dangerous_ranges, next.code) ? escape_of(next.code) : std::string(text.substr(at, next.bytes));
    at += next.bytes;
  }
  return shown;
}

std::string printable_json(std::string_view json) {
  std::string shown;
  for (std::size_t at = 0; at < json.size();) {
    const Character next = character_at(json, at);
    if (next.bytes == 0) {
      shown += "\xEF\xBF\xBD";
      ++at;
      continue;
    }
    // Line ends are white space there: within strings they are escaped already.
    const bool kept = next.code == '\n' || !is_in(dangerous_ranges, next.code);
    shown += kept ? std::string(json.substr(at, next.bytes)) : fmt::format("\\u{:04x}", next.code);
    at += next.bytes;
  }
  return shown;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character next = character_at(text, at);
    columns += next.bytes == 0 ? 1 : columns_of(next.code);
    at += std::max<std::size_t>(next.bytes, 1);
  }
  return columns;
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  if (columns == 0) return "";
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const Character next = character_at(text, at);
    const std::size_t wide = next.bytes == 0 ? 1 : columns_of(next.code);
    if (used + wide > columns - 1) break;
    used += wide;
    at += std::max<std::size_t>(next.bytes, 1);
  }
  return std::string(text.substr(0, at)) + "…";
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

}  // namespace baton::cli
