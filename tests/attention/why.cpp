#include <gmock/gmock.h>

#include <functional>

#include "attention/looking.hpp"

namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

STORE_TEST_WITH(WhyTest, WhyTask, says_that_nothing_keeps_it_if_an_idle_agent_can_take_it) {
  join("a1");
  const TaskId id = submitted(task());
  const WhyReport report = why_of(id);
  EXPECT_EQ(report.task, id);
  EXPECT_EQ(report.status, TaskStatus::pending);
  EXPECT_EQ(report.now, clock.now());
  EXPECT_THAT(kinds(id), ElementsAre(ready));
}

STORE_TEST_WITH(WhyTest, WhyTask, names_a_task_that_does_not_exist) {
  const auto report = finish(why(store().store(), new_task_id()));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Errc::not_found);
}

STORE_TEST_WITH(WhyTest, WhyTask, counts_those_ahead_of_it_in_line) {
  join("a1");
  submitted_many(7);
  NewTask urgent = task();
  urgent.priority = 1;
  must(submit(urgent));
  const TaskId id = submitted(task());
  const WhyReport report = why_of(id);
  ASSERT_EQ(report.reasons.size(), 1U);
  EXPECT_EQ(report.reasons[0].kind, tasks_ahead);
  EXPECT_EQ(report.reasons[0].count, 8U);
  submitted_many(1000);
  const TaskId last = submitted(task());
  EXPECT_EQ(why_of(last).reasons.at(0).count, 1000U);
  EXPECT_THAT(why_of(last).reasons.at(0).sentence, HasSubstr("At least 1000 tasks"));
}

STORE_TEST_WITH(WhyTest, WhyTask, tells_a_lane_that_is_paused_or_unserved) {
  const TaskId id = submitted(task());
  EXPECT_THAT(kinds(id), ElementsAre(lane_unserved));
  join("a1");
  must(SetPaused{.lane = Lane::of("work")});
  EXPECT_THAT(kinds(id), ElementsAre(lane_paused));
  EXPECT_EQ(why_of(id).reasons[0].command, "baton queue resume work");
  must(SetPaused{});
  EXPECT_THAT(kinds(id), ElementsAre(all_paused, lane_paused));
}

STORE_TEST_WITH(WhyTest, WhyTask, tells_what_the_agents_of_its_lane_do_instead) {
  crash_again_and_again("bad", 6);
  must(again("bad", 7));
  join("busy", {"work", "else"});
  join("leaving", {"work"});
  must(transition("leaving", AgentState::idle, AgentEvent::drain));
  submitted(task());
  granted("busy");
  const TaskId id = submitted(task());
  const WhyReport report = why_of(id);
  EXPECT_THAT(kinds(id), ElementsAre(agents_busy, agents_draining, agents_quarantined));
  EXPECT_EQ(report.reasons[0].count, 1U);
  EXPECT_EQ(report.reasons[2].at, agent_of("bad").claims_from);
  clock.advance(30s);
  EXPECT_THAT(kinds(id), ElementsAre(agents_busy, agents_draining, agents_stale))
      << "who is quarantined must beat, too";
}

STORE_TEST_WITH(WhyTest, WhyTask, tells_what_a_blocked_task_waits_for) {
  join("a1");
  const NewTask first = task("first");
  const NewTask other = task("other");
  NewTask behind = task("behind");
  behind.depends_on = {first.id, other.id};
  must(submit({first, other, behind}));
  const WhyReport report = why_of(behind.id);
  ASSERT_THAT(kinds(behind.id), ElementsAre(waits_for, waits_for));
  EXPECT_EQ(report.reasons[0].task, first.id);
  EXPECT_THAT(report.reasons[0].sentence, HasSubstr("which is pending"));
  EXPECT_EQ(report.reasons[0].command, "baton task why " + first.id.str());
  must(complete(granted("a1")));
  granted("a1");
  ASSERT_THAT(kinds(behind.id), ElementsAre(waits_for));
  EXPECT_THAT(why_of(behind.id).reasons[0].sentence, HasSubstr(other.id.str() + ", which is running"));
}

STORE_TEST_WITH(WhyTest, WhyTask, shows_ten_of_many_dependencies_and_counts_the_rest) {
  std::vector<NewTask> graph = many(30, [](int) { return task("part"); });
  NewTask whole = task("whole");
  whole.depends_on = each_of(graph, &NewTask::id);
  graph.push_back(whole);
  must(submit(graph));
  const WhyReport report = why_of(whole.id);
  ASSERT_EQ(report.reasons.size(), 11U);
  EXPECT_EQ(report.reasons.back().count, 20U);
}

STORE_TEST_WITH(WhyTest, WhyTask, says_that_a_sweep_is_due_where_one_is) {
  join("a1");
  const NewTask first = task("first");
  must(submit(first));
  std::vector<NewTask> crowd = many(150, [&](int) {
    NewTask behind = task("behind");
    behind.depends_on = {first.id};
    return behind;
  });
  must(submit(crowd));
  must(complete(granted("a1")));
  const auto left = must(ListTasks{.status = TaskStatus::blocked}).items;
  ASSERT_EQ(left.size(), 50U) << "a settle resolves a hundred";
  EXPECT_THAT(kinds(left.front().id), ElementsAre(resolving));
  sweep_all();
  EXPECT_THAT(why_of(left.front().id).status, TaskStatus::pending);
}

