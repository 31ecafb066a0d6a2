#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum TaskStatus;

std::vector<TaskId> ids_of(const TaskPage& page) { return each_of(page.items, &Task::id); }

STORE_TEST(Tasks, an_unknown_task_is_not_found) {
  const TaskId id = new_task_id();
  EXPECT_REFUSED(not_found, GetTask{.task = id});
  EXPECT_REFUSED(not_found, Cancel{.task = id});
  EXPECT_REFUSED(not_found, Retry{.task = id});
  EXPECT_REFUSED(not_found, Edit{.task = id, .priority = 1});
}

STORE_TEST(Tasks, cancelling_ends_a_waiting_task_with_its_reason) {
  const TaskId id = submitted(task());
  clock.advance(1s);
  const Task ended = must(Cancel{.task = id, .reason = "no longer wanted"});
  EXPECT_EQ(ended.status, cancelled);
  EXPECT_EQ(ended.ended_at, clock.now());
  ASSERT_TRUE(ended.error);
  EXPECT_NE(ended.error->text().find("no longer wanted"), std::string::npos);
  EXPECT_EQ(task_of(id), ended);
  EXPECT_EQ(events().back().type, EventType::task_cancelled);
  must(agent("a1"));
  EXPECT_FALSE(must(claim("a1")));
}

STORE_TEST(Tasks, cancelling_a_cancelled_task_answers_with_it) {
  const TaskId id = submitted(task());
  const Task ended = must(Cancel{.task = id, .reason = "first"});
  const auto before = events();
  EXPECT_EQ(must(Cancel{.task = id, .reason = "second"}), ended);
  EXPECT_EQ(events(), before);
}

STORE_TEST(Tasks, cancelling_a_task_that_ended_otherwise_is_a_conflict) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  must(complete(granted("a1")));
  const Error error = refusal(Cancel{.task = id});
  EXPECT_EQ(error.code, Errc::conflict);
  EXPECT_EQ(error.actual, "completed");
  EXPECT_EQ(status_of(id), completed);
}

STORE_TEST(Tasks, scheduled_and_blocked_tasks_can_be_cancelled) {
  NewTask later = task();
  later.run_at = clock.now() + 1h;
  NewTask after = task();
  after.depends_on = {later.id};
  after.on_failed_dependency = DependencyRule::proceed;
  must(submit({later, after}));
  EXPECT_EQ(must(Cancel{.task = after.id}).status, cancelled);
  EXPECT_EQ(must(Cancel{.task = later.id}).status, cancelled);
  clock.advance(2h);
  sweep_all();
  EXPECT_EQ(status_of(later.id), cancelled);
}

STORE_TEST(Tasks, the_holder_of_a_cancelled_task_keeps_its_hold_until_it_settles) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  must(Cancel{.task = id});
  EXPECT_EQ(agent_of("a1").state, AgentState::working);
  EXPECT_EQ(agent_of("a1").current_task, id);
  const Settled settled = must(release(grant));
  EXPECT_FALSE(settled.counted);
  EXPECT_EQ(settled.status, cancelled);
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
}

STORE_TEST(Tasks, retrying_puts_an_ended_task_back_in_line_at_a_new_place) {
  must(agent("a1"));
  NewTask once = task();
  once.max_attempts = 1;
  const TaskId id = submitted(once);
  must(fail_it(granted("a1")));
  const TaskId younger = submitted(task());
  const Task back = must(Retry{.task = id});
  EXPECT_EQ(back.status, pending);
  EXPECT_EQ(back.failures, 0U);
  EXPECT_EQ(back.crashes, 0U);
  EXPECT_FALSE(back.error);
  EXPECT_FALSE(back.result);
  EXPECT_FALSE(back.ended_at);
  EXPECT_EQ(back.attempt, Attempt{1}) << "a fence is never lowered";
  EXPECT_GT(back.place, task_of(younger).place);
  EXPECT_LT(back.seq, task_of(younger).seq);
  EXPECT_TRUE(has_reason(events_of(id).back(), "retried"));
  must(agent("a2"));
  EXPECT_EQ(granted("a2").task.id, younger);
  const Grant second = granted("a1");
  EXPECT_EQ(second.task.id, id);
  EXPECT_EQ(second.fence.attempt, Attempt{2});
}

