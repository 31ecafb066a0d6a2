#include "engine/event_feed.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "baton/open.hpp"
#include "engine/event_reader.hpp"
#include "support/still_loop.hpp"

// Readers of the log, and what they are told of what is heard, missed, or too much.

namespace baton::test {

namespace {

constexpr std::size_t small_buffer = 2000;
constexpr std::size_t small_page = 500;

class EventFeedTest : public ::testing::Test {
 protected:
  using Positions = std::vector<std::uint64_t>;

  EventFeedTest() { loop_.start(feed_->run(stop_.get_token())); }
  void TearDown() override {
    stop_.request_stop();
    left_.request_stop();
    loop_.settle();
  }

  template <class T>
  T await(awaitable<T> work) {
    return loop_.await(std::move(work));
  }
  void submit(int tasks, const std::string& kind = "work") {
    for (int i = 0; i < tasks; ++i) {
      Submit one;
      one.tasks.push_back({.id = TaskId::make(), .kind = KindName::of(kind)});
      ASSERT_TRUE(await(store_.call(std::move(one))));
    }
  }
  /// Tells the feed what the log says since the last time; `gap`: as if some of it were gone.
  void hear(bool gap = false) {
    auto page = await(store_.call(ReadLog{.after = heard_, .limit = 1000}));
    heard_ = page->last;
    feed_->hear({.events = gap ? std::vector<Event>{} : std::move(page->events), .gap = gap, .upto = heard_});
    loop_.settle();
  }
  std::unique_ptr<EventReader> open(std::optional<Position> after = {}, EventFilter filter = {}) {
    auto reader = await(feed_->open(std::move(filter), after, {.left = left_.get_token()}));
    EXPECT_TRUE(reader);
    return *std::move(reader);
  }
  /// What there is now, and nothing if there is nothing.
  Portion next(EventReader& reader) { return await(reader.next(Bell::Clock::now())); }
  static Positions positions(const Portion& portion) {
    Positions found;
    for (const auto& event : portion.events) found.push_back(event->event().position.value);
    return found;
  }

