#include <algorithm>
#include <array>
#include <charconv>

#include "baton/time.hpp"
#include "core/json_pointer.hpp"
#include "core/schema_compiled.hpp"
#include "core/utf8.hpp"

namespace baton {
namespace {

std::wstring code_points_of(std::string_view text) {
  std::wstring out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = std::max<std::size_t>(utf8_sequence(text, at), 1);
    auto point = static_cast<wchar_t>(static_cast<unsigned char>(text[at]) & (size == 1 ? 0xFF : 0xFF >> (size + 1)));
    for (std::size_t i = 1; i < size; ++i) point = (point << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3F);
    out += point;
    at += size;
  }
  return out;
}

bool is_numeral(char c) { return c >= '0' && c <= '9'; }
bool is_alphanumeric(char c) { return is_numeral(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

bool is_date_time(std::string_view text) { return parse_time(text).has_value(); }
bool is_date(std::string_view text) { return is_date_time(std::string(text) + "T00:00:00Z"); }
bool is_time(std::string_view text) { return is_date_time("2000-01-01T" + std::string(text)); }

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool is_label(std::string_view label) {
  return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
         std::ranges::all_of(label, [](char c) { return is_alphanumeric(c) || c == '-'; });
}

bool is_hostname(std::string_view text) {
  return text.size() <= 253 && std::ranges::all_of(parts_of(text, '.'), is_label);
}

bool is_email(std::string_view text) {
  const std::size_t at = text.rfind('@');
  return at != std::string_view::npos && at > 0 && at + 1 < text.size() && !text.contains(' ');
}

bool is_byte(std::string_view text) {
  unsigned value = 0;
  const bool plain = !text.empty() && text.size() <= 3 && std::ranges::all_of(text, is_numeral);
  if (!plain || (text.size() > 1 && text.front() == '0')) return false;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value <= 255;
}

bool is_ipv4(std::string_view text) {
  const auto parts = parts_of(text, '.');
  return parts.size() == 4 && std::ranges::all_of(parts, is_byte);
}

bool is_hex_group(std::string_view text) {
  return !text.empty() && text.size() <= 4 &&
         std::ranges::all_of(text, [](char c) { return is_numeral(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); });
}

/// How many of the eight groups these stand for; nothing: something else is among them.
std::optional<std::size_t> groups_in(std::string_view text) {
  if (text.empty()) return 0;
  const auto parts = parts_of(text, ':');
  std::size_t groups = parts.size();
  for (const std::string_view part : parts) {
    if (part.data() == parts.back().data() && is_ipv4(part)) {
      ++groups;
    } else if (!is_hex_group(part)) {
      return std::nullopt;
    }
  }
  return groups;
}

bool is_ipv6(std::string_view text) {
  const std::size_t gap = text.find("::");
  if (gap == std::string_view::npos) return groups_in(text) == 8;
  const auto before = groups_in(text.substr(0, gap));
  const auto after = groups_in(text.substr(gap + 2));
  return before && after && *before + *after < 8;
}

bool is_pointer(std::string_view text) { return pointer_names(text).has_value(); }

bool is_relative_pointer(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || (digits > 1 && text.front() == '0')) return false;
  const std::string_view rest = text.substr(digits);
  return rest == "#" || is_pointer(rest);
}

bool is_pattern(std::string_view text) { return compile_pattern(std::string(text)).has_value(); }

struct Format {
  std::string_view name;
  bool (*fits)(std::string_view text);
};

constexpr std::array formats{
    Format{"date-time", &is_date_time}, Format{"date", &is_date},
    Format{"time", &is_time},           Format{"hostname", &is_hostname},
    Format{"email", &is_email},         Format{"ipv4", &is_ipv4},
    Format{"ipv6", &is_ipv6},           Format{"json-pointer", &is_pointer},
    Format{"regex", &is_pattern},       Format{"relative-json-pointer", &is_relative_pointer},
};

}  // namespace

bool fits_format(std::string_view format, std::string_view text) {
  const auto known = std::ranges::find(formats, format, &Format::name);
  return known == formats.end() || known->fits(text);
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

Result<boost::wregex> compile_pattern(const std::string& pattern) {
  // Perl's own escapes for the ends of a text mean nothing in ECMAScript.
  for (std::size_t at = pattern.find('\\'); at != std::string::npos; at = pattern.find('\\', at + 2)) {
    if (at + 1 < pattern.size() && std::string_view("AaZzGgQEKRXCLUlu").contains(pattern[at + 1]) &&
        pattern[at + 1] != 'u') {
      return fail(Errc::invalid, "the pattern " + pattern + " uses \\" + pattern[at + 1] +
                                     ", which ECMAScript does not know; leave it out");
    }
  }
  try {
    return boost::wregex(code_points_of(pattern),
                         boost::regex_constants::ECMAScript | boost::regex_constants::no_mod_m);
  } catch (const std::runtime_error&) {
    return fail(Errc::invalid, "the pattern " + pattern + " cannot be read; write it as ECMAScript does");
  }
}

std::optional<bool> matches(const boost::wregex& pattern, std::string_view text) {
  try {
    return boost::regex_search(code_points_of(text), pattern, boost::match_single_line);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace baton
