#include "core/writer.hpp"

#include <charconv>

#include "core/utf8.hpp"

namespace baton {
namespace {

/// Stands for itself, and is one byte.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
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
    const std::size_t begin = at;
    while (at < text.size() && is_plain(text[at])) ++at;
    out.append(text, begin, at - begin);
    if (at < text.size()) at += append_special(out, text, at);
  }
}

void append_string(std::string& out, std::string_view text) {
  out += '"';
  append_escaped(out, text);
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
