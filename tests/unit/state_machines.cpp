#include <gtest/gtest.h>

#include <optional>
#include <span>

#include "baton/agents.hpp"
#include "baton/correlations.hpp"
#include "baton/tasks.hpp"
#include "core/text_table.hpp"

// The three machines written out a second time, as lists of arrows, and compared with the functions at compile time
// over every pair of state and event: a pair that is not listed has no arrow.

namespace baton::state_machines_test {
namespace {

template <class State, class Event>
struct Arrow {
  State from;
  Event event;
  State to;
};

template <class State, class Event>
constexpr std::optional<State> find(std::span<const Arrow<State, Event>> arrows, State from, Event event) {
  for (const auto& arrow : arrows) {
    if (arrow.from == from && arrow.event == event) return arrow.to;
  }
  return std::nullopt;
}

template <class State, class Event>
constexpr bool is_exactly(std::span<const Arrow<State, Event>> arrows, std::size_t states, std::size_t events) {
  for (std::size_t s = 0; s < states; ++s) {
    for (std::size_t e = 0; e < events; ++e) {
      const auto state = static_cast<State>(s);
      const auto event = static_cast<Event>(e);
      if (next(state, event) != find(arrows, state, event)) return false;
    }
  }
  return true;
}

namespace agents {
using enum AgentState;
using On = AgentEvent;
using Row = Arrow<AgentState, AgentEvent>;
constexpr Row arrows[] = {
    {idle, On::registered, idle},
    {assigned, On::registered, idle},
    {working, On::registered, idle},
    {reporting, On::registered, idle},
    {draining, On::registered, idle},
    {crashed, On::registered, idle},
    {idle, On::task_assigned, assigned},
    {idle, On::task_claimed, working},
    {assigned, On::work_started, working},
    {working, On::output_ready, reporting},
    {assigned, On::task_settled, idle},
    {working, On::task_settled, idle},
    {reporting, On::task_settled, idle},
    {idle, On::drain, draining},
    {assigned, On::drain, draining},
    {working, On::drain, draining},
    {reporting, On::drain, draining},
    {draining, On::task_settled, draining},
    {draining, On::resume, idle},
    {idle, On::deadline_passed, crashed},
    {assigned, On::deadline_passed, crashed},
    {working, On::deadline_passed, crashed},
    {reporting, On::deadline_passed, crashed},
    {draining, On::deadline_passed, crashed},
    {idle, On::agent_failed, crashed},
    {assigned, On::agent_failed, crashed},
    {working, On::agent_failed, crashed},
    {reporting, On::agent_failed, crashed},
    {draining, On::agent_failed, crashed},
};
static_assert(is_exactly(std::span<const Row>(arrows), agent_states, agent_events));
}  // namespace agents

namespace tasks {
using enum TaskStatus;
using On = TaskEvent;
using Row = Arrow<TaskStatus, TaskEvent>;
constexpr Row arrows[] = {
    {scheduled, On::due, pending},
    {blocked, On::unblocked, pending},
    {blocked, On::unblocked_early, scheduled},
    {pending, On::claim, running},
    {running, On::complete, completed},
    {running, On::fail_again, scheduled},
    {running, On::fail_last, failed},
    {running, On::release, pending},
    {running, On::holder_crashed, pending},
    {running, On::holder_crashed_last, dead},
    {blocked, On::deadline_passed, failed},
    {scheduled, On::deadline_passed, failed},
    {pending, On::deadline_passed, failed},
    {running, On::deadline_passed, failed},
    {blocked, On::cancel, cancelled},
    {scheduled, On::cancel, cancelled},
    {pending, On::cancel, cancelled},
    {running, On::cancel, cancelled},
    {blocked, On::dependency_failed, cancelled},
    {failed, On::retry, pending},
    {dead, On::retry, pending},
    {cancelled, On::retry, pending},
};
static_assert(is_exactly(std::span<const Row>(arrows), task_statuses, task_events));
}  // namespace tasks

namespace correlations {
using enum CorrelationStatus;
using On = CorrelationEvent;
using Row = Arrow<CorrelationStatus, CorrelationEvent>;
constexpr Row arrows[] = {
    {collecting, On::all_in, ready},           {collecting, On::timeout_enough, ready},
    {collecting, On::timeout_too_few, failed}, {ready, On::orchestrate, orchestrating},
    {orchestrating, On::complete, completed},  {orchestrating, On::fail, failed},
};
static_assert(is_exactly(std::span<const Row>(arrows), correlation_statuses, correlation_events));
}  // namespace correlations

// The numbers of states and events are those of the enums.
static_assert(static_cast<std::size_t>(AgentState::crashed) + 1 == agent_states);
static_assert(static_cast<std::size_t>(AgentEvent::agent_failed) + 1 == agent_events);
static_assert(static_cast<std::size_t>(TaskStatus::dead) + 1 == task_statuses);
static_assert(static_cast<std::size_t>(TaskEvent::retry) + 1 == task_events);
static_assert(static_cast<std::size_t>(CorrelationStatus::failed) + 1 == correlation_statuses);
static_assert(static_cast<std::size_t>(CorrelationEvent::fail) + 1 == correlation_events);

TEST(StateMachines, a_completed_task_never_changes_again) {
  for (std::size_t e = 0; e < task_events; ++e) {
    EXPECT_EQ(next(TaskStatus::completed, static_cast<TaskEvent>(e)), std::nullopt);
  }
}

TEST(StateMachines, only_registering_leaves_crashed) {
  for (std::size_t e = 0; e < agent_events; ++e) {
    const auto event = static_cast<AgentEvent>(e);
    EXPECT_EQ(next(AgentState::crashed, event).has_value(), event == AgentEvent::registered) << to_text(event);
  }
}

TEST(StateMachines, every_task_that_has_not_ended_can_be_cancelled) {
  for (std::size_t s = 0; s < task_statuses; ++s) {
    const auto status = static_cast<TaskStatus>(s);
    EXPECT_EQ(next(status, TaskEvent::cancel).has_value(), !has_ended(status)) << to_text(status);
  }
}

}  // namespace
}  // namespace baton::state_machines_test
