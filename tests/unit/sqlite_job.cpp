#include "backend/sqlite/job.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <vector>

namespace baton::sqlite {
namespace {

namespace asio = boost::asio;

using Told = std::vector<std::uint64_t>;

/// Asks, and notes what it is told: the number of the step.
asio::awaitable<void> ask_and_note(Inbox* inbox, Told* told) {
  const Answer answer = co_await ask(*inbox, Verb(QueueStats{}));
  told->push_back(answer.stamp.step);
}

asio::awaitable<void> ask_and_throw(Inbox* inbox) {
  co_await ask(*inbox, Verb(QueueStats{}));
  throw std::runtime_error("what the caller makes of its answer");
}

void rethrow(const std::exception_ptr& error) {
  if (error) std::rethrow_exception(error);
}

/// The answers to as many questions: their numbers, from 1 on.
std::vector<Answer> numbered(std::size_t count) {
  std::vector<Answer> answers;
  for (std::size_t i = 1; i <= count; ++i)
    answers.push_back({.outcome = Reply(Done{}), .stamp = {.step = i, .now = {}}});
  return answers;
}

void answer_all(Inbox& inbox) {
  Jobs jobs = inbox.take(100);
  auto answers = numbered(jobs.size());
  finish(std::move(jobs), std::move(answers));
}

TEST(SqliteJob, callers_of_one_loop_are_told_in_the_order_they_came_each_its_own_answer) {
  Inbox inbox;
  asio::io_context loop;
  Told told;
  for (int i = 0; i < 5; ++i) asio::co_spawn(loop, ask_and_note(&inbox, &told), rethrow);
  loop.poll();
  answer_all(inbox);
  loop.run();
  EXPECT_EQ(told, (Told{1, 2, 3, 4, 5}));
}

TEST(SqliteJob, callers_of_several_loops_and_strands_are_told_each_on_its_own) {
  Inbox inbox;
  asio::io_context one;
  asio::io_context other;
  const auto strand = asio::make_strand(other);
  Told by_one;
  Told by_other;
  Told by_strand;
  for (int i = 0; i < 2; ++i) {
    for (int twice = 0; twice < 2; ++twice) asio::co_spawn(one, ask_and_note(&inbox, &by_one), rethrow);
    one.poll();
    asio::co_spawn(other, ask_and_note(&inbox, &by_other), rethrow);
    other.poll();
    asio::co_spawn(strand, ask_and_note(&inbox, &by_strand), rethrow);
    other.poll();
  }
  answer_all(inbox);
  EXPECT_TRUE(by_one.empty() && by_other.empty()) << "nobody is told on the thread of the answer";
  other.run();
  EXPECT_TRUE(by_one.empty());
  EXPECT_EQ(by_other, (Told{3, 7}));
  EXPECT_EQ(by_strand, (Told{4, 8}));
  one.run();
  EXPECT_EQ(by_one, (Told{1, 2, 5, 6}));
}

TEST(SqliteJob, what_one_caller_throws_at_its_loop_is_not_for_those_behind_it) {
  Inbox inbox;
  asio::io_context loop;
  Told told;
  asio::co_spawn(loop, ask_and_note(&inbox, &told), rethrow);
  asio::co_spawn(loop, ask_and_throw(&inbox), rethrow);
  asio::co_spawn(loop, ask_and_note(&inbox, &told), rethrow);
  asio::co_spawn(loop, ask_and_throw(&inbox), rethrow);
  loop.poll();
  answer_all(inbox);
  EXPECT_THROW(loop.run(), std::exception);
  loop.run();
  EXPECT_EQ(told, (Told{1, 3}));
}

TEST(SqliteJob, a_loop_may_go_with_the_last_answer) {
  Inbox inbox;
  Told told;
  {
    asio::io_context loop;
    const auto strand = asio::make_strand(loop);
    for (int i = 0; i < 3; ++i) asio::co_spawn(strand, ask_and_note(&inbox, &told), rethrow);
    loop.poll();
    EXPECT_FALSE(loop.stopped()) << "who waits for an answer keeps the loop busy";
    answer_all(inbox);
    loop.run();
  }
  EXPECT_EQ(told.size(), 3U);
}

TEST(SqliteJob, who_asks_a_closed_store_is_told_so) {
  Inbox inbox;
  inbox.close();
  asio::io_context loop;
  Result<Reply> outcome;
  asio::co_spawn(
      loop,
      [](Inbox* asked, Result<Reply>* into) -> asio::awaitable<void> {
        Answer answer = co_await ask(*asked, Verb(QueueStats{}));
        *into = std::move(answer.outcome);
      }(&inbox, &outcome),
      rethrow);
  loop.run();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, Errc::unavailable);
}

}  // namespace
}  // namespace baton::sqlite
