#include "core/writer.hpp"

#include <charconv>

#include "core/utf8.hpp"

namespace baton {
namespace {

/// Stands for itself, and is one byte. 1 or 0, without a branch, so that the compiler can judge many bytes at once.
unsigned plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return static_cast<unsigned>(byte >= 0x20) & static_cast<unsigned>(byte < 0x80) & static_cast<unsigned>(c != '"') &
         static_cast<unsigned>(c != '\\');
}

/// Where in the text, from `at` on, something is not plain.
std::size_t end_of_plain(std::string_view text, std::size_t at) {
  constexpr std::size_t stride = 16;
  for (unsigned all = 1; text.size() - at >= stride; at += stride) {
    for (std::size_t i = 0; i < stride; ++i) all &= plain(text[at + i]);
    if (all == 0) break;
  }
  while (at < text.size() && plain(text[at]) != 0) ++at;
  return at;
}

char short_escape(char c) {
  switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
  }
}

void append_escape(std::string& out, char c) {
  constexpr char hex[] = "0123456789abcdef";
  out += '\\';
  if (const char letter = short_escape(c)) {
    out += letter;
    return;
  }
  out += "u00";
  out += hex[static_cast<unsigned char>(c) >> 4];
  out += hex[static_cast<unsigned char>(c) & 15];
}

/// Whatever is not plain: a character to be escaped, a longer sequence, or a byte that belongs to none. Returns its length.
std::size_t append_special(std::string& out, std::string_view text, std::size_t at) {
  const std::size_t length = utf8_sequence(text, at);
  if (length == 0) {
    out += "\xEF\xBF\xBD";
    return 1;
  }
  if (length == 1) {
    append_escape(out, text[at]);
  } else {
    out.append(text, at, length);
  }
  return length;
}

template <class Integer>
void append_digits(std::string& out, Integer value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    // Most text is nothing but plain characters: they are copied as one.
    const std::size_t end = end_of_plain(text, at);
    out.append(text, at, end - at);
    at = end < text.size() ? end + append_special(out, text, end) : end;
  }
}

void append_string(std::string& out, std::string_view text) {
  out += '"';
  append_escaped(out, text);
  out += '"';
}

void append_plain(std::string& out, std::string_view text) {
  out += '"';
  out += text;
  out += '"';
}

void append_integer(std::string& out, std::int64_t value) { append_digits(out, value); }
void append_integer(std::string& out, std::uint64_t value) { append_digits(out, value); }

ObjectWriter& ObjectWriter::text(std::string_view name, std::string_view value) {
  this->name(name);
  append_string(out_, value);
  return *this;
}

ObjectWriter& ObjectWriter::number(std::string_view name, std::uint64_t value) {
  this->name(name);
  append_integer(out_, value);
  return *this;
}

ObjectWriter& ObjectWriter::flag(std::string_view name, bool value) {
  this->name(name);
  out_ += value ? "true" : "false";
  return *this;
}

ObjectWriter& ObjectWriter::json(std::string_view name, const Json& value) {
  this->name(name);
  out_ += value.text();
  return *this;
}

void ObjectWriter::name(std::string_view name) {
  if (out_.size() > 1) out_ += ',';
  append_string(out_, name);
  out_ += ':';
}

}  // namespace baton
