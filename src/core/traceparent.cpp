#include "core/traceparent.hpp"

#include <algorithm>

namespace baton {
namespace {

bool is_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_set_hex(std::string_view text) { return is_hex(text) && text.find_first_not_of('0') != std::string_view::npos; }

}  // namespace

bool is_traceparent(std::string_view text) {
  return text.size() == 55 && text.starts_with("00-") && text[35] == '-' && text[52] == '-' &&
         is_set_hex(text.substr(3, 32)) && is_set_hex(text.substr(36, 16)) && is_hex(text.substr(53));
}

}  // namespace baton
