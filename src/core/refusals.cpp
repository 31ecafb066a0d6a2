#include "core/refusals.hpp"

#include <fmt/format.h>

namespace baton::refuse {

namespace {
std::string text(std::uint64_t value) { return std::to_string(value); }
}  // namespace

Refusal unknown_agent(const AgentId& agent) {
  return fail(Errc::not_found, fmt::format("agent {} is not registered; register it first", agent.str()));
}
Refusal unknown_task(const TaskId& task) { return fail(Errc::not_found, fmt::format("no task {}", task.str())); }
Refusal unknown_group(const GroupName& group) {
  return fail(Errc::not_found, fmt::format("no consumer group {}; create it first", group.str()));
}
Refusal unknown_thread(const ThreadId& thread) {
  return fail(Errc::not_found, fmt::format("no thread {}; create it first", thread.str()));
}
Refusal unknown_correlation(const CorrelationId& id) {
  return fail(Errc::not_found, fmt::format("no correlation {}, or it has expired", id.str()));
}
Refusal unknown_record(const RecordKind& kind, const RecordKey& key) {
  return fail(Errc::not_found, fmt::format("no {} record {}, or it has expired", kind.str(), key.str()));
}

Refusal other_incarnation(const AgentId& agent) {
  return fail(Errc::stale_fence,
              fmt::format("agent {} has another incarnation by now; stop this one, or register anew", agent.str()));
}
Refusal crashed(const AgentId& agent) {
  return fail(Errc::stale_fence,
              fmt::format("agent {} was declared crashed; register with a new incarnation", agent.str()));
}
Refusal stale_fence(const Fence& fence) {
  return fail(Errc::stale_fence, fmt::format("agent {} no longer holds attempt {} of task {}; stop that work",
                                             fence.agent.str(), fence.attempt.value, fence.task.str()));
}
Refusal stale_lock(const LockName& lock) {
  return fail(Errc::stale_fence, fmt::format("lock {} is not held with this token; take it again", lock.str()));
}
Refusal stale_session(const SessionId& session) {
  return fail(Errc::stale_fence, fmt::format("session {} is not live; beat it first", session.str()));
}
Refusal not_lockable(const AgentId& agent) {
  return fail(Errc::not_found, fmt::format("agent {} is unknown or crashed; no lock can be bound to it", agent.str()));
}

Refusal not_idle(const AgentId& agent, AgentState actual) {
  return conflict(
      "idle", std::string(to_text(actual)),
      fmt::format("agent {} is {}, not idle; settle its task or resume it first", agent.str(), to_text(actual)));
}
Refusal state_differs(const Transition& wanted, AgentState actual) {
  return conflict(std::string(to_text(wanted.expected)), std::string(to_text(actual)),
                  fmt::format("agent {} is {}, expected {}; read it again and decide again", wanted.agent.str(),
                              to_text(actual), to_text(wanted.expected)));
}
Refusal holds_a_task(const AgentId& agent, AgentState actual) {
  return conflict("no task held", std::string(to_text(actual)),
                  fmt::format("agent {} still holds a task; resume it once that is settled", agent.str()));
}

Refusal task_id_taken(const TaskId& task) {
  return conflict("an equal body", "another body",
                  fmt::format("task {} was submitted with another body; use a new id", task.str()));
}
Refusal key_taken(const IdempotencyKey& key) {
  return conflict("an equal body", "another body",
                  fmt::format("idempotency key {} was used with another body; use a new key", key.str()));
}
Refusal twice_in_call(std::string what) {
  return fail(Errc::invalid, fmt::format("{} stands twice in one call", what));
}
Refusal unknown_dependency(const TaskId& task, const TaskId& dependency) {
  return fail(Errc::invalid, fmt::format("task {} depends on {}, which is neither stored nor in this call", task.str(),
                                         dependency.str()));
}
Refusal dependency_cycle() {
  return fail(Errc::invalid, "the tasks depend on one another in a cycle; none of them could ever run");
}
Refusal deadline_passed(const TaskId& task) {
  return fail(Errc::invalid, fmt::format("the deadline of task {} has passed already", task.str()));
}
Refusal too_many_lanes() {
  return fail(Errc::exhausted,
              fmt::format("{} lanes are in use; finish their tasks or use fewer lanes", limits::lanes));
}

Refusal cannot_cancel(const TaskId& task, TaskStatus actual) {
  return conflict("not ended", std::string(to_text(actual)),
                  fmt::format("task {} is {} already and cannot be cancelled", task.str(), to_text(actual)));
}
Refusal cannot_retry(const TaskId& task, TaskStatus actual) {
  return conflict(
      "failed, dead or cancelled", std::string(to_text(actual)),
      fmt::format("task {} is {}; only a failed, dead or cancelled task can be retried", task.str(), to_text(actual)));
}
Refusal cannot_purge(const TaskId& task, TaskStatus actual) {
  return conflict("ended", std::string(to_text(actual)),
                  fmt::format("task {} is {}; cancel it before it is purged", task.str(), to_text(actual)));
}
Refusal attempt_differs(const TaskId& task, Attempt expected, Attempt actual) {
  return conflict(
      text(expected.value), text(actual.value),
      fmt::format("task {} is at attempt {}, expected {}; read it again", task.str(), actual.value, expected.value));
}
Refusal cannot_edit(const TaskId& task, TaskStatus actual, std::string what) {
  return conflict("editable", std::string(to_text(actual)),
                  fmt::format("task {} is {}: {} cannot be edited now", task.str(), to_text(actual), what));
}

Refusal too_many_groups() {
  return fail(Errc::exhausted, fmt::format("{} consumer groups exist; drop one first", limits::groups));
}
Refusal message_taken(const MessageId& id) {
  return conflict("an equal message", "another message",
                  fmt::format("message {} was appended with other content; use a new id", id.str()));
}
Refusal too_many_locks() {
  return fail(Errc::exhausted,
              fmt::format("{} locks are bound to it already; release some first", limits::locks_per_holder));
}
Refusal result_taken(const TaskId& task, Attempt attempt) {
  return conflict("an equal value", "another value",
                  fmt::format("attempt {} of task {} has handed over another result", attempt.value, task.str()));
}
Refusal version_differs(std::string what, Version expected, Version actual) {
  return conflict(text(expected.value), text(actual.value),
                  fmt::format("{} is at version {}, expected {}; read it again", what, actual.value, expected.value));
}

Refusal correlation_taken(const CorrelationId& id) {
  return conflict("an equal opening", "another opening",
                  fmt::format("correlation {} was opened differently; use a new id", id.str()));
}
Refusal signal_taken(const SignalName& name, std::uint32_t version) {
  return conflict("an equal signal", "another signal",
                  fmt::format("signal {} has another version {}; raise the version", name.str(), version));
}
Refusal too_many_signals(const CorrelationId& id) {
  return fail(Errc::exhausted,
              fmt::format("correlation {} holds {} signals already", id.str(), limits::signals_per_correlation));
}
Refusal cannot_advance(CorrelationStatus actual, CorrelationEvent event) {
  return conflict(std::string(to_text(event)), std::string(to_text(actual)),
                  fmt::format("a correlation that is {} cannot take {}", to_text(actual), to_text(event)));
}

Refusal frozen() { return fail(Errc::unavailable, "the store is frozen; thaw it, or try again later"); }
Refusal not_frozen() { return conflict("frozen", "serving", "the store is not frozen; freeze it before an import"); }
Refusal foreign_row(std::string why) {
  return fail(Errc::invalid, fmt::format("a row that no export made: {}; nothing was imported", why));
}
Refusal bad_cursor() { return fail(Errc::invalid, "not a cursor that an export returned; start again without one"); }

}  // namespace baton::refuse
