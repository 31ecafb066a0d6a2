#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

constexpr std::string_view secret = "hunter2";

constexpr std::string_view said = R"({"say":"hunter2"})";

Json words() { return json(said); }

/// Tasks that wait for another.
std::vector<NewTask> dependants(std::size_t count, const TaskId& on) {
  std::vector<NewTask> waiting;
  for (std::size_t i = 0; i < count; ++i) {
    waiting.push_back(task());
    waiting.back().depends_on = {on};
  }
  return waiting;
}

/// A store with which nobody may learn the secret any more.
class Purge : public StoreTest {
 protected:
  /// Calls until there is nothing more to do; how often.
  int purge(PurgeTask verb) {
    for (int calls = 1;; ++calls) {
      const Purged purged = must(verb);
      if (!purged.more) {
        EXPECT_TRUE(purged.removed);
        return calls;
      }
      verb.after = purged.after;
    }
  }

  /// A task whose every trace holds the secret: declined, failed, cancelled, and late at last.
  TaskId talkative() {
    NewTask told = task();
    told.payload = told.metadata = words();
    told.idempotency_key = IdempotencyKey::of("key");
    const TaskId id = submitted(told);
    must(agent("ann"));
    must(decline(granted("ann"), said));
    must(fail_it(granted("ann"), said));
    clock.advance(1h);
    sweep_all();
    must(again("ann", 2));
    const Grant last = granted("ann", 2);
    must(progress(last, said));
    must(SetResult{.task = id, .attempt = last.fence.attempt, .value = words(), .ttl = 24h});
    must(Cancel{.task = id, .reason = std::string(secret)});
    must(complete(last, said));
    return id;
  }

  bool knows_the_secret() { return export_text().find(secret) != std::string::npos; }
};

STORE_TEST_WITH(Purge, Purges, a_task_goes_with_all_that_was_said_in_it) {
  const TaskId id = talkative();
  ASSERT_TRUE(knows_the_secret());
  const std::vector<Event> before = events_of(id);
  const Position last = last_position();
  EXPECT_EQ(must(PurgeTask{.task = id}), (Purged{.removed = true}));
  EXPECT_FALSE(knows_the_secret()) << export_text();
  EXPECT_REFUSED(not_found, GetTask{.task = id});
  EXPECT_EQ(must(GetResult{.task = id, .attempt = Attempt{3}}), std::nullopt);
  EXPECT_EQ(types(last), std::vector{EventType::task_purged});

  std::vector<Event> after = events_of(id);
  ASSERT_EQ(after.size(), before.size() + 1);
  after.pop_back();
  EXPECT_EQ(each_of(after, &Event::position), each_of(before, &Event::position)) << "the log stays dense";
  EXPECT_EQ(each_of(after, &Event::type), each_of(before, &Event::type));
  EXPECT_TRUE(has_reason(after[2], "declined")) << "and still tells what happened";
}

STORE_TEST_WITH(Purge, Purges, a_task_that_has_not_ended_is_refused) {
  const TaskId waiting = submitted(task());
  EXPECT_REFUSED(conflict, PurgeTask{.task = waiting});
  must(agent("ann"));
  granted("ann");
  EXPECT_REFUSED(conflict, PurgeTask{.task = waiting});
  must(Cancel{.task = waiting});
  EXPECT_TRUE(must(PurgeTask{.task = waiting}).removed) << "even before its holder has heard of it";
}

STORE_TEST_WITH(Purge, Purges, the_holder_of_a_purged_task_is_freed_by_its_settle) {
  const TaskId id = submitted(task());
  must(agent("ann"));
  const Grant held = granted("ann");
  must(Cancel{.task = id});
  purge({.task = id});
  // One that a broken connection makes the client send twice finds no task the second time.
  const auto settled = call(complete(held));
  if (settled) EXPECT_FALSE(settled->counted);
  if (!settled) EXPECT_EQ(settled.error().code, Errc::not_found);
  EXPECT_EQ(agent_of("ann").state, AgentState::idle);
  EXPECT_EQ(count_of(EventType::task_late_result), 0U);
}

