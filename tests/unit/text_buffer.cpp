#include "core/text_buffer.hpp"

#include <gtest/gtest.h>

namespace baton {
namespace {

TEST(TextBuffer, keeps_every_byte_while_it_grows) {
  TextBuffer out;
  std::string expected;
  for (int i = 0; i < 5000; ++i) {
    const std::string piece = std::to_string(i * i);
    out.put(piece);
    out.put(',');
    expected += piece + ',';
    ASSERT_EQ(out.size(), expected.size());
  }
  EXPECT_EQ(out.view(), expected);
  EXPECT_EQ(out.str(), expected);
}

TEST(TextBuffer, takes_a_piece_that_is_longer_than_everything_before) {
  TextBuffer out;
  out.put('[');
  const std::string huge(100'000, 'x');
  out.put(huge);
  EXPECT_EQ(out.str(), "[" + huge);
}

TEST(TextBuffer, room_that_was_asked_for_and_not_written_is_no_text) {
  TextBuffer out;
  EXPECT_TRUE(out.empty());
  char* at = out.room(3000);
  *at = 'a';
  out.wrote_until(at + 1);
  out.put("b");
  out.back() = 'c';
  EXPECT_EQ(out.str(), "ac");
}

TEST(TextBuffer, hands_its_text_over_with_room_for_the_end_of_a_line) {
  TextBuffer out;
  out.put(std::string(100, 'x'));
  EXPECT_GT(out.str().capacity(), 100U);
}

TEST(TextBuffer, nothing_may_be_put) {
  TextBuffer out;
  out.put(std::string_view{});
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace baton