STORE_TEST(Tasks, retrying_clears_a_deadline_that_passed_and_keeps_one_ahead) {
  NewTask bounded = task();
  bounded.deadline = clock.now() + 10s;
  const TaskId id = submitted(bounded);
  must(Cancel{.task = id});
  EXPECT_EQ(must(Retry{.task = id}).deadline, bounded.deadline);
  clock.advance(11s);
  sweep_all();
  ASSERT_EQ(status_of(id), failed);
  EXPECT_FALSE(must(Retry{.task = id}).deadline);
  sweep_all();
  EXPECT_EQ(status_of(id), pending);
}

STORE_TEST(Tasks, only_failed_dead_and_cancelled_tasks_are_retried) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  EXPECT_REFUSED(conflict, Retry{.task = id});
  const Grant grant = granted("a1");
  EXPECT_REFUSED(conflict, Retry{.task = id});
  must(complete(grant));
  EXPECT_REFUSED(conflict, Retry{.task = id});
  NewTask later = task();
  later.run_at = clock.now() + 1h;
  EXPECT_REFUSED(conflict, Retry{.task = submitted(later)});
}

STORE_TEST(Tasks, a_repeated_retry_cannot_retry_a_later_failure) {
  must(agent("a1"));
  NewTask once = task();
  once.max_attempts = 1;
  const TaskId id = submitted(once);
  must(fail_it(granted("a1")));
  const Retry request{.task = id, .attempt = Attempt{1}};
  must(request);
  must(fail_it(granted("a1")));
  EXPECT_REFUSED(conflict, request);
  EXPECT_EQ(status_of(id), failed);
}

STORE_TEST(Tasks, a_settle_of_a_task_retried_meanwhile_only_frees_its_agent) {
  must(agent("a1"));
  must(agent("a2"));
  const TaskId id = submitted(task());
  const Grant first = granted("a1");
  must(Cancel{.task = id});
  must(Retry{.task = id});
  const Grant second = granted("a2");
  EXPECT_EQ(second.fence.attempt, first.fence.attempt.next());
  const Position before = last_position();
  EXPECT_FALSE(must(complete(first)).counted);
  EXPECT_EQ(count_of(EventType::task_late_result, before), 1U);
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
  EXPECT_EQ(status_of(id), running);
  EXPECT_EQ(task_of(id).holder, agent_id("a2"));
  EXPECT_TRUE(must(complete(second)).counted);
}

STORE_TEST(Tasks, editing_changes_what_is_set_and_nothing_else) {
  NewTask wanted = task("build");
  wanted.payload = json(R"({"v":1})");
  const TaskId id = submitted(wanted);
  const Task before = task_of(id);
  clock.advance(1s);
  Task edited = must(Edit{.task = id, .priority = 3, .metadata = json(R"({"urgent":true})")});
  EXPECT_EQ(edited.priority, 3U);
  EXPECT_EQ(edited.metadata, json(R"({"urgent":true})"));
  EXPECT_EQ(edited.updated_at, clock.now());
  EXPECT_EQ(task_of(id), edited);
  edited.priority = before.priority;
  edited.metadata = before.metadata;
  edited.updated_at = before.updated_at;
  EXPECT_EQ(edited, before);
  EXPECT_EQ(events().back().type, EventType::task_edited);
}

STORE_TEST(Tasks, every_editable_field_can_be_set) {
  NewTask later = task("build");
  later.run_at = clock.now() + 1h;
  const TaskId id = submitted(later);
  Edit request{.task = id};
  request.priority = 1;
  request.lane = Lane::of("other");
  request.payload = json("[1]");
  request.metadata = json("[2]");
  request.max_attempts = 8;
  request.run_at = clock.now() + 2h;
  request.deadline = clock.now() + 3h;
  const Task edited = must(request);
  EXPECT_EQ(edited.lane, Lane::of("other"));
  EXPECT_EQ(edited.payload, json("[1]"));
  EXPECT_EQ(edited.max_attempts, 8U);
  EXPECT_EQ(edited.run_at, clock.now() + 2h);
  EXPECT_EQ(edited.deadline, clock.now() + 3h);
  EXPECT_EQ(edited.status, scheduled);
  clock.advance(1h);
  sweep_all();
  EXPECT_EQ(status_of(id), scheduled) << "the new time counts";
  clock.advance(1h);
  sweep_all();
  EXPECT_EQ(status_of(id), pending);
}

