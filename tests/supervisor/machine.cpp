#include "baton/machine.hpp"

#include <gmock/gmock.h>

#include <map>

#include "supervisor/supervisor_fixture.hpp"

namespace baton::test {
namespace {

using ::testing::Each;

/// How often each answer came.
using Tally = std::map<std::string, int>;

template <class T>
Tally counted(const std::vector<std::optional<Result<T>>>& answers) {
  Tally tally;
  for (const auto& answer : answers) ++tally[*answer ? "won" : std::string(to_text((*answer).error().code))];
  return tally;
}

class MachineTest : public SupervisorTest {
 protected:
  Result<Agent> apply(std::string agent, AgentEvent event) { return apply(open(), std::move(agent), event); }
  static Result<Agent> apply(Store store, std::string agent, AgentEvent event) {
    Loop loop;
    return loop.await(Machine(store).apply_event(std::move(agent), event));
  }
};

#define MACHINE_TEST(sentence) STORE_TEST_WITH(MachineTest, Machine, sentence)

MACHINE_TEST(sets_the_state_that_follows) {
  must(agent("ada"));
  const auto drained = apply("ada", AgentEvent::drain);
  ASSERT_TRUE(drained.has_value());
  EXPECT_EQ(drained->state, AgentState::draining);
  EXPECT_EQ(agent_of("ada").state, AgentState::draining);
  EXPECT_EQ(apply("ada", AgentEvent::resume)->state, AgentState::idle);
}

MACHINE_TEST(tells_an_unknown_agent_from_no_agent_id_from_an_event_without_meaning) {
  must(agent("ada"));
  EXPECT_EQ(apply("nobody", AgentEvent::drain).error().code, Errc::not_found);
  EXPECT_EQ(apply("not an id", AgentEvent::drain).error().code, Errc::invalid);
  const Error meaningless = apply("ada", AgentEvent::output_ready).error();
  EXPECT_EQ(meaningless.code, Errc::invalid);
  EXPECT_THAT(meaningless.detail, ::testing::HasSubstr("ada is idle"));
  EXPECT_EQ(agent_of("ada").state, AgentState::idle);
}

MACHINE_TEST(tells_what_it_expected_and_found_when_somebody_was_first) {
  must(agent("ada"));
  const auto racy = interposed();
  racy->first = [](const Verb& verb) -> std::optional<Verb> {
    if (!std::holds_alternative<Transition>(verb)) return std::nullopt;
    return transition("ada", AgentState::idle, AgentEvent::drain);
  };
  const auto lost = apply(Store(racy), "ada", AgentEvent::drain);
  ASSERT_FALSE(lost.has_value());
  EXPECT_EQ(lost.error().code, Errc::conflict);
  EXPECT_EQ(lost.error().expected, "idle");
  EXPECT_EQ(lost.error().actual, "draining");
}

MACHINE_TEST(does_not_speak_to_the_next_incarnation) {
  must(agent("ada"));
  const auto racy = interposed();
  racy->first = [](const Verb& verb) -> std::optional<Verb> {
    if (!std::holds_alternative<Transition>(verb)) return std::nullopt;
    return again("ada");
  };
  EXPECT_EQ(apply(Store(racy), "ada", AgentEvent::agent_failed).error().code, Errc::stale_fence);
  EXPECT_EQ(agent_of("ada").state, AgentState::idle);
}

MACHINE_TEST(lets_one_of_ten_win) {
  must(agent("ada"));
  const auto answers = race(10, [this](int) { return std::optional(apply("ada", AgentEvent::drain)); });
  Tally tally = counted(answers);
  EXPECT_EQ(tally["won"], 1);
  // Who read before the winner's step lost against it; who read after it saw that there is nothing left to do.
  EXPECT_EQ(tally["conflict"] + tally["invalid"], 9);
  EXPECT_EQ(count_of(EventType::agent_changed), 1U);
}

MACHINE_TEST(lets_one_of_ten_win_who_have_all_looked_before) {
  must(agent("ada"));
  const auto answers =
      race(10, [this](int) { return std::optional(call(transition("ada", AgentState::idle, AgentEvent::drain))); });
  Tally tally = counted(answers);
  EXPECT_EQ(tally["won"], 1);
  EXPECT_EQ(tally["conflict"], 9);
}

SUPERVISOR_TEST(CompareAndSet, swaps_when_the_state_is_the_expected_one) {
  must(agent("ada"));
  EXPECT_EQ(must(transition("ada", AgentState::idle, AgentEvent::drain)).state, AgentState::draining);
}

SUPERVISOR_TEST(CompareAndSet, refuses_with_what_was_expected_and_what_is) {
  must(agent("ada"));
  const Error error = refusal(transition("ada", AgentState::draining, AgentEvent::resume));
  EXPECT_EQ(error.code, Errc::conflict);
  EXPECT_EQ(error.expected, "draining");
  EXPECT_EQ(error.actual, "idle");
}

SUPERVISOR_TEST(CompareAndSet, does_not_know_who_never_registered) {
  EXPECT_REFUSED(not_found, transition("nobody", AgentState::idle, AgentEvent::drain));
}

SUPERVISOR_TEST(CompareAndSet, clears_the_task_with_the_settle_and_with_the_farewell) {
  must(agent("ada"));
  const auto tasks = submitted_many(2);
  must(complete(granted("ada")));
  Agent freed = agent_of("ada");
  EXPECT_EQ(freed.state, AgentState::idle);
  EXPECT_FALSE(freed.current_task);
  EXPECT_EQ(freed.attempt, Attempt{});
  granted("ada");
  EXPECT_TRUE(must(Deregister{.agent = agent_id("ada")}));
  EXPECT_REFUSED(not_found, GetAgent{.agent = agent_id("ada")});
  EXPECT_EQ(status_of(tasks[1]), TaskStatus::pending);
  // Nothing of it comes back: an operator's clearing of what is not there leaves nothing behind.
  EXPECT_FALSE(must(Deregister{.agent = agent_id("ada")}));
  EXPECT_REFUSED(not_found, GetAgent{.agent = agent_id("ada")});
}

}  // namespace
}  // namespace baton::test
