#include "baton/time.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace baton::time_test {
namespace {

using namespace std::chrono_literals;

Time at(std::int64_t seconds, std::int64_t micros = 0) {
  return Time{std::chrono::seconds{seconds} + Duration{micros}};
}

TEST(Time, is_written_with_six_digits_and_z) {
  EXPECT_EQ(to_text(Time{}), "1970-01-01T00:00:00.000000Z");
  EXPECT_EQ(to_text(at(1'731'666'297, 42)), "2024-11-15T10:24:57.000042Z");
  EXPECT_EQ(to_text(at(-1, 999'999)), "1969-12-31T23:59:59.999999Z");
  EXPECT_EQ(to_text(at(951'782'400)), "2000-02-29T00:00:00.000000Z");
}

TEST(Time, is_read_with_any_number_of_fractional_digits_up_to_nine) {
  const Time base = at(1'731'666'297);
  EXPECT_EQ(parse_time("2024-11-15T10:24:57Z"), base);
  EXPECT_EQ(parse_time("2024-11-15T10:24:57.5Z"), base + 500ms);
  EXPECT_EQ(parse_time("2024-11-15T10:24:57.000001Z"), base + 1us);
  EXPECT_EQ(parse_time("2024-11-15T10:24:57.0000019Z"), base + 1us);
  EXPECT_EQ(parse_time("2024-11-15T10:24:57.123456789Z"), base + 123'456us);
}

TEST(Time, is_read_in_either_case_and_with_a_space) {
  EXPECT_EQ(parse_time("2024-11-15t10:24:57z"), at(1'731'666'297));
  EXPECT_EQ(parse_time("2024-11-15 10:24:57Z"), at(1'731'666'297));
}

TEST(Time, takes_offsets_into_account) {
  const Time noon = at(1'731'672'000);
  EXPECT_EQ(parse_time("2024-11-15T12:00:00+00:00"), noon);
  EXPECT_EQ(parse_time("2024-11-15T12:00:00-00:00"), noon);
  EXPECT_EQ(parse_time("2024-11-15T13:30:00+01:30"), noon);
  EXPECT_EQ(parse_time("2024-11-15T04:00:00-08:00"), noon);
  EXPECT_EQ(parse_time("2024-11-16T11:59:00+23:59"), noon);
}

TEST(Time, knows_leap_years) {
  for (const char* text : {"2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2023-12-31T23:59:59Z"}) {
    EXPECT_TRUE(parse_time(text).has_value()) << text;
  }
  for (const char* text : {"2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z"}) {
    EXPECT_FALSE(parse_time(text).has_value()) << text;
  }
}

TEST(Time, refuses_what_is_out_of_range) {
  for (const char* text :
       {"2024-00-15T10:24:57Z", "2024-13-15T10:24:57Z", "2024-11-00T10:24:57Z", "2024-11-32T10:24:57Z",
        "2024-11-15T24:00:00Z", "2024-11-15T10:60:00Z", "2016-12-31T23:59:60Z", "2024-11-15T10:24:57+24:00",
        "2024-11-15T10:24:57+01:60", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"}) {
    EXPECT_FALSE(parse_time(text).has_value()) << text;
  }
}

TEST(Time, refuses_what_is_not_rfc_3339) {
  for (const char* text : {"", "now", "2024-11-15", "2024-11-15T10:24:57", "2024-11-15T10:24Z", "2024-11-15T10:24:57.Z",
                           "2024-11-15T10:24:57.1234567890Z", "2024-11-15T10:24:57+0100", "2024-11-15T10:24:57+01",
                           "20241115T102457Z", "24-11-15T10:24:57Z", "2024-11-15T10:24:57ZZ", " 2024-11-15T10:24:57Z",
                           "2024-11-15T1a:24:57Z", "-024-11-15T10:24:57Z", "1731666297"}) {
    const auto time = parse_time(text);
    ASSERT_FALSE(time.has_value()) << text;
    EXPECT_EQ(time.error().code, Errc::invalid);
    EXPECT_THAT(time.error().detail, testing::HasSubstr("2026-11-15T10:24:57.000000Z"));
  }
}

TEST(Time, comes_back_as_it_was_written) {
  std::mt19937_64 random(7);
  const std::int64_t first = parse_time("0000-01-01T00:00:00Z")->time_since_epoch().count();
  const std::int64_t last = parse_time("9999-12-31T23:59:59.999999Z")->time_since_epoch().count();
  std::uniform_int_distribution<std::int64_t> micros(first, last);
  for (int i = 0; i < 20'000; ++i) {
    const Time time{Duration{micros(random)}};
    ASSERT_EQ(parse_time(to_text(time)), time) << to_text(time);
    ASSERT_EQ(to_text(time).size(), 27u);
  }
}

TEST(ManualClock, moves_only_when_told_to) {
  ManualClock clock;
  const Time start = clock.now();
  EXPECT_EQ(clock.now(), start);
  clock.advance(5s);
  EXPECT_EQ(clock.now(), start + 5s);
  clock.set(start);
  EXPECT_EQ(clock.now(), start);
}

}  // namespace
}  // namespace baton::time_test
