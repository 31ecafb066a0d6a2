#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum TaskStatus;

STORE_TEST(Sweeping, an_idle_store_has_nothing_to_do) {
  EXPECT_EQ(sweep(), SweepReport{});
  EXPECT_TRUE(events().empty());
}

STORE_TEST(Sweeping, crashes_an_agent_past_its_deadline_and_requeues_its_task) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  clock.set(grant.deadline - 1us);
  EXPECT_EQ(sweep().agents_crashed, 0U);
  clock.set(grant.deadline);
  const Position before = last_position();
  EXPECT_EQ(sweep().agents_crashed, 1U);
  EXPECT_EQ(agent_of("a1").state, AgentState::crashed);
  EXPECT_FALSE(agent_of("a1").current_task);
  EXPECT_EQ(agent_of("a1").crashes, std::vector{clock.now()});
  EXPECT_EQ(task_of(id).status, pending);
  EXPECT_EQ(task_of(id).crashes, 1U);
  EXPECT_EQ(count_of(EventType::agent_changed, before), 1U);
  EXPECT_TRUE(has_reason(events_of(id).back(), "crashed"));
  EXPECT_EQ(sweep().agents_crashed, 0U);
}

STORE_TEST(Sweeping, leaves_an_agent_alone_that_beat_in_time) {
  must(agent("a1"));
  clock.advance(29s);
  must(beat("a1"));
  clock.advance(29s);
  EXPECT_EQ(sweep().agents_crashed, 0U);
  EXPECT_EQ(agent_of("a1").state, AgentState::idle);
}

STORE_TEST(Sweeping, fails_tasks_past_their_deadline_in_every_status) {
  Register patient = agent("a1", {"running"});
  patient.ttl = 1h;
  must(patient);
  NewTask waits = task("pending");
  NewTask later = task("scheduled");
  later.run_at = clock.now() + 50s;
  NewTask held = task("running");
  for (NewTask* each : {&waits, &later, &held}) each->deadline = clock.now() + 10s;
  NewTask behind = task("blocked");
  behind.depends_on = {held.id};
  behind.deadline = clock.now() + 10s;
  behind.on_failed_dependency = DependencyRule::proceed;
  must(submit({waits, later, held, behind}));
  const Grant grant = granted("a1");
  clock.advance(10s - 1us);
  EXPECT_EQ(sweep().deadlines_passed, 0U);
  clock.advance(1us);
  EXPECT_EQ(sweep().deadlines_passed, 4U);
  for (const TaskId& id : {waits.id, later.id, held.id, behind.id}) {
    EXPECT_EQ(status_of(id), failed);
    EXPECT_TRUE(task_of(id).error);
    EXPECT_EQ(task_of(id).ended_at, clock.now());
    EXPECT_EQ(events_of(id).back().type, EventType::task_failed);
  }
  EXPECT_EQ(must(beat(grant)).cancel, grant.fence) << "its holder learns it";
  EXPECT_FALSE(must(complete(grant)).counted);
  EXPECT_EQ(status_of(held.id), failed);
  EXPECT_TRUE(must(Peek{.lane = Lane::of("pending")}).empty());
}

STORE_TEST(Sweeping, makes_scheduled_tasks_pending_when_they_are_due) {
  NewTask later = task();
  later.run_at = clock.now() + 10s;
  must(submit(later));
  EXPECT_EQ(sweep().next_due, later.run_at);
  clock.advance(10s - 1us);
  EXPECT_EQ(sweep().tasks_due, 0U);
  clock.advance(1us);
  EXPECT_EQ(sweep().tasks_due, 1U);
  EXPECT_EQ(status_of(later.id), pending);
  EXPECT_TRUE(has_reason(events().back(), "due"));
}

STORE_TEST(Sweeping, says_when_it_is_next_needed) {
  Register short_lived = agent("a1");
  short_lived.ttl = 40s;
  must(short_lived);
  EXPECT_EQ(sweep().next_due, clock.now() + 40s);
  locked(want_lock("repo", "me", 30s));
  EXPECT_EQ(sweep().next_due, clock.now() + 30s);
  NewTask bounded = task();
  bounded.deadline = clock.now() + 20s;
  must(submit(bounded));
  EXPECT_EQ(sweep().next_due, clock.now() + 20s);
  OpenCorrelation brief = correlation("c", {"a"});
  brief.timeout = 10s;
  must(brief);
  EXPECT_EQ(sweep().next_due, clock.now() + 10s);
  must(BeatSession{.session = SessionId::of("s"), .ttl = 5s});
  EXPECT_EQ(sweep().next_due, clock.now() + 5s);
  PutRecord short_record = record("r");
  short_record.ttl = 4s;
  must(short_record);
  EXPECT_EQ(sweep().next_due, clock.now() + 4s);
  must(SetResult{.task = new_task_id(), .attempt = Attempt{1}, .value = json("1"), .ttl = 3s});
  EXPECT_EQ(sweep().next_due, clock.now() + 3s);
}

