#include "core/digest.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/scan.hpp"

namespace baton {
namespace {

void append_sorted(std::string& out, std::string_view text);

void append_sorted_array(std::string& out, Scan scan) {
  scan.take('[');
  out += '[';
  while (const auto item = scan.value()) {
    append_sorted(out, *item);
    if (scan.take(',')) out += ',';
  }
  out += ']';
}

void append_sorted_object(std::string& out, Scan scan) {
  std::vector<std::pair<std::string_view, std::string_view>> members;
  scan.take('{');
  while (const auto name = scan.raw_string()) {
    scan.take(':');
    members.emplace_back(*name, scan.value().value_or("null"));
    scan.take(',');
  }
  std::ranges::sort(members);
  out += '{';
  for (const auto& [name, value] : members) {
    if (out.back() != '{') out += ',';
    out.append(1, '"').append(name).append("\":");
    append_sorted(out, value);
  }
  out += '}';
}

// Recursion is bounded by the depth of a JSON value.
void append_sorted(std::string& out, std::string_view text) {
  if (text.starts_with('{')) return append_sorted_object(out, Scan(text));
  if (text.starts_with('[')) return append_sorted_array(out, Scan(text));
  out += text;
}

}  // namespace

std::string digest(std::string_view text) {
  constexpr char hex[] = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash;
  if (EVP_Digest(text.data(), text.size(), hash.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available");
  }
  std::string out;
  for (std::size_t i = 0; i < 16; ++i) {
    out += hex[hash[i] >> 4];
    out += hex[hash[i] & 15];
  }
  return out;
}

std::string sorted_text(const Json& json) {
  std::string out;
  out.reserve(json.text().size());
  append_sorted(out, json.text());
  return out;
}

}  // namespace baton
