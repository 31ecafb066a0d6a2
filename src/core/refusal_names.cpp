#include <algorithm>
#include <array>

#include "core/number.hpp"
#include "core/refusals.hpp"

namespace baton::refuse {

namespace {

using About = std::span<const std::string>;

template <class Kind>
Kind name(const std::string& text) {
  return Kind::trusted(text);
}
TaskId task(const std::string& text) { return TaskId::parse(text).value_or(TaskId{}); }
AgentId agent(const std::string& text) { return AgentId::trusted(text); }
AgentState agent_state(const std::string& text) { return parse_agent_state(text).value_or(AgentState::idle); }
TaskStatus task_status(const std::string& text) { return parse_task_status(text).value_or(TaskStatus::pending); }

struct Named {
  std::string_view name;
  std::size_t words;
  Refusal (*make)(About about);
};

constexpr std::array all{
    Named{"unknown_agent", 1, [](About a) { return unknown_agent(agent(a[0])); }},
    Named{"unknown_task", 1, [](About a) { return unknown_task(task(a[0])); }},
    Named{"unknown_group", 1, [](About a) { return unknown_group(name<GroupName>(a[0])); }},
    Named{"unknown_thread", 1, [](About a) { return unknown_thread(name<ThreadId>(a[0])); }},
    Named{"unknown_correlation", 1, [](About a) { return unknown_correlation(name<CorrelationId>(a[0])); }},
    Named{"unknown_record", 2, [](About a) { return unknown_record(name<RecordKind>(a[0]), name<RecordKey>(a[1])); }},
    Named{"other_incarnation", 1, [](About a) { return other_incarnation(agent(a[0])); }},
    Named{"crashed", 1, [](About a) { return crashed(agent(a[0])); }},
    Named{"stale_fence", 3,
          [](About a) {
            return stale_fence({.agent = agent(a[0]), .task = task(a[1]), .attempt = Attempt{leading_number(a[2])}});
          }},
    Named{"stale_lock", 1, [](About a) { return stale_lock(name<LockName>(a[0])); }},
    Named{"stale_session", 1, [](About a) { return stale_session(name<SessionId>(a[0])); }},
    Named{"not_lockable", 1, [](About a) { return not_lockable(agent(a[0])); }},
    Named{"not_idle", 2, [](About a) { return not_idle(agent(a[0]), agent_state(a[1])); }},
    Named{"state_differs", 3,
          [](About a) {
            return state_differs({.agent = agent(a[0]), .expected = agent_state(a[1])}, agent_state(a[2]));
          }},
    Named{"holds_a_task", 2, [](About a) { return holds_a_task(agent(a[0]), agent_state(a[1])); }},
    Named{"task_id_taken", 1, [](About a) { return task_id_taken(task(a[0])); }},
    Named{"key_taken", 1, [](About a) { return key_taken(name<IdempotencyKey>(a[0])); }},
    Named{"twice_in_call", 1, [](About a) { return twice_in_call(a[0]); }},
    Named{"unknown_dependency", 2, [](About a) { return unknown_dependency(task(a[0]), task(a[1])); }},
    Named{"dependency_cycle", 0, [](About) { return dependency_cycle(); }},
    Named{"deadline_passed", 1, [](About a) { return deadline_passed(task(a[0])); }},
    Named{"too_many_lanes", 0, [](About) { return too_many_lanes(); }},
    Named{"cannot_cancel", 2, [](About a) { return cannot_cancel(task(a[0]), task_status(a[1])); }},
    Named{"cannot_retry", 2, [](About a) { return cannot_retry(task(a[0]), task_status(a[1])); }},
    Named{"cannot_purge", 2, [](About a) { return cannot_purge(task(a[0]), task_status(a[1])); }},
    Named{"attempt_differs", 3,
          [](About a) {
            return attempt_differs(task(a[0]), Attempt{leading_number(a[1])}, Attempt{leading_number(a[2])});
          }},
    Named{"cannot_edit", 3, [](About a) { return cannot_edit(task(a[0]), task_status(a[1]), a[2]); }},
    Named{"too_many_groups", 0, [](About) { return too_many_groups(); }},
    Named{"message_taken", 1, [](About a) { return message_taken(name<MessageId>(a[0])); }},
    Named{"too_many_locks", 0, [](About) { return too_many_locks(); }},
    Named{"result_taken", 2, [](About a) { return result_taken(task(a[0]), Attempt{leading_number(a[1])}); }},
    Named{"version_differs", 3,
          [](About a) { return version_differs(a[0], Version{leading_number(a[1])}, Version{leading_number(a[2])}); }},
    Named{"correlation_taken", 1, [](About a) { return correlation_taken(name<CorrelationId>(a[0])); }},
    Named{
        "signal_taken", 2,
        [](About a) { return signal_taken(name<SignalName>(a[0]), static_cast<std::uint32_t>(leading_number(a[1]))); }},
    Named{"too_many_signals", 1, [](About a) { return too_many_signals(name<CorrelationId>(a[0])); }},
    Named{"cannot_advance", 2,
          [](About a) {
            return cannot_advance(parse_correlation_status(a[0]).value_or(CorrelationStatus::collecting),
                                  parse_correlation_event(a[1]).value_or(CorrelationEvent::orchestrate));
          }},
    Named{"frozen", 0, [](About) { return frozen(); }},
    Named{"not_frozen", 0, [](About) { return not_frozen(); }},
};

}  // namespace

Refusal by_name(std::string_view name, std::span<const std::string> about) {
  const auto found = std::ranges::find(all, name, &Named::name);
  if (found == all.end() || found->words != about.size()) {
    return fail(Errc::corrupt, "the store refused for a reason that this program does not know: " + std::string(name));
  }
  return found->make(about);
}

}  // namespace baton::refuse