STORE_TEST(Tasks, an_edited_pending_task_moves_within_the_queue_at_its_place) {
  const TaskId first = submitted(task());
  const TaskId second = submitted(task());
  const TaskId third = submitted(task());
  must(Edit{.task = third, .priority = 1});
  must(Edit{.task = first, .priority = 900});
  must(Edit{.task = first, .priority = 500});
  const auto line = must(Peek{.lane = Lane::of("work")});
  ASSERT_EQ(line.size(), 3U);
  EXPECT_EQ(line[0].task, third);
  EXPECT_EQ(line[1].task, first);
  EXPECT_EQ(line[2].task, second);
  must(Edit{.task = second, .lane = Lane::of("elsewhere")});
  EXPECT_EQ(must(Peek{.lane = Lane::of("work")}).size(), 2U);
  EXPECT_EQ(must(Peek{.lane = Lane::of("elsewhere")}).at(0).task, second);
}

STORE_TEST(Tasks, a_repeated_edit_sets_the_same_and_is_logged_again) {
  const TaskId id = submitted(task());
  const Task once = must(Edit{.task = id, .priority = 3});
  EXPECT_EQ(must(Edit{.task = id, .priority = 3}), once);
  EXPECT_EQ(count_of(EventType::task_edited), 2U);
}

STORE_TEST(Tasks, an_ended_task_is_not_edited) {
  const TaskId id = submitted(task());
  must(Cancel{.task = id});
  EXPECT_REFUSED(conflict, Edit{.task = id, .priority = 3});
}

STORE_TEST(Tasks, a_running_task_keeps_its_lane_and_payload) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  granted("a1");
  EXPECT_REFUSED(conflict, Edit{.task = id, .lane = Lane::of("other")});
  EXPECT_REFUSED(conflict, Edit{.task = id, .payload = json("1")});
  EXPECT_REFUSED(conflict, Edit{.task = id, .priority = 1, .payload = json("1")});
  EXPECT_EQ(task_of(id).priority, 500U) << "all or nothing";
  const Task edited = must(Edit{.task = id, .max_attempts = 5});
  EXPECT_EQ(edited.status, running);
  EXPECT_EQ(edited.holder, agent_id("a1"));
  EXPECT_EQ(edited.attempt, Attempt{1});
}

STORE_TEST(Tasks, only_a_scheduled_task_has_its_time_moved) {
  const TaskId id = submitted(task());
  EXPECT_REFUSED(conflict, Edit{.task = id, .run_at = clock.now() + 1h});
}

STORE_TEST(Tasks, an_edit_of_nothing_or_into_the_past_is_invalid) {
  const TaskId id = submitted(task());
  EXPECT_REFUSED(invalid, Edit{.task = id});
  EXPECT_REFUSED(invalid, Edit{.task = id, .deadline = clock.now() - 1us});
  EXPECT_REFUSED(invalid, Edit{.task = id, .priority = 1024});
  EXPECT_REFUSED(invalid, Edit{.task = id, .max_attempts = 0});
}

STORE_TEST(Tasks, an_edit_cannot_open_a_lane_beyond_1024) {
  must(submit(many(1000, [](int i) { return task("lane " + std::to_string(i)); })));
  must(submit(many(24, [](int i) { return task("lane " + std::to_string(1000 + i)); })));
  const TaskId id = submitted(task("lane 0"));
  EXPECT_REFUSED(exhausted, Edit{.task = id, .lane = Lane::of("one too many")});
  EXPECT_TRUE(call(Edit{.task = id, .lane = Lane::of("lane 1")}));
}