STORE_TEST(Sweeping, does_at_most_its_limit_and_asks_to_be_called_again) {
  std::vector<NewTask> batch;
  for (int i = 0; i < 25; ++i) {
    batch.push_back(task());
    batch.back().run_at = clock.now() + 1s;
  }
  must(submit(batch));
  clock.advance(1s);
  const SweepReport first = must(Sweep{.limit = 10});
  EXPECT_EQ(first.tasks_due, 10U);
  EXPECT_EQ(first.next_due, clock.now());
  EXPECT_EQ(must(Sweep{.limit = 10}).tasks_due, 10U);
  EXPECT_EQ(must(Sweep{.limit = 10}).tasks_due, 5U);
  EXPECT_EQ(must(Sweep{.limit = 10}).tasks_due, 0U);
  EXPECT_REFUSED(invalid, Sweep{.limit = 0});
  EXPECT_REFUSED(invalid, Sweep{.limit = 1001});
}

STORE_TEST(Sweeping, the_limit_covers_all_sorts_together) {
  for (int i = 0; i < 4; ++i) {
    must(agent("a" + std::to_string(i)));
    locked(want_lock("lock " + std::to_string(i), "me", 30s));
    NewTask later = task();
    later.run_at = clock.now() + 30s;
    must(submit(later));
  }
  clock.advance(30s);
  std::uint64_t total = 0;
  for (int round = 0; round < 10; ++round) {
    const SweepReport report = must(Sweep{.limit = 5});
    const std::uint64_t done = report.agents_crashed + report.locks_expired + report.tasks_due;
    EXPECT_LE(done, 5U);
    total += done;
  }
  EXPECT_EQ(total, 12U);
}

STORE_TEST(Sweeping, the_locks_of_a_lapsed_session_count_towards_the_limit) {
  must(BeatSession{.session = SessionId::of("s1")});
  for (int i = 0; i < 12; ++i) {
    TryLock bound = want_lock("lock " + std::to_string(i), "me");
    bound.session = SessionId::of("s1");
    locked(bound);
  }
  clock.advance(10s);
  std::uint64_t freed = 0;
  std::uint64_t ended = 0;
  for (int round = 0; round < 10; ++round) {
    const SweepReport report = must(Sweep{.limit = 5});
    EXPECT_LE(report.locks_expired + report.sessions_ended, 5U);
    freed += report.locks_expired;
    ended += report.sessions_ended;
    if (!report.next_due || *report.next_due > clock.now()) break;
  }
  EXPECT_EQ(freed, 12U);
  EXPECT_EQ(ended, 1U);
}

STORE_TEST(Sweeping, any_number_of_callers_do_each_thing_once) {
  std::vector<NewTask> batch;
  for (int i = 0; i < 40; ++i) {
    batch.push_back(task());
    batch.back().run_at = clock.now() + 1s;
    must(agent("a" + std::to_string(i)));
  }
  must(submit(batch));
  clock.advance(31s);
  const auto reports = race(8, [&](int) { return call(Sweep{}).value(); });
  std::uint64_t crashed = 0;
  std::uint64_t due = 0;
  for (const SweepReport& report : reports) {
    crashed += report.agents_crashed;
    due += report.tasks_due;
  }
  EXPECT_EQ(crashed, 40U);
  EXPECT_EQ(due, 40U);
  EXPECT_EQ(count_of(EventType::task_requeued), 40U);
}

STORE_TEST(Sweeping, forgets_tasks_that_ended_30_days_ago) {
  must(agent("a1"));
  const TaskId done = submitted(task());
  must(complete(granted("a1")));
  const TaskId waits = submitted(task());
  clock.advance(24h * 30 - 1us);
  sweep_all();
  EXPECT_TRUE(call(GetTask{.task = done}));
  clock.advance(1us);
  EXPECT_EQ(sweep().tasks_forgotten, 1U);
  EXPECT_REFUSED(not_found, GetTask{.task = done});
  EXPECT_EQ(status_of(waits), pending) << "a task that waits is never forgotten";
  EXPECT_EQ(must(ListTasks{}).items.size(), 1U);
}

