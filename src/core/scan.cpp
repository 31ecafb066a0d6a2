#include "core/scan.hpp"

#include <algorithm>

namespace baton {
namespace {

char control_of(char letter) {
  switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return letter;
  }
}

int hex_of(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

}  // namespace

bool Scan::skip_string() {
  if (!take('"')) return false;
  // A quote that no backslash stands before ends it; most strings have no other.
  std::size_t at = text_.find('"', at_);
  if (at != std::string_view::npos && text_[at - 1] != '\\') {
    at_ = at + 1;
    return true;
  }
  at = at_;
  while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2 : 1;
  at_ = std::min(at, text_.size());
  return take('"');
}

bool Scan::skip_container() {
  std::size_t depth = 0;
  do {
    const char c = peek();
    if (c == '"') {
      if (!skip_string()) return false;
      continue;
    }
    if (at_end()) return false;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    ++at_;
  } while (depth > 0);
  return true;
}

void Scan::skip_scalar() {
  while (!at_end() && text_[at_] != ',' && text_[at_] != ']' && text_[at_] != '}') ++at_;
}

std::optional<std::string_view> Scan::value() {
  const std::size_t begin = at_;
  if (peek() == '"') {
    if (!skip_string()) return std::nullopt;
  } else if (peek() == '{' || peek() == '[') {
    if (!skip_container()) return std::nullopt;
  } else {
    skip_scalar();
  }
  if (at_ == begin) return std::nullopt;
  return text_.substr(begin, at_ - begin);
}

std::optional<std::string_view> Scan::raw_string() {
  const std::size_t begin = at_;
  if (!skip_string()) return std::nullopt;
  return text_.substr(begin + 1, at_ - begin - 2);
}

std::optional<std::string> Scan::string() {
  const auto raw = raw_string();
  if (!raw) return std::nullopt;
  return unescape(*raw);
}

std::optional<Scan> member_of(std::string_view object, std::string_view name) {
  Scan scan(object);
  if (!scan.take('{')) return std::nullopt;
  while (scan.peek() == '"') {
    const auto member = scan.raw_string();
    if (!member || !scan.take(':')) return std::nullopt;
    if (*member == name) return scan;
    if (!scan.value()) return std::nullopt;
    scan.take(',');
  }
  return std::nullopt;
}

std::string unescape(std::string_view raw) {
  if (!raw.contains('\\')) return std::string(raw);
  std::string out;
  out.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] != '\\' || at + 1 == raw.size()) {
      out += raw[at];
    } else if (raw[at + 1] == 'u' && at + 5 < raw.size()) {
      // Canonical text writes only control characters this way: \u00XX.
      out += static_cast<char>(hex_of(raw[at + 4]) << 4 | hex_of(raw[at + 5]));
      at += 5;
    } else {
      out += control_of(raw[++at]);
    }
  }
  return out;
}

}  // namespace baton
