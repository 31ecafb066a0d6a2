#include "core/plain_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace baton {
namespace {

bool is_plain(char c) { return c >= 0x20 && c != '"' && c != '\\'; }

std::size_t first_special(const std::string& text, std::size_t at) {
  const auto from = text.begin() + static_cast<std::ptrdiff_t>(at);
  return static_cast<std::size_t>(std::find_if_not(from, text.end(), &is_plain) - text.begin());
}

void compare_from_everywhere(const std::string& text) {
  for (std::size_t at = 0; at <= text.size(); ++at) {
    ASSERT_EQ(end_of_plain(text, at), first_special(text, at)) << "from " << at << " in a text of " << text.size();
  }
}

TEST(PlainText, ends_at_the_first_byte_that_is_not_plain_whatever_byte_it_is_and_wherever_it_stands) {
  for (std::size_t size = 0; size <= 26; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, '#');
        text[place] = static_cast<char>(byte);
        compare_from_everywhere(text);
      }
    }
    compare_from_everywhere(std::string(size, '#'));
  }
}

TEST(PlainText, is_not_misled_by_a_special_byte_before_where_it_begins) {
  // Each of these is one more than a special byte: the first to be taken for one when something is carried over.
  for (const char special : {'"', '\\', '\x1f', '\0'}) {
    for (const char next : {'#', ']', ' ', '!'}) {
      for (std::size_t size = 2; size <= 26; ++size) {
        for (std::size_t place = 0; place + 1 < size; ++place) {
          std::string text(size, next);
          text[place] = special;
          compare_from_everywhere(text);
        }
      }
    }
  }
}

}  // namespace
}  // namespace baton
