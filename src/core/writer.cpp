#include "core/writer.hpp"

#include <charconv>

#include "core/plain_text.hpp"
#include "core/utf8.hpp"

namespace baton {
namespace {

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

void put_escape(TextBuffer& out, char c) {
  constexpr char hex[] = "0123456789abcdef";
  out.put('\\');
  if (const char letter = short_escape(c)) return out.put(letter);
  out.put("u00");
  out.put(hex[static_cast<unsigned char>(c) >> 4]);
  out.put(hex[static_cast<unsigned char>(c) & 15]);
}

/// Whatever is not plain: a character to be escaped, a longer sequence, or a byte that belongs to none. Returns its length.
std::size_t put_special(TextBuffer& out, std::string_view text, std::size_t at) {
  const std::size_t length = utf8_sequence(text, at);
  if (length == 0) {
    out.put("\xEF\xBF\xBD");
    return 1;
  }
  if (length == 1) {
    put_escape(out, text[at]);
  } else {
    out.put(text.substr(at, length));
  }
  return length;
}

template <class Integer>
void put_number(TextBuffer& out, Integer value) {
  constexpr std::size_t most = 24;
  char* const at = out.room(most);
  out.wrote_until(std::to_chars(at, at + most, value).ptr);
}

}  // namespace

void put_escaped(TextBuffer& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    // Most text is nothing but plain characters: they are copied as one.
    const std::size_t end = end_of_plain(text, at);
    out.put(text.substr(at, end - at));
    at = end < text.size() ? end + put_special(out, text, end) : end;
  }
}

void put_string(TextBuffer& out, std::string_view text) {
  if (end_of_plain(text, 0) == text.size()) return put_plain(out, text);
  out.put('"');
  put_escaped(out, text);
  out.put('"');
}

void append_string(std::string& out, std::string_view text) {
  TextBuffer written;
  put_string(written, text);
  out += written.view();
}

void put_plain(TextBuffer& out, std::string_view text) {
  char* at = out.room(text.size() + 2);
  *at++ = '"';
  at += text.copy(at, text.size());
  *at++ = '"';
  out.wrote_until(at);
}

void put_integer(TextBuffer& out, std::int64_t value) { put_number(out, value); }
void put_integer(TextBuffer& out, std::uint64_t value) { put_number(out, value); }

// Not in the class: `ObjectWriter()` would then fill the buffer with zeros first.
ObjectWriter::ObjectWriter() = default;

ObjectWriter& ObjectWriter::text(std::string_view name, std::string_view value) {
  this->name(name);
  put_string(out_, value);
  return *this;
}

ObjectWriter& ObjectWriter::number(std::string_view name, std::uint64_t value) {
  this->name(name);
  put_integer(out_, value);
  return *this;
}

ObjectWriter& ObjectWriter::flag(std::string_view name, bool value) {
  this->name(name);
  out_.put(value ? "true" : "false");
  return *this;
}

ObjectWriter& ObjectWriter::json(std::string_view name, const Json& value) {
  this->name(name);
  out_.put(value.text());
  return *this;
}

Json ObjectWriter::json() const {
  std::string text = out_.str();
  text += out_.empty() ? "{}" : "}";
  return Json::trusted(std::move(text));
}

void ObjectWriter::name(std::string_view name) {
  out_.put(out_.empty() ? '{' : ',');
  put_string(out_, name);
  out_.put(':');
}

}  // namespace baton
