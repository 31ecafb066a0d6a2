#include <gtest/gtest.h>

#include "backend/postgres/pipeline.hpp"

namespace baton::test::postgres_pipeline_test {
namespace {

using namespace std::chrono_literals;
using postgres::Batch;
using postgres::Errand;
using postgres::Line;
using postgres::Pipeline;
using postgres::Queue;
using postgres::Request;
using postgres::RequestPtr;
using postgres::Requests;
using postgres::Table;
using postgres::TimePoint;

constexpr auto patience = 1000ms;
constexpr auto beat_interval = 50ms;
constexpr TimePoint start{};

/// Keeps its outcome where the test sees it.
class Kept final : public Request {
 public:
  Kept(Errand wanted, postgres::Limits limits, std::vector<std::string>* outcomes)
      : Request(std::move(wanted), limits), outcomes_(outcomes) {}
  void finish(Result<Table> reply) override {
    outcomes_->push_back(reply ? reply->front().front().value_or("null") : std::string(to_text(reply.error().code)));
  }

 private:
  std::vector<std::string>* outcomes_;
};

class PostgresPipeline : public ::testing::Test {
 protected:
  RequestPtr item(Line line, std::string argument, TimePoint now = start) {
    return std::make_unique<Kept>(Errand{.line = line, .row = {"verb", std::move(argument)}},
                                  postgres::Limits{now + patience, now + patience}, &outcomes_);
  }
  RequestPtr call(TimePoint now = start) {
    return std::make_unique<Kept>(Errand{.row = {"verb", "call"}}, postgres::Limits{now + patience, now + patience},
                                  &outcomes_);
  }
  void add(Line line, const std::string& words) {
    for (const char word : words) pipeline_.add(item(line, std::string(1, word)));
  }
  static std::string words(const Requests& requests) {
    std::string all;
    for (const RequestPtr& one : requests) all += one->errand.row[1];
    return all;
  }
  /// What goes next: the kind, and the arguments.
  std::string next(TimePoint now = start) {
    auto batch = pipeline_.next(now);
    if (!batch) return "nothing";
    static constexpr std::array names{"write ", "read ", "beat ", ""};
    const std::string all = names[static_cast<std::size_t>(batch->queue)] + words(batch->requests);
    under_way_.push_back(*std::move(batch));
    return all;
  }

  void ended(Queue queue) { pipeline_.ended(queue, 1, start, 0ms); }

