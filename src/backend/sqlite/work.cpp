#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/planted.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::sqlite {

Result<std::optional<Grant>> Ledger::apply(const Claim& verb) {
  auto agent = live_agent(verb.agent, verb.incarnation);
  if (!agent) return std::unexpected(agent.error());
  return claim(**agent, {.claim_id = verb.claim_id, .lease = verb.lease}, verb.pushed);
}

Result<std::optional<Grant>> Ledger::claim(Agent& agent, const NextClaim& request, bool pushed) {
  if (agent.current_task) return claim_again(agent, request, pushed);
  if (agent.last_claim == request.claim_id) return std::nullopt;
  if (agent.state != AgentState::idle) return refuse::not_idle(agent.id, agent.state);
  if (agent.claims_from && *agent.claims_from > now_) return std::nullopt;
  if (counters_.all_paused) return std::nullopt;
  const auto first = lanes_->first_of(agent.lanes);
  if (!first) return std::nullopt;
  Task& task = task_at(first->task);
  if (planted::is("pop_then_assign")) {
    db_.run(sql::lanes_leave_line, task.lane, task.priority, task.place);
    db_.run(sql::transaction_commit);
    db_.run(sql::transaction_begin);
  }
  change(task, [&](Task& taken) {
    taken.status = next(taken.status, TaskEvent::claim).value_or(taken.status);
    taken.attempt = taken.attempt.next();
    taken.holder = agent.id;
    taken.started_at = now_;
  });
  // Only an earlier attempt can have left progress behind.
  if (task.attempt.value > 1) db_.run(sql::task_clear_progress, task.seq);
  agent.state = next(agent.state, pushed ? AgentEvent::task_assigned : AgentEvent::task_claimed).value_or(agent.state);
  agent.current_task = task.id;
  agent.attempt = task.attempt;
  agent.last_claim = request.claim_id;
  renew(agent, now_ + request.lease);
  append(draft::task_assigned(task, pushed));
  return grant_of(agent, task);
}

/// The claim of an agent that holds a task: the repeat of a lost one, or the pick-up of a pushed one.
Result<std::optional<Grant>> Ledger::claim_again(Agent& agent, const NextClaim& request, bool pushed) {
  const Task* task = held_task(agent);
  const bool repeated = agent.last_claim == request.claim_id;
  const bool picks_up = !pushed && (agent.state == AgentState::assigned || agent.state == AgentState::draining);
  if (task == nullptr || (!repeated && !picks_up)) return refuse::not_idle(agent.id, agent.state);
  if (picks_up) {
    agent.last_claim = request.claim_id;
    renew(agent, now_ + request.lease);
    if (agent.state == AgentState::assigned) {
      agent.state = next(agent.state, AgentEvent::work_started).value();
      append(draft::agent_changed(agent, AgentState::assigned, AgentEvent::work_started));
    }
  }
  return grant_of(agent, *task);
}

Grant Ledger::grant_of(const Agent& agent, const Task& task) {
  return {.task = whole(task),
          .fence = {.agent = agent.id, .incarnation = agent.incarnation, .task = task.id, .attempt = task.attempt},
          .deadline = agent.deadline};
}

Result<Heard> Ledger::apply(const Progress& verb) {
  if (!is_current(verb.fence)) return refuse::stale_fence(verb.fence);
  Agent& agent = *find_agent(verb.fence.agent);
  Task* task = held_task(agent);
  if (task == nullptr) return Heard{.cancel = true, .deadline = agent.deadline};
  change(*task, [](Task&) {});
  set_progress(*task, verb.progress);
  if (agent.state == AgentState::assigned) {
    agent.state = next(agent.state, AgentEvent::work_started).value();
    touch(agent);
    append(draft::agent_changed(agent, AgentState::assigned, AgentEvent::work_started));
  }
  return Heard{.cancel = false, .deadline = agent.deadline};
}