STORE_TEST_WITH(Purge, Purges, its_key_and_its_id_may_be_used_again) {
  NewTask once = task();
  once.idempotency_key = IdempotencyKey::of("once");
  const TaskId id = submitted(once);
  must(Cancel{.task = id});
  purge({.task = id});
  once.payload = json("2");
  EXPECT_TRUE(must(submit(once)).front().created);
  EXPECT_EQ(task_of(id).attempt, Attempt{});
}

STORE_TEST_WITH(Purge, Purges, a_repeat_finds_nothing) {
  const TaskId id = submitted(task());
  must(Cancel{.task = id});
  purge({.task = id});
  const Position last = last_position();
  EXPECT_EQ(must(PurgeTask{.task = id}), Purged{});
  EXPECT_EQ(must(PurgeThread{.thread = ThreadId::of("none")}), Purged{});
  EXPECT_EQ(must(PurgeCorrelation{.id = CorrelationId::of("none")}), Purged{});
  EXPECT_EQ(last_position(), last) << "and is no event";
}

STORE_TEST_WITH(Purge, Purges, a_call_goes_through_as_much_of_the_log_as_its_limit_says) {
  const TaskId id = talkative();
  const auto there = static_cast<int>(events().size());
  EXPECT_EQ(purge({.task = id, .limit = 3}), there / 3 + 1);
  EXPECT_FALSE(knows_the_secret());
}

STORE_TEST_WITH(Purge, Purges, a_task_that_is_retried_between_two_calls_stays) {
  const TaskId id = talkative();
  EXPECT_TRUE(must(PurgeTask{.task = id, .limit = 1}).more);
  must(Retry{.task = id});
  EXPECT_REFUSED(conflict, PurgeTask{.task = id, .after = last_position()});
  EXPECT_EQ(status_of(id), TaskStatus::pending);
}

STORE_TEST_WITH(Purge, Purges, dead_letters_lose_the_words_as_well) {
  must(PutGroup{.group = GroupName::of("g"), .visibility = 1s, .max_deliveries = 1});
  const TaskId id = talkative();
  must(read_group("g"));
  clock.advance(2s);
  sweep_all();
  must(Sweep{.keep_events = 0, .max_events = 1});
  must(Redrive{.group = GroupName::of("g"), .limit = 2});
  ASSERT_TRUE(knows_the_secret());
  EXPECT_GT(purge({.task = id, .limit = 2}), 2);
  EXPECT_FALSE(knows_the_secret()) << export_text();
}

STORE_TEST_WITH(Purge, Purges, dependants_hear_of_the_end_before_the_task_goes) {
  const TaskId first = submitted(task());
  const std::vector<NewTask> waiting = dependants(250, first);
  must(Submit{.tasks = waiting});
  must(Cancel{.task = first});
  EXPECT_TRUE(must(PurgeTask{.task = first}).more);
  purge({.task = first});
  for (const NewTask& told : waiting) EXPECT_EQ(status_of(told.id), TaskStatus::cancelled);
}

STORE_TEST_WITH(Purge, Purges, a_dependant_that_goes_first_leaves_nothing_to_tell) {
  const TaskId first = submitted(task());
  const std::vector<NewTask> waiting = dependants(101, first);
  must(Submit{.tasks = waiting});
  must(Cancel{.task = waiting.back().id});
  must(Cancel{.task = first});
  purge({.task = waiting.back().id});
  EXPECT_EQ(sweep().dependants_resolved, 0U);
  purge({.task = first});
}

