#include "core/event_words.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum TaskStatus;

STORE_TEST(Submitting, makes_a_pending_task_with_everything_it_was_given) {
  NewTask wanted = task("build");
  wanted.lane = Lane::of("linux");
  wanted.thread = ThreadId::of("thread 1");
  wanted.priority = 7;
  wanted.payload = json(R"({"repo":"x"})");
  wanted.max_attempts = 9;
  wanted.deadline = clock.now() + 1h;
  wanted.idempotency_key = IdempotencyKey::of("key 1");
  wanted.traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  wanted.metadata = json(R"({"team":"core"})");
  const auto answers = must(submit(wanted));
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0], (Submitted{.id = wanted.id, .status = pending, .created = true}));
  const Task made = task_of(wanted.id);
  EXPECT_EQ(made.kind, wanted.kind);
  EXPECT_EQ(made.lane, *wanted.lane);
  EXPECT_EQ(made.thread, wanted.thread);
  EXPECT_EQ(made.priority, 7U);
  EXPECT_EQ(made.payload, wanted.payload);
  EXPECT_EQ(made.max_attempts, 9U);
  EXPECT_EQ(made.deadline, wanted.deadline);
  EXPECT_EQ(made.idempotency_key, wanted.idempotency_key);
  EXPECT_EQ(made.traceparent, wanted.traceparent);
  EXPECT_EQ(made.metadata, wanted.metadata);
  const auto log = must(ReadLog{.task = wanted.id});
  EXPECT_EQ(word_of(log.events.at(0), "traceparent"), wanted.traceparent) << "the event is part of the trace";
}

