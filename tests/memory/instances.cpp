#include <gmock/gmock.h>

#include "memory/memory_fixture.hpp"

// Several instances on one store, and what the dead leave behind.

namespace baton::test {
namespace {

MEMORY_TEST(MemoryInstances, of_five_that_try_at_once_one_decides) {
  {
    const auto first = instance();
    ASSERT_TRUE(first->await((*first)->open(joint_work("c", {"a"}))));
    ASSERT_TRUE(first->signal(signal("c", "a")));
  }
  const auto answers = race(5, [&](int) -> int {
    const auto memory = instance();
    return memory->decide("c").value_or(false) ? 1 : 0;
  });
  EXPECT_EQ(std::ranges::count(answers, 1), 1);
  EXPECT_EQ(changes_to("completed"), 1U);
  EXPECT_EQ(decisions().size(), 1U);
}

MEMORY_TEST(MemoryInstances, what_the_dead_decided_stands) {
  const auto dying = std::make_shared<Interposed>(store().store().port());
  const auto one = instance_on(Store(dying), {.instance = "one"});
  ASSERT_TRUE(one->await((*one)->open(joint_work("c", {"a"}))));
  ASSERT_TRUE(one->signal(signal("c", "a")));
  // It writes its decision down, and is gone before it tells the correlation, its lock included.
  dying->refuse = [](const Verb& verb) -> std::optional<Error> {
    const auto* advance = std::get_if<Advance>(&verb);
    const bool last = std::holds_alternative<ReleaseLock>(verb) ||
                      (advance != nullptr && advance->event == CorrelationEvent::complete);
    return last ? std::optional(Error{.code = Errc::unavailable, .detail = "gone"}) : std::nullopt;
  };
  EXPECT_FALSE(one->decide("c"));
  EXPECT_EQ(kept("c").status, CorrelationStatus::orchestrating);
  const Json decided = decisions().at(0).body;

  const auto other = instance({.instance = "other"});
  EXPECT_EQ(other->decide("c"), false) << "the lock is still held";
  clock.advance(31s);
  sweep_all();
  EXPECT_EQ(other->decide("c"), true);
  EXPECT_EQ(kept("c").status, CorrelationStatus::completed);
  ASSERT_EQ(decisions().size(), 1U);
  EXPECT_EQ(decisions().front().body, decided);
  EXPECT_EQ(at(decided, "/decided_by"), R"("one")");
}

MEMORY_TEST(MemoryInstances, what_others_left_is_found) {
  const auto before = instance();
  for (const char* id : {"c", "d", "e"}) {
    ASSERT_TRUE(before->await((*before)->open(joint_work(id, {"a"}))));
    ASSERT_TRUE(before->signal(signal(id, "a")));
  }
  ASSERT_EQ(before->decide("d"), true);
  reopen();
  const auto after = instance();
  if (!backend().restarts) return;
  EXPECT_EQ(after->await((*after)->recover()), 2U);
}

MEMORY_TEST(MemoryInstances, a_hot_copy_is_not_kept_beyond_what_others_changed) {
  const auto one = instance();
  const auto other = instance();
  const CorrelationId id = CorrelationId::of("c");
  ASSERT_TRUE(one->await((*one)->open(joint_work("c", {"a", "b"}))));
  ASSERT_TRUE(one->signal(signal("c", "a")));
  one->listen();
  EXPECT_EQ(one->await((*one)->read(id)).value()->signals.size(), 1U);
  EXPECT_EQ((*one)->counts().hot_hits, 1U) << "what it wrote itself is hot";
  ASSERT_TRUE(other->signal(signal("c", "b")));
  one->listen();
  EXPECT_EQ(one->await((*one)->read(id)).value()->signals.size(), 2U);
  EXPECT_EQ((*one)->counts().hot_misses, 1U);
}

MEMORY_TEST(MemoryInstances, runs_until_it_is_stopped_and_decides_what_becomes_ready) {
  std::stop_source stop;
  std::jthread running([store = store().store(), token = stop.get_token(), clock = clock_] {
    Loop loop;
    MemoryOptions options;
    options.clock = clock;
    loop.await([](Store on, MemoryOptions with, std::stop_token until) -> awaitable<bool> {
      co_await correlate(std::move(on), std::move(with), std::move(until));
      co_return true;
    }(store, options, token));
  });
  must(joint_work("c", {"a"}));
  must(signal("c", "a", R"({"analysis":{}})"));
  for (Position seen = last_position(); kept("c").status != CorrelationStatus::completed; seen = last_position()) {
    ASSERT_TRUE(store().wait(seen, 10s));
  }
  stop.request_stop();
  running.join();
  EXPECT_EQ(must(ListRecords{.kind = RecordKind::of("metric")}).items.size(), 1U) << "its counters are kept at its end";
}

}  // namespace
}  // namespace baton::test
