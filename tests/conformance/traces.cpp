#include <set>

#include "core/event_words.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

constexpr std::string_view parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

NewTask traced(std::string_view kind = "work") {
  NewTask made = task(kind);
  made.traceparent = parent;
  return made;
}

/// Everything that may happen to tasks, so that each event they can have is in the log.
class Trace : public StoreTest {
 protected:
  void live_through(NewTask (*made)(std::string_view)) {
    must(agent("ann"));
    hand_around(made("work"));
    lose(made("work"));
    give_up(made("work"));
    wait_for_others(made);
    NewTask overdue = made("work");
    overdue.deadline = clock.now() + 1h;
    must(submit(std::move(overdue)));
    clock.advance(1h);
    sweep_all();
  }

  /// Pushed, released, declined, edited, failed, due again, completed.
  void hand_around(NewTask made) {
    const TaskId id = submitted(std::move(made));
    must(push("ann"));
    must(release(granted("ann")));
    must(Edit{.task = id, .priority = 1});
    must(decline(granted("ann")));
    must(fail_it(granted("ann")));
    clock.advance(1h);
    sweep_all();
    must(again("ann"));
    Settle last = complete(granted("ann", 2));
    last.next = NextClaim{.claim_id = ClaimId::of("nothing-left")};
    must(last);
  }

  /// Dead of its holders, who settle it all the same; retried, and cancelled under the next.
  void lose(NewTask made) {
    const TaskId id = submitted(std::move(made));
    Grant lost;
    for (int start = 3; start < 6; ++start) {
      must(again("ann", start));
      lost = granted("ann", start);
      crash("ann");
    }
    EXPECT_REFUSED(stale_fence, complete(lost));
    must(Retry{.task = id});
    must(again("ann", 6));
    const Grant held = granted("ann", 6);
    must(Cancel{.task = id});
    must(complete(held));
  }

  void give_up(NewTask made) {
    made.max_attempts = 1;
    must(submit(std::move(made)));
    must(agent("bob"));
    must(fail_it(granted("bob")));
  }

  /// Unblocked, cancelled with what it waits for, and at once because that has been cancelled already.
  void wait_for_others(NewTask (*made)(std::string_view)) {
    const TaskId done = submitted(made("first"));
    const TaskId gone = submitted(made("second"));
    for (const TaskId& on : {done, gone}) must(submit(after(made("third"), on)));
    must(Cancel{.task = gone});
    must(submit(after(made("third"), gone)));
    must(agent("cid", {"first", "third"}));
    must(complete(granted("cid")));
    must(complete(granted("cid")));
  }

  static NewTask after(NewTask made, const TaskId& on) {
    made.depends_on = {on};
    return made;
  }

  std::vector<Event> task_events() {
    auto all = events();
    std::erase_if(all, [](const Event& event) { return !event.task; });
    return all;
  }
};

STORE_TEST_WITH(Trace, Traces, every_event_of_a_task_tells_its_trace) {
  live_through(traced);
  std::set<EventType> told;
  for (const Event& event : task_events()) {
    told.insert(event.type);
    EXPECT_EQ(word_of(event, "traceparent"), parent) << to_text(event.type) << " " << event.payload.text();
  }
  using enum EventType;
  EXPECT_EQ(told, (std::set{task_created, task_assigned, task_completed, task_failed, task_retrying, task_requeued,
                            task_dead, task_cancelled, task_edited, task_late_result}));
}

STORE_TEST_WITH(Trace, Traces, a_task_without_one_says_nothing_of_it) {
  live_through(task);
  for (const Event& event : task_events()) {
    EXPECT_FALSE(event.payload.text().contains("traceparent")) << event.payload.text();
  }
}

STORE_TEST_WITH(Trace, Traces, it_stands_before_what_people_and_agents_wrote) {
  const TaskId id = submitted(traced());
  must(agent("ann"));
  must(decline(granted("ann"), R"("no")"));
  const Grant held = granted("ann");
  must(Cancel{.task = id, .reason = "enough"});
  must(complete(held, "7"));
  const std::string trace = R"("traceparent":")" + std::string(parent) + '"';
  const auto payloads = each_of(events_of(id), [](const Event& event) { return event.payload.text(); });
  const std::vector<std::string> told{
      R"({"kind":"work","lane":"work","priority":500,"status":"pending",)" + trace + "}",
      R"({"attempt":1,)" + trace + R"(,"pushed":false})",
      R"({"attempt":1,)" + trace + R"(,"lane":"work","reason":"declined","why":"no"})",
      R"({"attempt":2,)" + trace + R"(,"pushed":false})",
      R"({"attempt":2,)" + trace + R"(,"error":{"reason":"enough"}})",
      R"({"attempt":2,)" + trace + R"(,"result":7})",
  };
  EXPECT_EQ(payloads, told);
}

STORE_TEST_WITH(Trace, Traces, whoever_comes_together_keeps_each_his_own) {
  constexpr int callers = 16;
  const auto trace_of = [](int i) { return i % 2 == 0 ? std::string(parent) : std::string(); };
  must(submit("work"));
  for (int i = 0; i < callers; ++i) must(agent("a" + std::to_string(i), {"work"}));
  must(complete(granted("a0")));
  race(callers, [&](int i) {
    NewTask made = task();
    made.traceparent = trace_of(i);
    return must(submit(std::move(made))).size();
  });
  race(callers, [&](int i) {
    const Grant grant = granted("a" + std::to_string(i));
    return must(complete(grant)).counted ? 1 : 0;
  });
  for (const Event& event : task_events()) {
    const std::string kept = task_of(*event.task).traceparent;
    EXPECT_EQ(word_of(event, "traceparent").value_or(""), kept) << event.payload.text();
  }
}

STORE_TEST_WITH(Trace, Traces, a_purge_leaves_it_where_it_was_told_and_tells_it_no_more) {
  const TaskId id = submitted(traced());
  must(Cancel{.task = id, .reason = "enough"});
  must(PurgeTask{.task = id});
  const std::vector<Event> left = events_of(id);
  ASSERT_EQ(left.size(), 3U);
  EXPECT_EQ(left[1].payload.text(), R"({"attempt":0,"traceparent":")" + std::string(parent) + R"("})");
  EXPECT_EQ(left[2].payload.text(), "{}");
}

}  // namespace
}  // namespace baton::test
