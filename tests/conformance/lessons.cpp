#include <atomic>
#include <set>
#include <thread>

#include "support/store_fixture.hpp"

/// What went wrong in other systems of this kind, each as a sentence that must hold here.
namespace baton::test {
namespace {

using enum TaskStatus;

STORE_TEST(Lessons, a_missed_renewal_never_lets_two_results_count) {
  must(agent("slow"));
  const TaskId id = submitted(task());
  const Grant first = granted("slow");
  clock.advance(61s);
  sweep_all();
  must(agent("quick"));
  const Grant second = granted("quick");
  EXPECT_REFUSED(stale_fence, complete(first, R"("slow")"));
  EXPECT_TRUE(must(complete(second, R"("quick")")).counted);
  EXPECT_REFUSED(stale_fence, complete(first, R"("slow")"));
  EXPECT_EQ(task_of(id).result, json(R"("quick")"));
  EXPECT_EQ(count_of(EventType::task_completed), 1U);
}

STORE_TEST(Lessons, a_zombie_of_the_same_agent_cannot_settle_the_re_claimed_task) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant first = granted("a1");
  must(again("a1"));
  const Grant second = granted("a1", 2);
  EXPECT_EQ(second.task.id, id);
  EXPECT_REFUSED(stale_fence, complete(first));
  EXPECT_REFUSED(stale_fence, fail_it(first));
  EXPECT_REFUSED(stale_fence, release(first));
  EXPECT_EQ(status_of(id), running);
  EXPECT_TRUE(must(complete(second)).counted);
}

STORE_TEST(Lessons, a_sweep_does_not_overwrite_a_task_that_was_just_completed) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  clock.advance(2min);
  must(complete(grant));
  sweep_all();
  EXPECT_EQ(status_of(id), completed);
  EXPECT_EQ(task_of(id).crashes, 0U);
  EXPECT_EQ(task_of(id).attempt, Attempt{1});
}

STORE_TEST(Lessons, a_sweep_racing_a_complete_leaves_one_of_the_two_whole) {
  for (int round = 0; round < 20; ++round) {
    must(again("a1", round));
    const TaskId id = submitted(task());
    const Grant grant = granted("a1", round);
    clock.advance(2min);
    const auto answers = race(4, [&](int i) -> int {
      if (i != 0) return call(Sweep{}) ? 0 : 2;
      return call(complete(grant)) ? 1 : 0;
    });
    const Task after = task_of(id);
    EXPECT_EQ(after.status, answers[0] == 1 ? completed : pending);
    EXPECT_EQ(after.crashes, answers[0] == 1 ? 0U : 1U);
    if (after.status == pending) must(Cancel{.task = id});
  }
}

STORE_TEST(Lessons, the_lease_starts_at_the_claim_not_at_the_submit) {
  NewTask later = task();
  later.run_at = clock.now() + 2h;
  must(submit(later));
  clock.advance(2h);
  sweep_all();
  must(agent("a1"));
  const Grant grant = granted("a1");
  EXPECT_EQ(grant.deadline, clock.now() + 60s);
  clock.advance(59s);
  sweep_all();
  EXPECT_EQ(status_of(later.id), running);
  EXPECT_EQ(task_of(later.id).attempt, Attempt{1});
}

STORE_TEST(Lessons, a_submit_repeated_after_a_lost_reply_makes_no_duplicate) {
  NewTask wanted = task();
  wanted.idempotency_key = IdempotencyKey::of("enqueue-1");
  must(submit(wanted));
  reopen();
  for (int i = 0; i < 3; ++i) {
    NewTask repeat = wanted;
    repeat.id = new_task_id();
    EXPECT_EQ(must(submit(repeat)).at(0).id, wanted.id);
  }
  EXPECT_EQ(must(ListTasks{}).items.size(), 1U);
}

STORE_TEST(Lessons, every_running_task_has_a_holder_with_a_lease) {
  submitted_many(12);
  for (int i = 0; i < 6; ++i) must(agent("a" + std::to_string(i)));
  for (int i = 0; i < 6; ++i) granted("a" + std::to_string(i));
  crash("a1");
  must(again("a2"));
  must(Deregister{.agent = agent_id("a3")});
  for (const Task& each : must(ListTasks{.status = running}).items) {
    ASSERT_TRUE(each.holder);
    const Agent holder = agent_of(each.holder->str());
    EXPECT_EQ(holder.current_task, each.id);
    EXPECT_EQ(holder.attempt, each.attempt);
    EXPECT_GT(holder.deadline, clock.now());
  }
  clock.advance(24h);
  sweep_all();
  EXPECT_TRUE(must(ListTasks{.status = running}).items.empty()) << "nothing runs without a lease";
}

