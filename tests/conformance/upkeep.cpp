#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

STORE_TEST(Upkeep, health_tells_the_clock_the_backend_and_the_log) {
  submitted_many(3);
  clock.advance(5s);
  const HealthReport report = must(Health{});
  EXPECT_EQ(report.now, clock.now());
  EXPECT_TRUE(backend().name.starts_with(report.backend)) << report.backend;
  EXPECT_FALSE(report.version.empty());
  EXPECT_EQ(report.durable, backend().restarts);
  EXPECT_TRUE(report.durability.starts_with(report.durable ? "full" : "none")) << report.durability;
  EXPECT_FALSE(report.degraded);
  EXPECT_FALSE(report.frozen);
  EXPECT_EQ(report.first, Position{1});
  EXPECT_EQ(report.last, Position{3});
}

STORE_TEST(Upkeep, a_frozen_store_refuses_every_mutation_and_changes_nothing) {
  must(agent("a1"));
  must(thread("t"));
  must(group("g"));
  const Correlation open = must(correlation("c", {"a"}));
  const TaskId id = submitted(task());
  const Grant grant = granted("a1");
  const Lock held = locked("repo", "me");
  must(Freeze{});
  must(Freeze{});
  EXPECT_TRUE(must(Health{}).frozen);
  const std::string before = export_text();
  EXPECT_REFUSED(unavailable, agent("a2"));
  EXPECT_REFUSED(unavailable, Deregister{.agent = agent_id("a1")});
  EXPECT_REFUSED(unavailable, beat(grant));
  EXPECT_REFUSED(unavailable, transition("a1", AgentState::working, AgentEvent::drain));
  EXPECT_REFUSED(unavailable, submit("work"));
  EXPECT_REFUSED(unavailable, claim("a1"));
  EXPECT_REFUSED(unavailable, progress(grant));
  EXPECT_REFUSED(unavailable, complete(grant));
  EXPECT_REFUSED(unavailable, Cancel{.task = id});
  EXPECT_REFUSED(unavailable, Retry{.task = id});
  EXPECT_REFUSED(unavailable, Edit{.task = id, .priority = 1});
  EXPECT_REFUSED(unavailable, SetPaused{});
  EXPECT_REFUSED(unavailable, group("h"));
  EXPECT_REFUSED(unavailable, DropGroup{.group = GroupName::of("g")});
  EXPECT_REFUSED(unavailable, read_group("g"));
  EXPECT_REFUSED(unavailable, Ack{.group = GroupName::of("g"), .positions = {Position{1}}});
  EXPECT_REFUSED(unavailable, Redrive{.group = GroupName::of("g")});
  EXPECT_REFUSED(unavailable, thread("u"));
  EXPECT_REFUSED(unavailable, append("t"));
  EXPECT_REFUSED(unavailable, want_lock("other", "me"));
  EXPECT_REFUSED(unavailable, renew(held, 1h));
  EXPECT_REFUSED(unavailable, release(held));
  EXPECT_REFUSED(unavailable, BeatSession{.session = SessionId::of("s")});
  EXPECT_REFUSED(unavailable, SetResult{.task = id, .attempt = Attempt{1}, .value = json("1")});
  EXPECT_REFUSED(unavailable, correlation("d", {"a"}));
  EXPECT_REFUSED(unavailable, signal("c", "a"));
  EXPECT_REFUSED(unavailable, Advance{.id = open.id, .version = open.version, .step = "x"});
  EXPECT_REFUSED(unavailable, record("r"));
  EXPECT_REFUSED(unavailable, Sweep{});
  EXPECT_EQ(export_text(), before);
}

STORE_TEST(Upkeep, a_frozen_store_still_answers_reads) {
  must(agent("a1"));
  must(thread("t"));
  must(group("g"));
  const TaskId id = submitted(task());
  must(Freeze{});
  EXPECT_TRUE(call(GetAgent{.agent = agent_id("a1")}));
  EXPECT_TRUE(call(ListAgents{}));
  EXPECT_TRUE(call(GetTask{.task = id}));
  EXPECT_TRUE(call(ListTasks{}));
  EXPECT_TRUE(call(QueueStats{}));
  EXPECT_TRUE(call(Peek{.lane = Lane::of("work")}));
  EXPECT_TRUE(call(ReadLog{}));
  EXPECT_TRUE(call(ListGroups{}));
  EXPECT_TRUE(call(InspectGroup{.group = GroupName::of("g")}));
  EXPECT_TRUE(call(DeadLetters{.group = GroupName::of("g")}));
  EXPECT_TRUE(call(messages("t")));
  EXPECT_TRUE(call(InspectLock{.name = LockName::of("x")}));
  EXPECT_TRUE(call(GetResult{.task = id, .attempt = Attempt{1}}));
  EXPECT_TRUE(call(ListCorrelations{}));
  EXPECT_TRUE(call(Export{}));
}

STORE_TEST(Upkeep, a_thawed_store_goes_on) {
  must(Freeze{});
  must(Freeze{.frozen = false});
  must(Freeze{.frozen = false});
  EXPECT_FALSE(must(Health{}).frozen);
  EXPECT_TRUE(call(submit("work")));
}

STORE_TEST(Upkeep, a_closed_store_answers_unavailable) {
  auto other = another_store();
  test::must(**other, submit("work"));
  const auto port = (*other)->store().port();
  port->close();
  port->close();
  const auto answer = (*other)->call(submit("work"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Errc::unavailable);
  const auto read = (*other)->call(Health{});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Errc::unavailable);
}

}  // namespace
}  // namespace baton::test