  std::vector<std::string> outcomes_;
  std::deque<Batch> under_way_;
  Pipeline pipeline_{4, beat_interval};
};

TEST_F(PostgresPipeline, sends_a_lone_item_at_once_and_gathers_while_it_is_under_way) {
  EXPECT_EQ(next(), "nothing");
  add(Line::write, "a");
  EXPECT_EQ(next(), "write a");
  add(Line::write, "bc");
  EXPECT_EQ(next(), "nothing");
  ended(Queue::write);
  EXPECT_EQ(next(), "write bc");
}

TEST_F(PostgresPipeline, lets_a_large_batch_of_writes_wait_at_the_server) {
  add(Line::write, "a");
  EXPECT_EQ(next(), "write a");
  add(Line::write, std::string(127, 'x'));
  EXPECT_EQ(next(), "nothing");
  add(Line::write, "x");
  EXPECT_EQ(next(), "write " + std::string(128, 'x'));
  add(Line::write, std::string(128, 'y'));
  EXPECT_EQ(next(), "nothing") << "one is carried out, one waits";
}

TEST_F(PostgresPipeline, waits_a_little_for_those_who_were_just_answered_together) {
  add(Line::write, "abcd");
  EXPECT_EQ(next(), "write abcd");
  add(Line::write, "e");
  const TimePoint end = start + 8ms;
  pipeline_.ended(Queue::write, 4, end, 800us);
  EXPECT_EQ(pipeline_.next_release(end), end + 100us);
  add(Line::write, "abc");
  EXPECT_EQ(next(end + 99us), "nothing");
  add(Line::write, "d");
  EXPECT_EQ(next(end + 99us), "write eabcd") << "all are there";
  pipeline_.ended(Queue::write, 5, end, 800us);
  add(Line::write, "a");
  EXPECT_EQ(next(end + 99us), "nothing");
  EXPECT_EQ(next(end + 100us), "write a") << "the others did not come in time";
  EXPECT_EQ(pipeline_.next_release(end + 100us), std::nullopt);
  ended(Queue::write);
  add(Line::write, "a");
  EXPECT_EQ(next(), "write a") << "a lone one never waits";
}

TEST_F(PostgresPipeline, keeps_a_connection_for_reading_however_small_the_pool) {
  Pipeline small(2, beat_interval);
  small.add(item(Line::write, "a"));
  ASSERT_TRUE(small.next(start));
  small.add(item(Line::write, "b"));
  EXPECT_FALSE(small.next(start));
  small.add(item(Line::read, "c"));
  EXPECT_EQ(small.next(start)->queue, Queue::read);
}

TEST_F(PostgresPipeline, keeps_connections_for_writing_however_much_is_read) {
  add(Line::read, "a");
  EXPECT_EQ(next(), "read a");
  add(Line::read, "b");
  EXPECT_EQ(next(), "read b");
  add(Line::read, "cd");
  EXPECT_EQ(next(), "nothing");
  add(Line::write, "w");
  EXPECT_EQ(next(), "write w");
  ended(Queue::read);
  EXPECT_EQ(next(), "read cd");
}

TEST_F(PostgresPipeline, gives_everybody_but_the_writers_their_turn) {
  add(Line::read, "a");
  pipeline_.add(call());
  add(Line::beat, "b");
  EXPECT_EQ(next(), "beat b");
  EXPECT_EQ(next(), "call");
  EXPECT_EQ(next(), "nothing");
  pipeline_.add(call());
  ended(Queue::call);
  EXPECT_EQ(next(), "read a");
}

TEST_F(PostgresPipeline, sends_beats_once_an_interval) {
  add(Line::beat, "a");
  EXPECT_EQ(next(), "beat a");
  EXPECT_EQ(pipeline_.next_release(start), std::nullopt);
  ended(Queue::beat);
  add(Line::beat, "bc");
  EXPECT_EQ(next(start + beat_interval - 1ms), "nothing");
  EXPECT_EQ(pipeline_.next_release(start), start + beat_interval);
  EXPECT_EQ(next(start + beat_interval), "beat bc");
}

TEST_F(PostgresPipeline, sends_no_beats_before_the_last_were_answered) {
  add(Line::beat, "a");
  EXPECT_EQ(next(), "beat a");
  add(Line::beat, "b");
  EXPECT_EQ(next(start + 1h), "nothing");
}

TEST_F(PostgresPipeline, sends_what_must_go_alone_by_itself_and_in_its_order) {
  add(Line::write, "abc");
  auto batch = *pipeline_.next(start);
  ended(batch.queue);
  add(Line::write, "de");
  for (const auto& request : batch.requests) request->alone = true;
  pipeline_.add_first(std::move(batch.requests));
  for (const char* expected : {"write a", "write b", "write c", "write de"}) {
    EXPECT_EQ(next(), expected);
    ended(Queue::write);
  }
}

TEST_F(PostgresPipeline, bounds_a_batch) {
  for (int i = 0; i < 300; ++i) pipeline_.add(item(Line::write, "x"));
  EXPECT_EQ(pipeline_.next(start)->requests.size(), 256U);
  ended(Queue::write);
  EXPECT_EQ(pipeline_.next(start)->requests.size(), 44U);
  for (int i = 0; i < 5; ++i) pipeline_.add(item(Line::read, std::string(std::size_t{3} << 20U, 'x')));
  pipeline_.add(item(Line::read, std::string(std::size_t{9} << 20U, 'x')));
  EXPECT_EQ(pipeline_.next(start)->requests.size(), 2U);
  EXPECT_EQ(pipeline_.next(start)->requests.size(), 2U);
  ended(Queue::read);
  EXPECT_EQ(pipeline_.next(start)->requests.size(), 1U);
  ended(Queue::read);
  EXPECT_EQ(pipeline_.next(start)->requests.size(), 1U) << "what is too large goes, but alone";
}

TEST_F(PostgresPipeline, ends_a_wait_when_its_patience_is_over) {
  pipeline_.add(item(Line::write, "a"));
  pipeline_.add(item(Line::read, "b"));
  pipeline_.add(item(Line::write, "c", start + 10ms));
  EXPECT_EQ(words(pipeline_.out_of_patience(start + patience - 1ms)), "");
  EXPECT_EQ(words(pipeline_.out_of_patience(start + patience)), "ab");
  EXPECT_EQ(words(pipeline_.take_waiting()), "c");
}

TEST_F(PostgresPipeline, binds_the_columns_of_the_rows_as_arrays) {
  Requests requests;
  requests.push_back(item(Line::write, "ab"));
  requests.push_back(item(Line::write, std::string("\0", 1)));
  const auto arrays = arrays_of(requests, 3);
  ASSERT_EQ(arrays.size(), 3U);
  const std::string header("\0\0\0\1\0\0\0\0\0\0\0\x19\0\0\0\2\0\0\0\1", 20);
  EXPECT_EQ(arrays[0], header + std::string("\0\0\0\4verb\0\0\0\4verb", 16));
  EXPECT_EQ(arrays[1], header + std::string("\0\0\0\2ab\0\0\0\1\0", 11));
  EXPECT_EQ(arrays[2], header + std::string(8, '\0'));
}

TEST_F(PostgresPipeline, hands_each_its_row) {
  add(Line::write, "ab");
  hand_out(*pipeline_.next(start), {{"1"}, {"2"}});
  EXPECT_EQ(outcomes_, (std::vector<std::string>{"1", "2"}));
}

TEST_F(PostgresPipeline, takes_no_row_for_anothers) {
  add(Line::write, "ab");
  hand_out(*pipeline_.next(start), {{"1"}});
  EXPECT_EQ(outcomes_, (std::vector<std::string>{"corrupt", "corrupt"}));
}

}  // namespace
}  // namespace baton::test::postgres_pipeline_test