Result<Settled> Ledger::apply(const Settle& verb) {
  Task* task = find_task(verb.fence.task);
  if (!is_current(verb.fence)) return settle_without_hold(verb, task);
  Agent& agent = *find_agent(verb.fence.agent);
  Settled answer;
  if (held_task(agent) != nullptr) {
    settle_held(verb, *task, agent);
    answer.status = task->last_settle->status;
  } else {
    answer.counted = false;
    answer.status = task == nullptr ? TaskStatus::cancelled : task->status;
    keep_late_result(verb, task);
    const AgentState before = agent.state;
    free_agent(agent);
    if (agent.state != before) append(draft::agent_changed(agent, before, AgentEvent::task_settled));
  }
  if (task != nullptr && (!task->last_settle || task->last_settle->attempt <= verb.fence.attempt)) {
    task->last_settle = {.agent = agent.id,
                         .incarnation = agent.incarnation,
                         .attempt = verb.fence.attempt,
                         .kind = verb.kind,
                         .digest = rules::body_digest(verb),
                         .status = answer.status,
                         .counted = answer.counted};
    touch(*task);
  }
  answer.next = claim_next(&agent, verb);
  return answer;
}

/// The fence is not the agent's current one: the repeat of a settle that was answered, or a settle that is too late.
Result<Settled> Ledger::settle_without_hold(const Settle& verb, Task* task) {
  if (task == nullptr) return refuse::unknown_task(verb.fence.task);
  const auto& last = task->last_settle;
  if (last && rules::is_same(*last, verb, rules::body_digest(verb))) {
    Settled answer{.status = last->status, .counted = last->counted};
    auto agent = live_agent(verb.fence.agent, verb.fence.incarnation);
    answer.next = claim_next(agent ? *agent : nullptr, verb);
    return answer;
  }
  keep_late_result(verb, task);
  return refuse::stale_fence(verb.fence);
}

void Ledger::settle_held(const Settle& verb, Task& task, Agent& agent) {
  const rules::Outcome outcome = rules::outcome_of(verb, task, now_);
  change(task, [&](Task& settled) {
    settled.status = next(settled.status, outcome.event).value_or(settled.status);
    settled.holder.reset();
    settled.failures = outcome.failures;
    if (outcome.run_at) settled.run_at = outcome.run_at;
    if (has_ended(settled.status)) settled.ended_at = now_;
    settled.last_settle = LastSettle{.status = settled.status};
  });
  if (verb.kind == SettleKind::complete) set_result(task, verb.body);
  if (verb.kind == SettleKind::fail) set_error(task, verb.body);
  free_agent(agent);
  switch (outcome.event) {
    case TaskEvent::complete:
      rules::note_success(agent);
      append(draft::task_completed(task, agent.id));
      break;
    case TaskEvent::fail_again: append(draft::task_retrying(task, agent.id)); break;
    case TaskEvent::fail_last: append(draft::task_failed(task, agent.id)); break;
    default:
      append(verb.kind == SettleKind::decline ? draft::task_declined(task, agent.id, verb.body)
                                              : draft::task_requeued(task, agent.id, "released"));
  }
  resolve(limits::dependants_per_step);
}

void Ledger::keep_late_result(const Settle& verb, const Task* task) {
  if (verb.kind != SettleKind::complete || task == nullptr) return;
  if (!rules::is_late(*task, verb.fence.attempt)) return;
  const bool first = db_.run(sql::late_result_put, task->id, verb.fence.attempt) > 0;
  if (first) append(draft::task_late_result(*task, verb.fence, verb.body));
}

std::optional<Grant> Ledger::claim_next(Agent* agent, const Settle& verb) {
  if (!verb.next || agent == nullptr) return std::nullopt;
  auto grant = claim(*agent, *verb.next, false);
  return grant ? *std::move(grant) : std::nullopt;
}

}  // namespace baton::sqlite