STORE_TEST(Lessons, crashes_of_workers_do_not_burn_the_attempts) {
  NewTask wanted = task();
  wanted.max_attempts = 2;
  const TaskId id = submitted(wanted);
  for (int start = 1; start <= 2; ++start) {
    must(again("a1", start));
    granted("a1", start);
    crash("a1");
  }
  EXPECT_EQ(task_of(id).failures, 0U);
  EXPECT_EQ(task_of(id).crashes, 2U);
  must(again("a1", 3));
  EXPECT_EQ(must(fail_it(granted("a1", 3))).status, scheduled) << "the first failure of two";
}

STORE_TEST(Lessons, a_reused_agent_name_does_not_hide_an_orphan) {
  must(agent("node-1"));
  const TaskId id = submitted(task());
  granted("node-1");
  must(again("node-1"));
  EXPECT_EQ(status_of(id), pending) << "the new start does not pass for the old holder";
  EXPECT_EQ(must(ListTasks{.holder = agent_id("node-1")}).items.size(), 0U);
}

STORE_TEST(Lessons, a_poison_task_is_dead_after_three_crashes) {
  const TaskId id = submitted(task());
  for (int start = 1; start <= 3; ++start) {
    must(again("a1", start));
    granted("a1", start);
    crash("a1");
    EXPECT_EQ(status_of(id), start < 3 ? pending : dead);
  }
  EXPECT_EQ(task_of(id).crashes, 3U);
  EXPECT_TRUE(task_of(id).ended_at);
  EXPECT_EQ(events_of(id).back().type, EventType::task_dead);
  must(agent("a2"));
  EXPECT_FALSE(must(claim("a2")));
  const Task revived = must(Retry{.task = id});
  EXPECT_EQ(revived.crashes, 0U);
  EXPECT_EQ(granted("a2").task.id, id);
}

STORE_TEST(Lessons, three_lapsed_leases_make_a_task_dead_too) {
  const TaskId id = submitted(task());
  for (int start = 1; start <= 3; ++start) {
    must(again("a1", start));
    granted("a1", start);
    clock.advance(61s);
    sweep_all();
  }
  EXPECT_EQ(status_of(id), dead);
}

STORE_TEST(Lessons, pending_deliveries_do_not_outlive_the_events_they_name) {
  submitted_many(300);
  must(group("g"));
  for (int i = 0; i < 3; ++i) must(read_group("g", 100));
  must(Sweep{.keep_events = 10, .max_events = 10});
  clock.advance(61s);
  while (!must(read_group("g", 100)).empty()) {
  }
  EXPECT_LE(must(InspectGroup{.group = GroupName::of("g")}).group.pending, 10U);
  EXPECT_EQ(must(InspectGroup{.group = GroupName::of("g")}).group.dropped, 290U);
}

STORE_TEST(Lessons, a_stalled_group_cannot_grow_the_log_beyond_the_hard_cap) {
  must(group("stalled"));
  for (int round = 0; round < 5; ++round) {
    submitted_many(100);
    must(Sweep{.keep_events = 50, .max_events = 200});
    const LogPage page = must(ReadLog{});
    EXPECT_LE(page.last.value - page.first.value + 1, 200U);
  }
  EXPECT_EQ(must(ListGroups{}).at(0).dropped, 300U) << "and what was lost is counted";
}

STORE_TEST(Lessons, a_lock_freed_by_a_stranger_stays_held) {
  const Lock held = locked("thread-1", "pod-a");
  ReleaseLock strange = release(held);
  strange.owner = LockOwner::of("pod-b");
  EXPECT_REFUSED(stale_fence, strange);
  strange = release(held);
  strange.token = LockToken{held.token.value + 7};
  EXPECT_REFUSED(stale_fence, strange);
  EXPECT_FALSE(must(want_lock("thread-1", "pod-b")).won);
}

