#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::memory {

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
  const std::optional<TaskId> first = first_in_line(agent);
  if (!first) return std::nullopt;
  Task& task = *find_task(*first);
  change(task, [&](Task& taken) {
    taken.status = next(taken.status, TaskEvent::claim).value();
    taken.attempt = taken.attempt.next();
    taken.holder = agent.id;
    taken.started_at = now_;
    taken.progress.reset();
  });
  agent.state = next(agent.state, pushed ? AgentEvent::task_assigned : AgentEvent::task_claimed).value();
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

std::optional<TaskId> Ledger::first_in_line(const Agent& agent) {
  if (all_paused_) return std::nullopt;
  const std::pair<const std::pair<std::uint32_t, Seq>, TaskId>* first = nullptr;
  const auto consider = [&first](const LaneState& lane) {
    if (lane.paused || lane.ready.empty()) return;
    if (first == nullptr || lane.ready.begin()->first < first->first) first = &*lane.ready.begin();
  };
  if (agent.lanes.front().str() == "*") {
    for (const auto& [name, lane] : lanes_) {
      if (!is_reserved(name)) consider(lane);
    }
  } else {
    for (const Lane& name : agent.lanes) {
      if (const auto lane = lanes_.find(name); lane != lanes_.end()) consider(lane->second);
    }
  }
  return first == nullptr ? std::nullopt : std::optional(first->second);
}

Grant Ledger::grant_of(const Agent& agent, const Task& task) {
  return {.task = task,
          .fence = {.agent = agent.id, .incarnation = agent.incarnation, .task = task.id, .attempt = task.attempt},
          .deadline = agent.deadline};
}

Result<Heard> Ledger::apply(const Progress& verb) {
  if (!is_current(verb.fence)) return refuse::stale_fence(verb.fence);
  Agent& agent = *find_agent(verb.fence.agent);
  Task* task = held_task(agent);
  if (task == nullptr) return Heard{.cancel = true, .deadline = agent.deadline};
  change(*task, [&verb](Task& advanced) { advanced.progress = verb.progress; });
  if (agent.state == AgentState::assigned) {
    agent.state = next(agent.state, AgentEvent::work_started).value();
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
    answer.status = task->status;
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
    settled.status = next(settled.status, outcome.event).value();
    settled.holder.reset();
    settled.failures = outcome.failures;
    if (outcome.run_at) settled.run_at = outcome.run_at;
    if (verb.kind == SettleKind::complete) settled.result = verb.body;
    if (verb.kind == SettleKind::fail) settled.error = verb.body;
    if (has_ended(settled.status)) settled.ended_at = now_;
  });
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
  if (late_[task->id].insert(verb.fence.attempt).second) append(draft::task_late_result(*task, verb.fence, verb.body));
}

std::optional<Grant> Ledger::claim_next(Agent* agent, const Settle& verb) {
  if (!verb.next || agent == nullptr) return std::nullopt;
  auto grant = claim(*agent, *verb.next, false);
  return grant ? *std::move(grant) : std::nullopt;
}

}  // namespace baton::memory
