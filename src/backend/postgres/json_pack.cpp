#include "backend/postgres/json_pack.hpp"

#include <charconv>
#include <optional>

#include "core/scan.hpp"
#include "core/writer.hpp"

namespace baton::postgres {

void Packer::next() {
  while (!open_.empty()) {
    Open& top = open_.back();
    --top.left;
    if (top.left > 0) {
      out_ += top.is_map && top.left % 2 == 1 ? ':' : ',';
      return;
    }
    out_ += top.close;
    open_.pop_back();
  }
}

void Packer::open(char begin, char close, std::size_t size, bool is_map) {
  out_ += begin;
  if (size > 0) {
    open_.push_back({.left = size, .close = close, .is_map = is_map});
    return;
  }
  out_ += close;
  next();
}

void Packer::nil() {
  out_ += "null";
  next();
}

void Packer::boolean(bool value) {
  out_ += value ? "true" : "false";
  next();
}

void Packer::integer(std::int64_t value) {
  out_ += std::to_string(value);
  next();
}

void Packer::text(std::string_view value) {
  append_string(out_, value);
  next();
}

Unpacker::Unpacker(std::string_view text) {
  if (!read(text)) fail();
}

void Unpacker::fail() {
  broken_ = true;
  tokens_.clear();
  at_ = 0;
}

const Unpacker::Token& Unpacker::here() const {
  static const Token nothing;
  return at_ < tokens_.size() ? tokens_[at_] : nothing;
}

const Unpacker::Token& Unpacker::take(Kind kind) {
  if (here().kind != kind) fail();
  const Token& token = here();
  if (!broken_) ++at_;
  return token;
}

void Unpacker::skip() {
  std::size_t left = 1;
  for (; left > 0 && at_ < tokens_.size(); ++at_) left += tokens_[at_].size - 1;
}

bool Unpacker::read_string(std::string_view& rest) {
  Scan scan(rest);
  const auto raw = scan.raw_string();
  if (!raw) return false;
  rest.remove_prefix(raw->size() + 2);
  Token token{.kind = Kind::text, .text = *raw};
  if (raw->contains('\\')) token.text = unescaped_.emplace_back(unescape(*raw));
  tokens_.push_back(token);
  return true;
}

bool Unpacker::read_scalar(std::string_view& rest) {
  const std::string_view word = rest.substr(0, rest.find_first_of(",]} \n"));
  rest.remove_prefix(word.size());
  Token token;
  if (word == "true" || word == "false") {
    token.kind = Kind::boolean;
    token.integer = word == "true" ? 1 : 0;
  } else if (word != "null") {
    token.kind = Kind::integer;
    const char* const end = word.data() + word.size();
    if (word.empty() || std::from_chars(word.data(), end, token.integer) != std::from_chars_result{end, std::errc{}}) {
      return false;
    }
  }
  tokens_.push_back(token);
  return true;
}

bool Unpacker::read(std::string_view rest) {
  std::vector<std::size_t> open;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n,:"), rest.size()));
    if (rest.empty()) return open.empty() && !tokens_.empty();
    const char c = rest.front();
    if (c == ']' || c == '}') {
      if (open.empty()) return false;
      open.pop_back();
      rest.remove_prefix(1);
      continue;
    }
    if (open.empty() && !tokens_.empty()) return false;
    if (!open.empty()) ++tokens_[open.back()].size;
    if (c == '[' || c == '{') {
      open.push_back(tokens_.size());
      tokens_.push_back({.kind = c == '[' ? Kind::array : Kind::map});
      rest.remove_prefix(1);
    } else if (!(c == '"' ? read_string(rest) : read_scalar(rest))) {
      return false;
    }
  }
}

}  // namespace baton::postgres