STORE_TEST_WITH(Purge, Purges, results_go_within_the_limit_of_a_call) {
  const TaskId id = new_task_id();
  for (std::uint64_t attempt = 1; attempt <= 5; ++attempt) {
    must(SetResult{.task = id, .attempt = Attempt{attempt}, .value = words()});
  }
  must(SetResult{.task = new_task_id(), .attempt = Attempt{1}, .value = json("1")});
  PurgeTask verb{.task = id, .limit = 2};
  for (Purged purged{.more = true}; purged.more; verb.after = purged.after) purged = must(verb);
  EXPECT_FALSE(knows_the_secret());
  EXPECT_NE(export_text().find("results"), std::string::npos) << "another task's stays";
}

STORE_TEST_WITH(Purge, Purges, a_thread_goes_with_its_messages) {
  must(thread("t", R"({"topic":"hunter2"})"));
  must(thread("u"));
  for (int i = 0; i < 5; ++i) must(append("t", R"("hunter2")"));
  must(append("u"));
  const Position last = last_position();
  EXPECT_EQ(must(PurgeThread{.thread = ThreadId::of("t"), .limit = 2}), (Purged{.more = true}));
  EXPECT_EQ(must(GetThread{.thread = ThreadId::of("t")}).messages, 3U) << "the latest go first";
  EXPECT_EQ(must(messages("t")).items.back().number, 3U);
  EXPECT_TRUE(must(PurgeThread{.thread = ThreadId::of("t"), .limit = 3}).removed);
  EXPECT_REFUSED(not_found, GetThread{.thread = ThreadId::of("t")});
  EXPECT_FALSE(knows_the_secret());
  EXPECT_EQ(must(GetThread{.thread = ThreadId::of("u")}).messages, 1U);
  EXPECT_EQ(types(last), std::vector{EventType::thread_purged});
  must(thread("t"));
  EXPECT_EQ(must(append("t")).number, 1U) << "a new thread of that name starts anew";
}

STORE_TEST_WITH(Purge, Purges, a_message_may_be_appended_again_once_it_is_purged) {
  must(thread("t"));
  must(append("t"));
  const Append twice = append("t", "1");
  must(twice);
  must(PurgeThread{.thread = ThreadId::of("t"), .limit = 1});
  EXPECT_EQ(must(twice).number, 2U);
  EXPECT_EQ(must(messages("t")).items.size(), 2U);
}

STORE_TEST_WITH(Purge, Purges, a_correlation_goes_in_whatever_state_with_its_signals) {
  const auto id = CorrelationId::of("c");
  OpenCorrelation open{.id = id, .expected = {SignalName::of("risk"), SignalName::of("news")}};
  open.document = words();
  open.ttl = 1h;
  must(open);
  must(Signal{.id = id, .name = SignalName::of("risk"), .body = words()});
  const Position last = last_position();
  EXPECT_EQ(must(PurgeCorrelation{.id = id}), (Purged{.removed = true}));
  EXPECT_REFUSED(not_found, GetCorrelation{.id = id});
  EXPECT_FALSE(knows_the_secret());
  EXPECT_EQ(types(last), std::vector{EventType::correlation_purged});
  must(open);
  clock.advance(2h);
  EXPECT_TRUE(must(PurgeCorrelation{.id = id}).removed) << "an expired one, too";
  EXPECT_EQ(sweep().correlations_expired, 0U);
}

STORE_TEST_WITH(Purge, Purges, what_was_purged_is_gone_after_a_restart_and_in_a_copy) {
  const TaskId id = talkative();
  purge({.task = id});
  reopen();
  EXPECT_FALSE(knows_the_secret());
  const std::string text = frozen_text();
  const auto copy = another_store();
  Import import;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    import.rows.push_back(text.substr(at, text.find('\n', at) - at));
  }
  test::must(**copy, Freeze{});
  test::must(**copy, import);
  test::must(**copy, import);
  EXPECT_EQ(test::export_text(**copy), text);
  must(Freeze{});
  must(import);
  EXPECT_EQ(export_text(), text) << "also where it came from";
}

}  // namespace
}  // namespace baton::test