STORE_TEST(Submitting, tells_of_the_trace_and_takes_a_repeat_in_another_span_for_the_same) {
  NewTask traced = task("build");
  traced.idempotency_key = IdempotencyKey::of("key 1");
  traced.traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  must(submit(traced));
  EXPECT_TRUE(events().back().payload.text().ends_with(
      R"("status":"pending","traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"})"))
      << events().back().payload.text();
  NewTask again = traced;
  again.traceparent = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
  EXPECT_FALSE(must(submit(again))[0].created);
  NewTask later = task("build");
  later.run_at = clock.now() + 1h;
  later.traceparent = traced.traceparent;
  must(submit(later));
  EXPECT_TRUE(events().back().payload.text().contains(R"("status":"scheduled","traceparent":"00-0af7)"));
  must(submit(task("build")));
  EXPECT_FALSE(events().back().payload.text().contains("traceparent"));
}

STORE_TEST(Submitting, leaves_what_was_not_given_at_its_default) {
  const Task made = task_of(submitted(task("build")));
  EXPECT_EQ(word_of(must(ReadLog{.task = made.id}).events.at(0), "traceparent"), std::nullopt);
  EXPECT_EQ(made.lane, Lane::of("build")) << "the lane is the kind";
  EXPECT_EQ(made.priority, 500U);
  EXPECT_EQ(made.max_attempts, 3U);
  EXPECT_EQ(made.status, pending);
  EXPECT_EQ(made.attempt, Attempt{});
  EXPECT_EQ(made.failures, 0U);
  EXPECT_EQ(made.crashes, 0U);
  EXPECT_EQ(made.place, made.seq);
  EXPECT_EQ(made.created_at, clock.now());
  EXPECT_EQ(made.updated_at, clock.now());
  EXPECT_FALSE(made.holder);
  EXPECT_FALSE(made.result);
  EXPECT_FALSE(made.error);
  EXPECT_FALSE(made.started_at);
  EXPECT_FALSE(made.ended_at);
  EXPECT_FALSE(made.last_settle);
}

STORE_TEST(Submitting, writes_one_event_a_task_in_the_order_given) {
  std::vector<NewTask> batch{task("a"), task("b"), task("c")};
  const auto answers = must(submit(batch));
  const auto log = events();
  ASSERT_EQ(log.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(answers[i].id, batch[i].id);
    EXPECT_EQ(log[i].type, EventType::task_created);
    EXPECT_EQ(log[i].task, batch[i].id);
    EXPECT_EQ(log[i].at, clock.now());
    if (i > 0) {
      EXPECT_LT(task_of(batch[i - 1].id).seq, task_of(batch[i].id).seq);
    }
  }
}

STORE_TEST(Submitting, schedules_a_task_whose_time_is_ahead) {
  NewTask later = task();
  later.run_at = clock.now() + 1us;
  NewTask now = task();
  now.run_at = clock.now();
  const auto answers = must(submit({later, now}));
  EXPECT_EQ(answers[0].status, scheduled);
  EXPECT_EQ(answers[1].status, pending);
}

STORE_TEST(Submitting, a_known_id_with_an_equal_body_answers_with_the_task_it_made) {
  const NewTask wanted = task();
  must(submit(wanted));
  must(agent("a1"));
  granted("a1");
  const auto before = events();
  const auto answers = must(submit(wanted));
  EXPECT_EQ(answers[0], (Submitted{.id = wanted.id, .status = running, .created = false}));
  EXPECT_EQ(events(), before);
}

STORE_TEST(Submitting, a_known_id_with_a_different_body_is_a_conflict) {
  NewTask wanted = task();
  must(submit(wanted));
  wanted.payload = json(R"({"other":1})");
  EXPECT_REFUSED(conflict, submit(wanted));
  EXPECT_TRUE(task_of(wanted.id).payload->is_null());
}

STORE_TEST(Submitting, a_known_key_answers_with_the_first_task_whatever_the_new_id) {
  NewTask first = task();
  first.idempotency_key = IdempotencyKey::of("order-17");
  must(submit(first));
  NewTask repeat = first;
  repeat.id = new_task_id();
  EXPECT_EQ(must(submit(repeat))[0], (Submitted{.id = first.id, .status = pending, .created = false}));
  EXPECT_REFUSED(not_found, GetTask{.task = repeat.id});
  repeat.priority = 1;
  EXPECT_REFUSED(conflict, submit(repeat));
}

STORE_TEST(Submitting, member_order_does_not_make_a_body_different) {
  NewTask wanted = task();
  wanted.payload = json(R"({"a":1,"b":{"c":2,"d":3}})");
  must(submit(wanted));
  wanted.payload = json(R"({"b":{"d":3,"c":2},"a":1})");
  EXPECT_FALSE(must(submit(wanted))[0].created);
  EXPECT_EQ(task_of(wanted.id).payload->text(), R"({"a":1,"b":{"c":2,"d":3}})");
}

STORE_TEST(Submitting, an_idempotency_key_is_kept_24_hours) {
  NewTask first = task();
  first.idempotency_key = IdempotencyKey::of("daily");
  must(submit(first));
  clock.advance(24h - 1us);
  sweep_all();
  NewTask repeat = first;
  repeat.id = new_task_id();
  EXPECT_FALSE(must(submit(repeat))[0].created);
  clock.advance(1us);
  EXPECT_EQ(sweep().keys_expired, 1U);
  EXPECT_TRUE(must(submit(repeat))[0].created);
}

STORE_TEST(Submitting, one_key_submitted_by_ten_threads_makes_one_task) {
  NewTask wanted = task();
  wanted.idempotency_key = IdempotencyKey::of("once");
  const auto answers = race(10, [&](int) {
    NewTask mine = wanted;
    mine.id = new_task_id();
    return call(submit(mine)).value().at(0);
  });
  EXPECT_EQ(std::ranges::count(answers, true, &Submitted::created), 1);
  for (const Submitted& answer : answers) EXPECT_EQ(answer.id, answers[0].id);
  EXPECT_EQ(count_of(EventType::task_created), 1U);
}

STORE_TEST(Submitting, all_or_nothing) {
  NewTask taken = task();
  must(submit(taken));
  taken.priority = 1;
  const std::string before = export_text();
  const NewTask innocent = task();
  EXPECT_REFUSED(conflict, submit({innocent, taken}));
  EXPECT_REFUSED(not_found, GetTask{.task = innocent.id});
  EXPECT_EQ(export_text(), before);
}

STORE_TEST(Submitting, an_id_or_key_twice_in_a_call_is_invalid) {
  const NewTask one = task();
  EXPECT_REFUSED(invalid, submit({one, one}));
  NewTask first = task();
  NewTask second = task();
  first.idempotency_key = second.idempotency_key = IdempotencyKey::of("same");
  EXPECT_REFUSED(invalid, submit({first, second}));
  EXPECT_TRUE(events().empty());
}

STORE_TEST(Submitting, a_deadline_that_has_passed_is_invalid) {
  NewTask late = task();
  late.deadline = clock.now() - 1us;
  EXPECT_REFUSED(invalid, submit(late));
}

STORE_TEST(Submitting, a_repeat_is_answered_even_after_the_deadline_it_named) {
  NewTask wanted = task();
  wanted.deadline = clock.now() + 1s;
  must(submit(wanted));
  clock.advance(2s);
  EXPECT_FALSE(must(submit(wanted))[0].created);
}

STORE_TEST(Submitting, takes_1000_tasks_in_a_call_and_refuses_1001) {
  auto batch = many(1000, [](int) { return task(); });
  const auto answers = must(submit(batch));
  ASSERT_EQ(answers.size(), 1000U);
  EXPECT_TRUE(std::ranges::all_of(answers, &Submitted::created));
  EXPECT_EQ(last_position(), Position{1000});
  for (NewTask& each : batch) each.id = new_task_id();
  batch.push_back(task());
  EXPECT_REFUSED(invalid, submit(batch));
  EXPECT_EQ(last_position(), Position{1000});
}

STORE_TEST(Submitting, nothing_is_not_enough) { EXPECT_REFUSED(invalid, submit(std::vector<NewTask>{})); }

STORE_TEST(Submitting, numbers_out_of_range_are_invalid) {
  NewTask wrong = task();
  wrong.priority = 1024;
  EXPECT_REFUSED(invalid, submit(wrong));
  wrong = task();
  wrong.max_attempts = 0;
  EXPECT_REFUSED(invalid, submit(wrong));
  wrong.max_attempts = 1001;
  EXPECT_REFUSED(invalid, submit(wrong));
  wrong = task();
  wrong.id = TaskId{};
  EXPECT_REFUSED(invalid, submit(wrong));
  NewTask right = task();
  right.priority = 1023;
  right.max_attempts = 1000;
  EXPECT_TRUE(call(submit(right)));
}

/// Puts one task into each of `count` lanes; its kinds are `<stem>0`, `<stem>1` …
std::vector<NewTask> one_task_a_lane(int count, const std::string& stem) {
  return many(count, [&](int i) { return task(stem + std::to_string(i)); });
}

STORE_TEST(Submitting, at_most_1024_lanes_hold_unfinished_tasks) {
  must(submit(one_task_a_lane(1000, "first ")));
  must(submit(one_task_a_lane(24, "second ")));
  const std::string before = export_text();
  EXPECT_REFUSED(exhausted, submit("one lane too many"));
  EXPECT_EQ(export_text(), before);
  EXPECT_TRUE(call(submit("first 0"))) << "a lane in use takes more";
}

STORE_TEST(Submitting, a_lane_is_free_again_when_its_last_task_has_ended) {
  const auto batch = one_task_a_lane(1000, "first ");
  must(submit(batch));
  must(submit(one_task_a_lane(24, "second ")));
  must(Cancel{.task = batch[3].id});
  EXPECT_TRUE(call(submit("a new lane")));
  EXPECT_REFUSED(exhausted, submit("one lane too many"));
}

STORE_TEST(Submitting, a_paused_lane_is_in_use) {
  must(SetPaused{.lane = Lane::of("paused")});
  must(submit(one_task_a_lane(1000, "first ")));
  must(submit(one_task_a_lane(23, "second ")));
  EXPECT_REFUSED(exhausted, submit("one lane too many"));
  EXPECT_REFUSED(exhausted, SetPaused{.lane = Lane::of("another")});
  must(SetPaused{.lane = Lane::of("paused"), .paused = false});
  EXPECT_TRUE(call(submit("a new lane")));
}

STORE_TEST(Submitting, a_call_cannot_pass_the_bound_on_lanes_by_its_own_size) {
  must(submit(one_task_a_lane(1000, "first ")));
  EXPECT_REFUSED(exhausted, submit(one_task_a_lane(25, "second ")));
  EXPECT_TRUE(call(submit(one_task_a_lane(24, "second "))));
}

}  // namespace
}  // namespace baton::test