STORE_TEST_WITH(WhyTest, WhyTask, tells_a_schedule_from_a_back_off) {
  join("a1");
  NewTask later = task();
  later.run_at = clock.now() + 10s;
  must(submit(later));
  ASSERT_THAT(kinds(later.id), ElementsAre(scheduled));
  EXPECT_EQ(why_of(later.id).reasons[0].at, later.run_at);
  clock.advance(10s);
  EXPECT_THAT(kinds(later.id), ElementsAre(due));
  sweep_all();
  must(fail_it(granted("a1"), R"("no disk")"));
  const WhyReport report = why_of(later.id);
  ASSERT_THAT(kinds(later.id), ElementsAre(backing_off));
  EXPECT_EQ(report.reasons[0].at, task_of(later.id).run_at);
  EXPECT_THAT(report.reasons[0].sentence, AllOf(HasSubstr("failed 1 time of 3"), HasSubstr(R"("no disk")")));
}

STORE_TEST_WITH(WhyTest, WhyTask, tells_who_runs_it_since_when_and_how_far_it_is) {
  must(agent("a1"));
  const TaskId id = submitted(task());
  const Grant pushed = granted(push("a1"));
  EXPECT_THAT(kinds(id), ElementsAre(not_fetched, running));
  must(claim("a1"));
  must(progress(pushed, R"({"percent":50})"));
  const WhyReport report = why_of(id);
  ASSERT_THAT(kinds(id), ElementsAre(running));
  EXPECT_EQ(report.reasons[0].agent, agent_id("a1"));
  EXPECT_EQ(report.reasons[0].at, clock.now());
  EXPECT_THAT(report.reasons[0].sentence, AllOf(HasSubstr("attempt 1"), HasSubstr(R"({"percent":50})")));
  clock.set(pushed.deadline);
  EXPECT_THAT(kinds(id), ElementsAre(holder_stale, running));
}

STORE_TEST_WITH(WhyTest, WhyTask, tells_how_it_ended_and_what_would_bring_it_back) {
  join("a1");
  const TaskId done = submitted(task());
  must(complete(granted("a1")));
  ASSERT_THAT(kinds(done), ElementsAre(ended));
  EXPECT_EQ(why_of(done).reasons[0].command, "");
  const TaskId gone = submitted(task());
  must(Cancel{.task = gone, .reason = "not needed"});
  const WhyReport report = why_of(gone);
  EXPECT_THAT(report.reasons[0].sentence, AllOf(HasSubstr("cancelled"), HasSubstr("not needed")));
  EXPECT_EQ(report.reasons[0].command, "baton task retry " + gone.str());
  const TaskId poison = submitted(task());
  must(Deregister{.agent = agent_id("a1")});
  crash_again_and_again("b1", 3);
  EXPECT_THAT(why_of(poison).reasons[0].sentence, HasSubstr("its holders crashed 3 times"));
}

/// A store in which somebody does something each time before the line is looked at.
class Meddled final : public Port {
 public:
  using Meddle = std::function<Verb()>;
  Meddled(std::shared_ptr<Port> port, Meddle meddle) : port_(std::move(port)), meddle_(std::move(meddle)) {}

  awaitable<Answer> execute(Verb verb) override {
    if (std::holds_alternative<Peek>(verb)) {
      Verb before = meddle_();
      co_await port_->execute(std::move(before));
    }
    co_return co_await port_->execute(std::move(verb));
  }
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    return port_->wait(std::move(condition), at_most);
  }
  void close() override {}

 private:
  std::shared_ptr<Port> port_;
  Meddle meddle_;
};

STORE_TEST_WITH(WhyTest, WhyTask, looks_again_at_a_task_that_is_claimed_meanwhile) {
  join("a1");
  const TaskId id = submitted(task());
  const Claim quick = claim("a1");
  const Store meddled(std::make_shared<Meddled>(store().store().port(), [quick] { return Verb(quick); }));
  const WhyReport report = finish(why(meddled, id)).value();
  EXPECT_EQ(report.status, TaskStatus::running);
  EXPECT_THAT(each_of(report.reasons, &WhyReason::kind), ElementsAre(running));
}

STORE_TEST_WITH(WhyTest, WhyTask, does_not_look_for_ever_at_one_that_moves_each_time) {
  const TaskId id = submitted(task());
  int moves = 0;
  const Store meddled(std::make_shared<Meddled>(store().store().port(), [&] {
    return Verb(Edit{.task = id, .lane = Lane::of("lane " + std::to_string(++moves))});
  }));
  const WhyReport report = finish(why(meddled, id)).value();
  EXPECT_THAT(each_of(report.reasons, &WhyReason::kind), ElementsAre(not_in_line));
  EXPECT_EQ(moves, 5);
}

STORE_TEST_WITH(WhyTest, WhyTask, a_frozen_store_comes_first) {
  const TaskId id = submitted(task());
  must(Freeze{});
  EXPECT_THAT(kinds(id), ElementsAre(store_frozen, lane_unserved));
  must(Freeze{.frozen = false});
}

}  // namespace
}  // namespace baton::test
