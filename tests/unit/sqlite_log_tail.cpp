#include "backend/sqlite/log_tail.hpp"

#include <gtest/gtest.h>

#include "sqlite_bench.hpp"

namespace baton::test::sqlite_log_tail_test {
namespace {

using sqlite::Counters;
using sqlite::LogChange;
using sqlite::LogTail;

constexpr Time noon{std::chrono::hours{12}};

Counters counters(std::uint64_t position, std::uint64_t step) {
  Counters at;
  at.position = Position{position};
  at.step = step;
  at.now = noon;
  return at;
}

Event event(std::uint64_t position, std::size_t bytes = 2) {
  Event made{.position = Position{position},
             .at = noon,
             .type = EventType::task_created,
             .task = {},
             .agent = {},
             .payload = Json::string(std::string(bytes, 'x'))};
  if (position % 2 == 0) made.type = EventType::task_completed;
  return made;
}

LogChange appended(std::uint64_t from, std::uint64_t to) {
  LogChange change;
  for (std::uint64_t position = from; position <= to; ++position) change.appended.push_back(event(position));
  return change;
}

LogPage page_of(const std::optional<Answer>& answer) { return std::get<LogPage>(*answer->outcome); }

std::optional<Answer> read(LogTail& tail, std::uint64_t after, std::uint32_t limit = 100) {
  return tail.answer(ReadLog{.after = Position{after}, .limit = limit}, noon);
}

TEST(SqliteLogTail, answers_from_where_it_began_and_not_before) {
  LogTail tail(counters(10, 7), Position{3});
  tail.follow(appended(11, 13), counters(13, 8));
  EXPECT_FALSE(read(tail, 9));
  const auto answer = read(tail, 10);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->stamp.step, 8U);
  const LogPage page = page_of(answer);
  EXPECT_EQ(
      page,
      (LogPage{.events = appended(11, 13).appended, .first = Position{3}, .last = Position{13}, .next = Position{13}}));
}

TEST(SqliteLogTail, says_at_its_end_that_there_is_nothing) {
  LogTail tail(counters(10, 7), Position{3});
  const LogPage page = page_of(read(tail, 10));
  EXPECT_TRUE(page.events.empty());
  EXPECT_EQ(page.next, Position{10});
  EXPECT_EQ(page_of(read(tail, 25)).next, Position{25});
}

TEST(SqliteLogTail, gives_what_is_asked_for_and_says_how_far_it_looked) {
  LogTail tail(counters(0, 0), Position{});
  tail.follow(appended(1, 6), counters(6, 1));
  const auto answer = tail.answer(ReadLog{.types = {EventType::task_completed}, .limit = 2}, noon);
  EXPECT_EQ(page_of(answer),
            (LogPage{.events = {event(2), event(4)}, .first = Position{1}, .last = Position{6}, .next = Position{4}}));
}

TEST(SqliteLogTail, leaves_it_to_the_file_while_somebody_has_seen_more_there) {
  LogTail tail(counters(10, 7), Position{3});
  tail.note_seen(8);
  tail.note_seen(5);
  EXPECT_FALSE(read(tail, 10));
  tail.follow(appended(11, 11), counters(11, 8));
  EXPECT_EQ(page_of(read(tail, 10)).events.size(), 1U);
}

TEST(SqliteLogTail, forgets_what_may_say_something_else_now) {
  LogTail tail(counters(0, 0), Position{});
  tail.follow(appended(1, 4), counters(4, 1));
  tail.follow({.appended = {event(5)}, .rewritten = true}, counters(5, 2));
  EXPECT_FALSE(read(tail, 3));
  EXPECT_FALSE(read(tail, 4));
  tail.follow(appended(6, 6), counters(6, 3));
  EXPECT_EQ(page_of(read(tail, 5)).events, appended(6, 6).appended);
}

TEST(SqliteLogTail, begins_where_the_log_does) {
  LogTail tail(counters(0, 0), Position{});
  tail.follow(appended(1, 4), counters(4, 1));
  tail.follow({.begins = Position{3}}, counters(4, 2));
  EXPECT_FALSE(read(tail, 0));
  EXPECT_EQ(
      page_of(read(tail, 2)),
      (LogPage{.events = appended(3, 4).appended, .first = Position{3}, .last = Position{4}, .next = Position{4}}));
  tail.follow({.begins = Position{}}, counters(4, 3));
  EXPECT_FALSE(read(tail, 2));
  EXPECT_EQ(page_of(read(tail, 4)).first, Position{});
  tail.follow(appended(5, 5), counters(5, 4));
  EXPECT_EQ(page_of(read(tail, 4)).first, Position{5});
}

TEST(SqliteLogTail, keeps_only_so_much) {
  LogTail tail(counters(0, 0), Position{});
  tail.follow(appended(1, 5000), counters(5000, 1));
  EXPECT_FALSE(read(tail, 0));
  EXPECT_EQ(page_of(read(tail, 4000, 1000)).events.size(), 1000U);
  LogChange large;
  for (std::uint64_t position = 5001; position <= 5003; ++position) large.appended.push_back(event(position, 600'000));
  tail.follow(std::move(large), counters(5003, 2));
  EXPECT_FALSE(read(tail, 5001));
  EXPECT_EQ(page_of(read(tail, 5002)).events.size(), 1U);
}

TEST(SqliteLogTail, is_silent_when_the_store_is_closed) {
  LogTail tail(counters(0, 0), Position{});
  tail.close();
  EXPECT_FALSE(read(tail, 0));
}

using SqliteLog = SqliteFile;

TEST_F(SqliteLog, is_told_the_same_from_memory_and_from_the_file) {
  call(agent("a1"));
  for (int i = 0; i < 20; ++i) call(submit("work"));
  const ReadLog all{.limit = 1000};
  const LogPage young = call(all);
  EXPECT_EQ(young.events.size(), 21U);
  close();
  EXPECT_EQ(call(all), young);
  call(submit("work"));
  EXPECT_EQ(call(all).events.size(), 22U);
}

}  // namespace
}  // namespace baton::test::sqlite_log_tail_test