STORE_TEST(Sweeping, trims_the_oldest_events_beyond_what_is_kept) {
  submitted_many(50);
  const SweepReport report = must(Sweep{.keep_events = 20});
  EXPECT_EQ(report.events_trimmed, 30U);
  EXPECT_EQ(report.events_dropped, 0U);
  const LogPage page = must(ReadLog{});
  EXPECT_EQ(page.first, Position{31});
  EXPECT_EQ(page.last, Position{50});
  EXPECT_EQ(page.events.front().position, Position{31});
  EXPECT_EQ(page.events.size(), 20U);
  EXPECT_EQ(must(Health{}).first, Position{31});
  submitted(task());
  EXPECT_EQ(last_position(), Position{51});
}

STORE_TEST(Sweeping, a_log_trimmed_to_nothing_goes_on_counting) {
  submitted_many(5);
  EXPECT_EQ(must(Sweep{.keep_events = 0}).events_trimmed, 5U);
  EXPECT_EQ(must(ReadLog{}).last, Position{5});
  EXPECT_TRUE(must(ReadLog{}).events.empty());
  reopen();
  submitted(task());
  EXPECT_EQ(events().at(0).position, Position{6});
}

STORE_TEST(Sweeping, trims_ten_thousand_events_in_bounded_steps) {
  submitted_many(10'000);
  std::uint64_t trimmed = 0;
  int rounds = 0;
  for (;; ++rounds) {
    const SweepReport report = must(Sweep{.limit = 100, .keep_events = 500});
    EXPECT_LE(report.events_trimmed, 1000U);
    trimmed += report.events_trimmed;
    if (!report.next_due || *report.next_due > clock.now()) break;
    ASSERT_LT(rounds, 100);
  }
  EXPECT_EQ(trimmed, 9500U);
  EXPECT_GE(rounds, 9);
  EXPECT_EQ(must(ReadLog{}).first, Position{9501});
}

STORE_TEST(Sweeping, trims_never_past_a_groups_oldest_unacknowledged_event) {
  submitted_many(50);
  must(group("g"));
  EXPECT_EQ(must(Sweep{.keep_events = 10}).events_trimmed, 0U) << "nothing was delivered yet";
  must(read_group("g", 30));
  EXPECT_EQ(must(Sweep{.keep_events = 10}).events_trimmed, 0U) << "nothing was acknowledged yet";
  Ack some{.group = GroupName::of("g")};
  for (std::uint64_t i = 1; i <= 20; ++i) some.positions.push_back(Position{i});
  must(some);
  EXPECT_EQ(must(Sweep{.keep_events = 10}).events_trimmed, 20U);
  EXPECT_EQ(must(ReadLog{}).first, Position{21});
}

STORE_TEST(Sweeping, trims_past_a_group_beyond_the_hard_cap_and_the_group_counts_its_loss) {
  submitted_many(100);
  must(group("g"));
  const SweepReport report = must(Sweep{.keep_events = 10, .max_events = 60});
  EXPECT_EQ(report.events_trimmed, 40U);
  EXPECT_EQ(report.events_dropped, 40U);
  const auto next = must(read_group("g", 1));
  ASSERT_EQ(next.size(), 1U);
  EXPECT_EQ(next[0].event.position, Position{41});
  const auto groups = must(ListGroups{});
  EXPECT_EQ(groups.at(0).dropped, 40U);
}

STORE_TEST(Sweeping, pending_deliveries_whose_events_were_trimmed_are_dropped_and_counted) {
  submitted_many(100);
  must(group("g"));
  must(read_group("g", 50));
  must(Sweep{.keep_events = 10, .max_events = 60});
  clock.advance(61s);
  const auto again = must(read_group("g", 100));
  for (const Delivery& each : again) EXPECT_GT(each.event.position, Position{40});
  const auto report = must(InspectGroup{.group = GroupName::of("g"), .limit = 1000});
  EXPECT_EQ(report.group.dropped, 40U);
  EXPECT_GT(report.group.oldest_pending, Position{40});
  EXPECT_EQ(report.group.pending, report.pending.size());
  must(DropGroup{.group = GroupName::of("g")});
  EXPECT_GT(must(Sweep{.keep_events = 10}).events_trimmed, 0U) << "nothing of it holds the log back";
}

}  // namespace
}  // namespace baton::test