STORE_TEST(Tasks, tasks_are_listed_by_seq_without_payload_and_result) {
  NewTask first = task();
  first.payload = json("[1,2]");
  must(submit(first));
  const TaskId second = submitted(task());
  must(agent("a1"));
  must(complete(granted("a1"), R"({"big":"result"})"));
  const TaskPage page = must(ListTasks{});
  EXPECT_EQ(ids_of(page), (std::vector{first.id, second}));
  EXPECT_FALSE(page.items[0].payload);
  EXPECT_FALSE(page.items[0].result);
  EXPECT_EQ(page.items[0].status, completed);
  EXPECT_FALSE(page.next);
  EXPECT_EQ(ids_of(must(ListTasks{.newest_first = true})), (std::vector{second, first.id}));
}

STORE_TEST(Tasks, a_list_matches_all_that_is_set) {
  NewTask one = task("build");
  one.thread = ThreadId::of("t1");
  NewTask two = task("build");
  two.lane = Lane::of("linux");
  two.thread = ThreadId::of("t1");
  NewTask three = task("test");
  three.thread = ThreadId::of("t2");
  must(submit({one, two, three}));
  must(agent("a1", {"linux"}));
  granted("a1");
  EXPECT_EQ(ids_of(must(ListTasks{.thread = ThreadId::of("t1")})), (std::vector{one.id, two.id}));
  EXPECT_EQ(ids_of(must(ListTasks{.lane = Lane::of("build")})), (std::vector{one.id}));
  EXPECT_EQ(ids_of(must(ListTasks{.kind = KindName::of("build")})), (std::vector{one.id, two.id}));
  EXPECT_EQ(ids_of(must(ListTasks{.status = pending})), (std::vector{one.id, three.id}));
  EXPECT_EQ(ids_of(must(ListTasks{.holder = agent_id("a1")})), (std::vector{two.id}));
  EXPECT_EQ(ids_of(must(ListTasks{.status = running, .thread = ThreadId::of("t1")})), (std::vector{two.id}));
  EXPECT_TRUE(must(ListTasks{.status = pending, .holder = agent_id("a1")}).items.empty());
}

STORE_TEST(Tasks, a_list_is_bounded_by_creation_times_from_inclusive_until_exclusive) {
  const Time start = clock.now();
  std::vector<TaskId> ids;
  for (int i = 0; i < 4; ++i) {
    ids.push_back(submitted(task()));
    clock.advance(1s);
  }
  const ListTasks between{.created_from = start + 1s, .created_until = start + 3s};
  EXPECT_EQ(ids_of(must(between)), (std::vector{ids[1], ids[2]}));
}

STORE_TEST(Tasks, paging_sees_each_task_once_in_both_directions) {
  auto ids = submitted_many(25);
  for (const bool newest_first : {false, true}) {
    ListTasks request{.newest_first = newest_first, .limit = 10};
    std::vector<TaskId> seen;
    for (int pages = 0; pages < 10; ++pages) {
      const TaskPage page = must(request);
      const auto some = ids_of(page);
      seen.insert(seen.end(), some.begin(), some.end());
      if (!page.next) break;
      request.after = page.next;
    }
    EXPECT_EQ(seen, ids);
    std::ranges::reverse(ids);
  }
}

STORE_TEST(Tasks, a_short_or_empty_page_is_not_the_end) {
  submitted_many(1500, "common");
  const TaskId rare = submitted(task("rare"));
  ListTasks request{.kind = KindName::of("rare")};
  std::vector<TaskId> seen;
  for (int pages = 0; pages < 10; ++pages) {
    const TaskPage page = must(request);
    const auto some = ids_of(page);
    seen.insert(seen.end(), some.begin(), some.end());
    if (!page.next) break;
    request.after = page.next;
  }
  EXPECT_EQ(seen, std::vector{rare});
}

STORE_TEST(Tasks, a_list_takes_a_limit_of_1_to_1000) {
  EXPECT_REFUSED(invalid, ListTasks{.limit = 0});
  EXPECT_REFUSED(invalid, ListTasks{.limit = 1001});
  submitted_many(3);
  EXPECT_EQ(must(ListTasks{.limit = 1}).items.size(), 1U);
}

}  // namespace
}  // namespace baton::test
