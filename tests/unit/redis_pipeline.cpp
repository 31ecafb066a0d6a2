#include <gtest/gtest.h>

#include "backend/redis/pipeline.hpp"

namespace baton::test::redis_pipeline_test {
namespace {

using namespace std::chrono_literals;
using redis::Errand;
using redis::Pipeline;
using redis::Repeat;
using redis::Request;
using redis::RequestPtr;
using redis::Requests;
using redis::TimePoint;

constexpr auto reply_timeout = 100ms;
constexpr auto patience = 1000ms;
constexpr TimePoint start{};

class Kept final : public Request {
 public:
  using Request::Request;
  void finish(Result<redis::Value> /*reply*/) override {}
};

RequestPtr request(Errand errand, TimePoint now = start) {
  return std::make_unique<Kept>(std::move(errand), redis::Limits{now + patience, now + patience + reply_timeout});
}

RequestPtr ping(const std::string& word, Repeat repeat = Repeat::never, TimePoint now = start) {
  return request({.arguments = {word}, .repeat = repeat}, now);
}

std::string words(const Requests& requests) {
  std::string all;
  for (const RequestPtr& one : requests) all += (all.empty() ? "" : " ") + (one ? one->errand.arguments.front() : "-");
  return all;
}

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

class RedisPipeline : public ::testing::Test {
 protected:
  void send_all() { pipeline_.sent(pipeline_.unsent().size()); }
  std::string waiting() { return words(pipeline_.take_waiting()); }

  Pipeline pipeline_{reply_timeout, patience};
};

TEST_F(RedisPipeline, sends_what_waited_in_the_order_it_came) {
  pipeline_.add(ping("a"), start);
  pipeline_.add(ping("b"), start);
  EXPECT_EQ(pipeline_.unsent(), "");
  pipeline_.open(start);
  pipeline_.add(ping("c"), start);
  EXPECT_EQ(pipeline_.unsent(), "*1\r\n$1\r\na\r\n*1\r\n$1\r\nb\r\n*1\r\n$1\r\nc\r\n");
  EXPECT_EQ(words(pipeline_.answered(2)), "a b");
  EXPECT_EQ(words(pipeline_.answered(2)), "c") << "more replies than requests";
}

TEST_F(RedisPipeline, loses_only_what_was_sent_whole_and_must_not_be_repeated) {
  pipeline_.open(start);
  pipeline_.add(ping("a"), start);
  pipeline_.add(ping("b", Repeat::safe), start);
  send_all();
  pipeline_.add(ping("c"), start);
  pipeline_.sent(pipeline_.unsent().size() - 1);
  pipeline_.add(ping("d"), start);
  pipeline_.add(ping("e", Repeat::safe), start);
  EXPECT_EQ(words(pipeline_.end(start)), "a");
  EXPECT_EQ(pipeline_.under_way(), 0U);
  EXPECT_EQ(pipeline_.unsent(), "");
  EXPECT_EQ(waiting(), "b c d e");
}

TEST_F(RedisPipeline, counts_bytes_given_away_as_sent) {
  pipeline_.open(start);
  pipeline_.add(ping("a"), start);
  EXPECT_EQ(pipeline_.take_unsent({}), "*1\r\n$1\r\na\r\n");
  pipeline_.add(ping("b"), start);
  EXPECT_EQ(words(pipeline_.end(start)), "a");
  EXPECT_EQ(waiting(), "b");
}

TEST_F(RedisPipeline, puts_what_is_sent_again_before_what_came_later) {
  pipeline_.open(start);
  pipeline_.add(ping("a", Repeat::safe), start);
  send_all();
  pipeline_.retire();
  pipeline_.add(ping("b"), start);
  EXPECT_EQ(words(pipeline_.end(start)), "");
  EXPECT_EQ(waiting(), "a b");
}

TEST_F(RedisPipeline, takes_no_more_when_it_retires) {
  pipeline_.open(start);
  pipeline_.add(ping("a"), start);
  send_all();
  pipeline_.retire();
  pipeline_.add(ping("b"), start);
  EXPECT_EQ(pipeline_.unsent(), "");
  EXPECT_EQ(words(pipeline_.answered(1)), "a");
  EXPECT_EQ(waiting(), "b");
}

TEST_F(RedisPipeline, sends_the_text_of_a_script_once) {
  const redis::Script script{.name = "s", .text = "return 1", .digest = "abc"};
  const Errand errand{.script = &script, .key = "k", .arguments = {"x"}};
  pipeline_.open(start);
  pipeline_.add(request(errand), start);
  EXPECT_EQ(pipeline_.unsent(), "*5\r\n$4\r\nEVAL\r\n$8\r\nreturn 1\r\n$1\r\n1\r\n$1\r\nk\r\n$1\r\nx\r\n");
  send_all();
  pipeline_.add(request(errand), start);
  EXPECT_EQ(pipeline_.unsent(), "*5\r\n$7\r\nEVALSHA\r\n$3\r\nabc\r\n$1\r\n1\r\n$1\r\nk\r\n$1\r\nx\r\n");
  pipeline_.add_with_text(request(errand), start);
  EXPECT_EQ(count_of(pipeline_.unsent(), "EVAL\r\n"), 1U);
  pipeline_.end(start);
  pipeline_.open(start);
  EXPECT_EQ(count_of(pipeline_.unsent(), "EVAL\r\n"), 0U) << pipeline_.unsent();
  EXPECT_EQ(count_of(pipeline_.unsent(), "EVALSHA\r\n"), 2U) << pipeline_.unsent();
}

TEST_F(RedisPipeline, ends_a_wait_when_its_patience_is_over) {
  pipeline_.add(ping("a"), start);
  pipeline_.add(ping("b", Repeat::never, start + 10ms), start + 10ms);
  EXPECT_EQ(words(pipeline_.out_of_patience(start + patience - 1ms)), "");
  EXPECT_EQ(words(pipeline_.out_of_patience(start + patience)), "a");
  EXPECT_EQ(waiting(), "b");
}

TEST_F(RedisPipeline, waits_again_after_a_break_but_never_beyond_its_end) {
  pipeline_.open(start);
  pipeline_.add(ping("a", Repeat::safe), start);
  send_all();
  EXPECT_EQ(words(pipeline_.end(start + reply_timeout)), "");
  EXPECT_EQ(words(pipeline_.out_of_patience(start + patience)), "");
  pipeline_.open(start + patience);
  send_all();
  EXPECT_EQ(words(pipeline_.out_of_time(start + patience)), "");
  EXPECT_EQ(words(pipeline_.out_of_time(start + patience + reply_timeout)), "a");
  EXPECT_EQ(words(pipeline_.answered(1)), "-") << "its reply goes to nobody";
}

TEST_F(RedisPipeline, is_stalled_when_the_oldest_reply_is_overdue) {
  pipeline_.open(start);
  EXPECT_FALSE(pipeline_.is_stalled(start + 1h));
  pipeline_.add(ping("a"), start);
  pipeline_.add(ping("b"), start + 50ms);
  EXPECT_FALSE(pipeline_.is_stalled(start + reply_timeout - 1ms));
  EXPECT_TRUE(pipeline_.is_stalled(start + reply_timeout));
  pipeline_.answered(1);
  EXPECT_FALSE(pipeline_.is_stalled(start + reply_timeout));
}

}  // namespace
}  // namespace baton::test::redis_pipeline_test
