#include <gtest/gtest.h>

#include "backend/redis/message_pack.hpp"
#include "backend/redis/pack.hpp"
#include "unit/packed.hpp"
#include "unit/valid_verbs.hpp"

namespace baton::redis::message_pack_test {
namespace {

TEST(MessagePack, reads_back_integers_of_every_size) {
  for (const std::int64_t value :
       {0L, 1L, 127L, 128L, 255L, 256L, 65'535L, 65'536L, 1L << 40, 1L << 53, -1L, -32L, -33L}) {
    const std::string text = test::packed<Packer>([value](Packer& out) { out.integer(value); });
    EXPECT_EQ(Unpacker(text).integer(), value);
  }
}

TEST(MessagePack, reads_back_texts_of_every_size) {
  for (const std::size_t size : {0UL, 31UL, 32UL, 255UL, 65'535UL, 65'536UL, 1'000'000UL}) {
    const std::string value(size, 'x');
    const std::string text = test::packed<Packer>([&value](Packer& out) { out.text(value); });
    EXPECT_EQ(Unpacker(text).text(), value);
  }
}

TEST(MessagePack, reads_what_scripts_write) {
  EXPECT_EQ(Unpacker(std::string_view("\xca\x3f\x80\x00\x00", 5)).integer(), 1);
  EXPECT_EQ(Unpacker(std::string_view("\xcb\x40\x45\x00\x00\x00\x00\x00\x00", 9)).integer(), 42);
  EXPECT_EQ(Unpacker("\xd0\x80").integer(), -128);
  EXPECT_EQ(Unpacker("\xcc\xff").integer(), 255);
}

TEST(MessagePack, stays_broken_after_the_first_surprise) {
  Unpacker in("\x92\x01\xa1");
  EXPECT_EQ(in.array(), 2U);
  in.skip();
  EXPECT_TRUE(in.is_broken());
  EXPECT_EQ(in.integer(), 0);
  EXPECT_EQ(in.text(), "");
}

TEST(MessagePack, believes_no_size_that_cannot_be) {
  EXPECT_TRUE(Unpacker(std::string_view("\xdd\x6a\x79\x00\x7e\x01", 6)).is_broken());
  EXPECT_TRUE(Unpacker(std::string_view("\xdf\x6a\x79\x00\x7e\x01", 6)).is_broken());
}

TEST(MessagePack, of_another_script_ends_a_verb_as_corrupt) {
  const Ending ending = unpack(Verb(GetAgent{.agent = AgentId::of("a")}), "\x01");
  ASSERT_FALSE(ending.outcome.has_value());
  EXPECT_EQ(ending.outcome.error().code, Errc::corrupt);
}

}  // namespace
}  // namespace baton::redis::message_pack_test