  StillLoop loop_;
  Store store_ = *open_store("memory:");
  std::stop_source stop_;
  std::stop_source left_;
  std::shared_ptr<EventFeed> feed_ =
      std::make_shared<EventFeed>(loop_.get_executor(), store_,
                                  EventFeedOptions{.pace = {}, .buffer_bytes = small_buffer, .page_bytes = small_page});
  Position heard_;
};

}  // namespace

TEST_F(EventFeedTest, what_is_heard_is_shared_by_all_who_read) {
  hear(true);
  const auto one = open();
  const auto two = open();
  submit(2);
  hear();
  const auto told = next(*one);
  EXPECT_EQ(positions(told), (Positions{1, 2}));
  EXPECT_EQ(told.upto, Position{2});
  EXPECT_EQ(next(*two).events, told.events) << "the very same objects";
  EXPECT_TRUE(next(*one).events.empty());
}

TEST_F(EventFeedTest, what_was_read_from_the_store_is_not_told_again_when_it_is_heard) {
  submit(1);
  hear(true);
  submit(2);
  const auto reader = open(Position{});
  EXPECT_EQ(positions(next(*reader)), (Positions{1, 2, 3}));
  hear();
  submit(1);
  hear();
  EXPECT_EQ(positions(next(*reader)), (Positions{4}));
}

TEST_F(EventFeedTest, what_nobody_heard_is_read_from_the_store) {
  hear(true);
  const auto reader = open();
  submit(2);
  hear();
  submit(2);
  hear(true);
  submit(1);
  hear();
  EXPECT_EQ(positions(next(*reader)), (Positions{1, 2}));
  EXPECT_EQ(positions(next(*reader)), (Positions{3, 4, 5}));
}

TEST_F(EventFeedTest, a_reader_that_comes_before_the_first_news_misses_nothing) {
  const auto reader = open();
  submit(1);
  hear(true);
  submit(1);
  hear();
  EXPECT_EQ(positions(next(*reader)), (Positions{1, 2}));
}

TEST_F(EventFeedTest, a_position_moves_on_past_what_is_not_wanted) {
  hear(true);
  const auto reader = open({}, {.types = *parse_event_pattern("lock.*")});
  submit(5);
  hear();
  const auto told = next(*reader);
  EXPECT_TRUE(told.events.empty());
  EXPECT_EQ(told.upto, Position{5});
}

TEST_F(EventFeedTest, who_takes_nothing_is_cut_off_and_told_where_it_was) {
  hear(true);
  const auto reader = open();
  submit(2);
  hear();
  EXPECT_EQ(positions(next(*reader)), (Positions{1, 2}));
  submit(1);
  hear();
  submit(50);
  hear();
  const auto told = next(*reader);
  EXPECT_EQ(told.then, Portion::Then::overrun);
  EXPECT_TRUE(told.events.empty());
  EXPECT_EQ(told.upto, Position{2});
  EXPECT_EQ(feed_->overruns(), 1U);
}

TEST_F(EventFeedTest, who_took_all_there_was_is_not_cut_off_by_what_comes_at_once) {
  hear(true);
  const auto reader = open();
  submit(50);
  hear();
  submit(1);
  hear();
  Positions found;
  while (found.size() < 51) {
    const auto told = next(*reader);
    ASSERT_EQ(told.then, Portion::Then::more);
    ASSERT_FALSE(told.events.empty());
    for (const auto at : positions(told)) found.push_back(at);
  }
  for (std::uint64_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i + 1);
  EXPECT_EQ(feed_->overruns(), 0U);
  submit(1);
  hear();
  EXPECT_EQ(positions(next(*reader)), (Positions{52})) << "it is told what is new again";
}

TEST_F(EventFeedTest, what_is_read_from_the_store_comes_in_pages_that_a_reader_may_hold) {
  submit(60);
  hear(true);
  const auto reader = open(Position{});
  std::uint64_t seen = 0;
  while (seen < 60) {
    const auto told = next(*reader);
    ASSERT_FALSE(told.events.empty());
    std::size_t bytes = 0;
    for (const auto& event : told.events) {
      EXPECT_EQ(event->event().position.value, ++seen);
      bytes += event->event().payload.text().size();
    }
    EXPECT_LE(bytes, small_page);
    EXPECT_EQ(told.upto, Position{seen});
  }
  submit(1);
  hear();
  EXPECT_EQ(positions(next(*reader)), (Positions{61}));
}

TEST_F(EventFeedTest, an_event_that_is_larger_than_a_page_comes_alone) {
  submit(3, std::string(small_page, 'x'));
  hear(true);
  const auto reader = open(Position{});
  for (const std::uint64_t position : {1U, 2U, 3U}) EXPECT_EQ(positions(next(*reader)), (Positions{position}));
}

TEST_F(EventFeedTest, however_many_come_at_once_all_are_told_everything) {
  submit(40);
  hear(true);
  std::vector<std::unique_ptr<EventReader>> readers;
  std::vector<std::optional<Portion>> told(20);
  for (auto& portion : told) {
    readers.push_back(open(Position{}));
    loop_.start(readers.back()->next(Bell::Clock::now() + std::chrono::hours{1}), &portion);
  }
  for (const auto& portion : told) {
    ASSERT_TRUE(portion);
    EXPECT_EQ(positions(*portion).front(), 1U);
  }
}

TEST_F(EventFeedTest, ends_when_its_peer_has_left) {
  const auto reader = open();
  left_.request_stop();
  EXPECT_EQ(next(*reader).then, Portion::Then::end);
}

TEST_F(EventFeedTest, refuses_a_position_that_the_log_does_not_reach) {
  const auto reader = await(feed_->open({}, Position{7}, {}));
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, Errc::invalid);
}

}  // namespace baton::test
