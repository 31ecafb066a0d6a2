#include "core/writer.hpp"

#include <array>
#include <charconv>
#include <cstring>

#include "core/utf8.hpp"

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

/// Where in the text, from `at` on, something is not plain.
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

/// Makes the text longer by at most `most` bytes. `write` puts them there and says where they end.
template <class Write>
void append_written(std::string& out, std::size_t most, Write write) {
  const std::size_t before = out.size();
  out.resize_and_overwrite(before + most,
                           [before, &write](char* text, std::size_t) { return write(text + before) - text; });
}

char* put(char* at, std::string_view text) { return at + text.copy(at, text.size()); }

template <class Integer>
void append_digits(std::string& out, Integer value) {
  constexpr std::size_t most = 24;
  append_written(out, most, [value](char* at) { return std::to_chars(at, at + most, value).ptr; });
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
  if (end_of_plain(text, 0) == text.size()) return append_plain(out, text);
  out += '"';
  append_escaped(out, text);
  out += '"';
}

void append_plain(std::string& out, std::string_view text) {
  append_written(out, text.size() + 2, [text](char* at) {
    *at++ = '"';
    at = put(at, text);
    *at++ = '"';
    return at;
  });
}

void append_name(std::string& out, char before, std::string_view name) {
  append_written(out, name.size() + 4, [before, name](char* at) {
    *at++ = before;
    *at++ = '"';
    at = put(at, name);
    *at++ = '"';
    *at++ = ':';
    return at;
  });
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
