#include <atomic>
#include <thread>

#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum EventType;

STORE_TEST(Log, a_reader_at_the_end_is_told_to_go_on_from_there_also_when_nothing_is_left) {
  submitted_many(3);
  must(Sweep{.keep_events = 0});
  const LogPage page = must(ReadLog{});
  EXPECT_TRUE(page.events.empty());
  EXPECT_EQ(page.next, page.last);
  EXPECT_EQ(must(ReadLog{.after = Position{100}}).next, Position{100});
}

STORE_TEST(Log, is_empty_at_first) {
  const LogPage page = must(ReadLog{});
  EXPECT_TRUE(page.events.empty());
  EXPECT_EQ(page.first, Position{});
  EXPECT_EQ(page.last, Position{});
}

STORE_TEST(Log, positions_are_dense_from_one) {
  must(agent("a1"));
  submitted_many(5);
  must(complete(granted("a1")));
  const auto log = events();
  ASSERT_EQ(log.size(), 8U);
  for (std::size_t i = 0; i < log.size(); ++i) EXPECT_EQ(log[i].position, Position{i + 1});
  const LogPage page = must(ReadLog{});
  EXPECT_EQ(page.first, Position{1});
  EXPECT_EQ(page.last, Position{8});
  EXPECT_EQ(page.next, Position{8});
}

STORE_TEST(Log, is_read_after_a_position_in_pages) {
  submitted_many(25);
  ReadLog request{.limit = 10};
  std::vector<Position> seen;
  for (int pages = 0; pages < 3; ++pages) {
    const LogPage page = must(request);
    for (const Event& event : page.events) seen.push_back(event.position);
    request.after = page.next;
  }
  ASSERT_EQ(seen.size(), 25U);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], Position{i + 1});
  EXPECT_TRUE(must(request).events.empty());
  EXPECT_EQ(must(request).next, Position{25});
}

STORE_TEST(Log, reading_past_the_end_waits_there) {
  submitted(task());
  const LogPage page = must(ReadLog{.after = Position{1}});
  EXPECT_TRUE(page.events.empty());
  EXPECT_EQ(page.next, Position{1});
  submitted(task());
  EXPECT_EQ(must(ReadLog{.after = page.next}).events.size(), 1U);
}

STORE_TEST(Log, matches_all_that_is_set) {
  must(agent("a1"));
  must(agent("a2"));
  const auto ids = submitted_many(2);
  must(complete(granted("a1")));
  must(fail_it(granted("a2")));
  const auto found = [&](const ReadLog& request) { return each_of(must(request).events, &Event::type); };
  EXPECT_EQ(found({.task = ids[0]}), (std::vector{task_created, task_assigned, task_completed}));
  EXPECT_EQ(found({.agent = agent_id("a2")}), (std::vector{agent_registered, task_assigned, task_retrying}));
  EXPECT_EQ(found({.types = {task_created, agent_registered}}),
            (std::vector{agent_registered, agent_registered, task_created, task_created}));
  EXPECT_EQ(found({.types = {task_assigned}, .task = ids[1], .agent = agent_id("a2")}), (std::vector{task_assigned}));
  EXPECT_TRUE(found({.task = ids[0], .agent = agent_id("a2")}).empty());
}

STORE_TEST(Log, a_filtered_read_examines_1000_events_a_call_and_goes_on) {
  submitted_many(2500);
  must(agent("a1"));
  ReadLog request{.types = {agent_registered}};
  int calls = 0;
  std::vector<Event> found;
  while (found.empty() && calls < 10) {
    const LogPage page = must(request);
    EXPECT_LE(page.next.value - request.after.value, 1000U);
    found = page.events;
    request.after = page.next;
    ++calls;
  }
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].position, Position{2501});
  EXPECT_EQ(calls, 3);
}

STORE_TEST(Log, takes_a_limit_of_1_to_1000) {
  EXPECT_REFUSED(invalid, ReadLog{.limit = 0});
  EXPECT_REFUSED(invalid, ReadLog{.limit = 1001});
  submitted_many(1000);
  EXPECT_EQ(must(ReadLog{.limit = 1000}).events.size(), 1000U);
}

STORE_TEST(Log, no_event_ever_appears_behind_a_position_that_a_reader_has_passed) {
  std::atomic<bool> writing{true};
  std::vector<std::jthread> writers;
  writers.reserve(6);
  for (int i = 0; i < 6; ++i) {
    writers.emplace_back([&] {
      for (int n = 0; n < 25; ++n) call(submit({task(), task()})).value();
    });
  }
  std::jthread stopper([&] {
    writers.clear();
    writing = false;
  });
  Position passed{};
  for (bool more = true; more;) {
    more = writing;
    const LogPage page = must(ReadLog{.after = passed});
    for (const Event& event : page.events) {
      ASSERT_EQ(event.position, passed.next()) << "a reader that follows the log misses nothing";
      passed = event.position;
    }
    more = more || passed < page.last;
  }
  EXPECT_EQ(passed, Position{300});
}

STORE_TEST(Log, goes_on_at_the_next_position_after_a_restart) {
  submitted_many(3);
  const auto before = events();
  reopen();
  EXPECT_EQ(events(), before);
  submitted(task());
  EXPECT_EQ(last_position(), Position{4});
}

STORE_TEST(Log, keeps_the_time_of_each_event) {
  submitted(task());
  const Time first = clock.now();
  clock.advance(3s);
  submitted(task());
  const auto log = events();
  EXPECT_EQ(log.at(0).at, first);
  EXPECT_EQ(log.at(1).at, first + 3s);
}

STORE_TEST(Log, waiting_ends_at_once_when_the_log_is_already_past) {
  submitted(task());
  EXPECT_TRUE(store().wait(Position{0}, 1h).value());
}

STORE_TEST(Log, waiting_ends_without_an_event_when_the_time_is_over) {
  submitted(task());
  EXPECT_FALSE(store().wait(Position{1}, 1ms).value());
}

STORE_TEST(Log, waiting_ends_with_the_event_that_passes_the_position) {
  const auto answers = race(5, [&](int i) -> int {
    if (i == 0) return call(submit("work")) ? 1 : 0;
    while (!store().wait(Position{0}, 1h).value() || call(Health{}).value().last == Position{0}) {
    }
    return 1;
  });
  EXPECT_EQ(std::ranges::count(answers, 1), 5);
}

STORE_TEST(Log, refusals_leave_no_event) {
  must(agent("a1"));
  const auto before = events();
  EXPECT_REFUSED(not_found, Cancel{.task = new_task_id()});
  EXPECT_REFUSED(not_found, append("no thread"));
  EXPECT_REFUSED(stale_fence, beat("a1", 9));
  EXPECT_REFUSED(conflict, transition("a1", AgentState::working, AgentEvent::drain));
  EXPECT_REFUSED(not_found, signal("none", "x"));
  EXPECT_EQ(events(), before);
}

}  // namespace
}  // namespace baton::test
