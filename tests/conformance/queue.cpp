#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

NewTask task_at(std::string_view lane, std::uint32_t priority) {
  NewTask wanted = task(lane);
  wanted.priority = priority;
  return wanted;
}

STORE_TEST(Queue, reports_nothing_when_empty) {
  const QueueReport report = must(QueueStats{});
  EXPECT_TRUE(report.lines.empty());
  EXPECT_TRUE(report.paused.empty());
  EXPECT_FALSE(report.all_paused);
  EXPECT_FALSE(report.next);
  EXPECT_TRUE(must(Peek{.lane = Lane::of("work")}).empty());
}

STORE_TEST(Queue, reports_depth_and_oldest_by_lane_and_priority) {
  const Time start = clock.now();
  must(submit({task_at("b", 5), task_at("a", 9)}));
  clock.advance(1s);
  must(submit({task_at("b", 5), task_at("b", 1), task_at("a", 9)}));
  const QueueReport report = must(QueueStats{});
  const std::vector<Line> expected{
      {.lane = Lane::of("a"), .priority = 9, .depth = 2, .oldest = start},
      {.lane = Lane::of("b"), .priority = 1, .depth = 1, .oldest = start + 1s},
      {.lane = Lane::of("b"), .priority = 5, .depth = 2, .oldest = start},
  };
  EXPECT_EQ(report.lines, expected);
}

STORE_TEST(Queue, counts_only_what_waits_in_line) {
  must(agent("a1"));
  NewTask later = task();
  later.run_at = clock.now() + 1h;
  const auto ids = submitted_many(3);
  must(submit(later));
  granted("a1");
  must(Cancel{.task = ids[1]});
  const QueueReport report = must(QueueStats{});
  ASSERT_EQ(report.lines.size(), 1U);
  EXPECT_EQ(report.lines[0].depth, 1U);
}

STORE_TEST(Queue, the_oldest_is_the_first_in_line_after_the_older_are_gone) {
  must(agent("a1"));
  submitted(task());
  clock.advance(3s);
  submitted(task());
  granted("a1");
  EXPECT_EQ(must(QueueStats{}).lines.at(0).oldest, clock.now());
}

STORE_TEST(Queue, stats_are_paged_by_line) {
  must(submit(many(10, [](int i) { return task_at(i < 5 ? "a" : "b", static_cast<std::uint32_t>(i)); })));
  QueueStats request{.limit = 3};
  std::vector<std::uint32_t> seen;
  for (int pages = 0; pages < 10; ++pages) {
    const QueueReport report = must(request);
    EXPECT_LE(report.lines.size(), 3U);
    for (const Line& line : report.lines) seen.push_back(line.priority);
    if (!report.next) break;
    request.after = report.next;
  }
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_REFUSED(invalid, QueueStats{.limit = 0});
  EXPECT_REFUSED(invalid, QueueStats{.limit = 1001});
}

STORE_TEST(Queue, peek_shows_the_order_in_which_tasks_will_be_claimed) {
  const NewTask slow = task_at("work", 900);
  const NewTask middle = task_at("work", 500);
  const NewTask urgent = task_at("work", 0);
  const NewTask second = task_at("work", 500);
  must(submit({slow, middle, urgent, second, task_at("other", 0)}));
  const auto line = must(Peek{.lane = Lane::of("work")});
  ASSERT_EQ(line.size(), 4U);
  must(agent("a1", {"work"}));
  for (const Waiting& each : line) {
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.task.id, each.task);
    EXPECT_EQ(grant.task.priority, each.priority);
    EXPECT_EQ(grant.task.place, each.place);
    must(complete(grant));
  }
  must(submit({task_at("work", 1), task_at("work", 2)}));
  EXPECT_EQ(must(Peek{.lane = Lane::of("work"), .limit = 1}).size(), 1U);
  EXPECT_REFUSED(invalid, Peek{.lane = Lane::of("work"), .limit = 0});
  EXPECT_REFUSED(invalid, Peek{.lane = Lane::of("work"), .limit = 1001});
}

STORE_TEST(Queue, pausing_writes_one_event_if_anything_changed) {
  const Lane lane = Lane::of("a");
  must(SetPaused{.lane = lane});
  must(SetPaused{.lane = lane});
  must(SetPaused{.lane = lane, .paused = false});
  must(SetPaused{.lane = lane, .paused = false});
  must(SetPaused{});
  must(SetPaused{});
  must(SetPaused{.paused = false});
  must(SetPaused{.paused = false});
  using enum EventType;
  EXPECT_EQ(types(), (std::vector{queue_paused, queue_resumed, queue_paused, queue_resumed}));
}

STORE_TEST(Queue, lists_paused_lanes_by_name_even_without_tasks) {
  for (const auto* lane : {"b", "a", "c"}) must(SetPaused{.lane = Lane::of(lane)});
  must(SetPaused{.lane = Lane::of("c"), .paused = false});
  const QueueReport report = must(QueueStats{});
  EXPECT_EQ(report.paused, lanes({"a", "b"}));
  EXPECT_FALSE(report.all_paused);
  must(SetPaused{});
  EXPECT_TRUE(must(QueueStats{}).all_paused);
  EXPECT_EQ(must(QueueStats{}).paused, lanes({"a", "b"}));
}

STORE_TEST(Queue, resuming_all_leaves_a_paused_lane_paused) {
  submitted(task("a"));
  must(agent("a1"));
  must(SetPaused{.lane = Lane::of("a")});
  must(SetPaused{});
  must(SetPaused{.paused = false});
  EXPECT_FALSE(must(claim("a1")));
}

STORE_TEST(Queue, stays_paused_over_a_restart) {
  submitted(task("a"));
  must(agent("a1"));
  must(SetPaused{.lane = Lane::of("a")});
  must(SetPaused{});
  reopen();
  EXPECT_EQ(must(QueueStats{}).paused, lanes({"a"}));
  EXPECT_TRUE(must(QueueStats{}).all_paused);
  EXPECT_FALSE(must(claim("a1")));
}

STORE_TEST(Queue, a_lane_paused_does_not_stop_submitting_or_settling) {
  must(agent("a1"));
  submitted(task("a"));
  const Grant grant = granted("a1");
  must(SetPaused{.lane = Lane::of("a")});
  submitted(task("a"));
  EXPECT_TRUE(must(complete(grant)).counted);
  EXPECT_EQ(must(Peek{.lane = Lane::of("a")}).size(), 1U);
}

}  // namespace
}  // namespace baton::test