STORE_TEST(Lessons, a_lock_outlives_the_connection_that_took_it) {
  const Lock held = locked("thread-1", "pod-a");
  for (int i = 0; i < 50; ++i) must(ListLocks{});
  const auto tries = race(20, [&](int i) { return call(want_lock("thread-1", "o" + std::to_string(i))).value(); });
  EXPECT_EQ(std::ranges::count(tries, true, &TryLockReply::won), 0);
  EXPECT_EQ(must(InspectLock{.name = LockName::of("thread-1")}), held);
}

STORE_TEST(Lessons, the_next_job_does_not_read_the_result_of_the_last) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant first = granted("a1");
  must(SetResult{.task = id, .attempt = first.fence.attempt, .value = json(R"("first")")});
  must(release(first));
  const Grant second = granted("a1");
  EXPECT_FALSE(must(GetResult{.task = id, .attempt = second.fence.attempt}));
}

STORE_TEST(Lessons, at_no_instant_is_a_task_out_of_the_queue_without_a_holder) {
  submitted_many(60);
  for (int i = 0; i < 4; ++i) must(agent("a" + std::to_string(i)));
  const auto answers = race(5, [&](int i) -> int {
    if (i < 4) {
      while (auto grant = call(claim("a" + std::to_string(i))).value()) call(complete(*grant)).value();
      return 0;
    }
    int lost = 0;
    for (int look = 0; look < 100; ++look) {
      for (const Task& each : call(ListTasks{.limit = 1000}).value().items) {
        if ((each.status == running) != each.holder.has_value()) ++lost;
      }
    }
    return lost;
  });
  EXPECT_EQ(answers[4], 0);
}

STORE_TEST(Lessons, a_clock_set_back_never_makes_time_run_backwards) {
  const TaskId before = submitted(task());
  const Lock held = locked(want_lock("repo", "me", 10s));
  clock.advance(-1h);
  const TaskId after = submitted(task());
  EXPECT_GE(task_of(after).created_at, task_of(before).created_at);
  EXPECT_GE(must(Health{}).now, task_of(before).created_at);
  EXPECT_GE(must(renew(held, 10s)).expires_at, held.expires_at);
  const auto log = events();
  for (std::size_t i = 1; i < log.size(); ++i) EXPECT_GE(log[i].at, log[i - 1].at);
}

STORE_TEST(Lessons, a_clock_set_back_over_a_restart_never_makes_time_run_backwards) {
  const TaskId before = submitted(task());
  clock.advance(-1h);
  reopen();
  const TaskId after = submitted(task());
  EXPECT_GE(task_of(after).created_at, task_of(before).created_at);
}

STORE_TEST(Lessons, only_the_stores_clock_judges_a_lease) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  clock.set(grant.deadline - 1us);
  sweep_all();
  EXPECT_TRUE(must(beat(grant)).deadline > clock.now()) << "until the last microsecond";
  clock.set(agent_of("a1").deadline);
  sweep_all();
  EXPECT_REFUSED(stale_fence, beat(grant));
  EXPECT_EQ(status_of(id), pending);
}

STORE_TEST(Lessons, a_busy_store_assigns_all_that_can_be_assigned) {
  submitted_many(20);
  for (int i = 0; i < 20; ++i) must(agent("a" + std::to_string(i)));
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(must(push("a" + std::to_string(i))));
  EXPECT_EQ(must(ListAgents{.state = AgentState::assigned}).items.size(), 20U);
  EXPECT_TRUE(must(Peek{.lane = Lane::of("work")}).empty());
}

STORE_TEST(Lessons, equal_priorities_are_not_taken_alphabetically) {
  std::vector<TaskId> ids = submitted_many(30);
  std::vector<TaskId> shuffled;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    NewTask wanted = task();
    wanted.id = TaskId([&] {
      auto bytes = ids[i].bytes();
      bytes[0] = static_cast<std::uint8_t>(255 - i);
      return bytes;
    }());
    shuffled.push_back(submitted(wanted));
  }
  ids.insert(ids.end(), shuffled.begin(), shuffled.end());
  must(agent("a1"));
  for (const TaskId& id : ids) {
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.task.id, id);
    must(complete(grant));
  }
}

}  // namespace
}  // namespace baton::test
