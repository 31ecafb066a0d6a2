#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::memory {

Result<Agent> Ledger::apply(const Register& verb) {
  Agent fresh{.id = verb.agent,
              .incarnation = verb.incarnation,
              .deadline = now_ + verb.ttl,
              .lanes = verb.lanes,
              .version = verb.version,
              .metadata = verb.metadata,
              .registered_at = now_};
  if (Agent* known = find_agent(verb.agent)) {
    if (known->incarnation == verb.incarnation) {
      if (known->state == AgentState::crashed) return refuse::crashed(verb.agent);
      return *known;
    }
    Task* task = held_task(*known);
    if (task != nullptr) rules::note_crash(*known, now_);
    fresh.claims_from = known->claims_from;
    fresh.crashes = known->crashes;
    expire_locks(agent_locks_[verb.agent], "agent");
    abandon(task, verb.agent);
  }
  agents_[verb.agent] = fresh;
  index(fresh);
  append(draft::agent_registered(fresh));
  return fresh;
}

Result<bool> Ledger::apply(const Deregister& verb) {
  Agent* agent = find_agent(verb.agent);
  if (agent == nullptr) return false;
  if (verb.incarnation && agent->incarnation != *verb.incarnation) return refuse::other_incarnation(verb.agent);
  expire_locks(agent_locks_[verb.agent], "agent");
  if (Task* task = held_task(*agent)) {
    requeue(*task, TaskEvent::release);
    append(draft::task_requeued(*task, verb.agent, "released"));
  }
  append(draft::agent_removed(*agent));
  agent_deadlines_.set(verb.agent, std::nullopt);
  agent_locks_.erase(verb.agent);
  agents_.erase(verb.agent);
  return true;
}

Result<Orders> Ledger::apply(const Beat& verb) {
  auto agent = live_agent(verb.agent, verb.incarnation);
  if (!agent) return std::unexpected(agent.error());
  Agent& beating = **agent;
  if (verb.task) {
    const Fence named{verb.agent, verb.incarnation, *verb.task, verb.attempt};
    if (!is_current(named)) return refuse::stale_fence(named);
  }
  const bool names_what_it_holds = verb.task == beating.current_task;
  if (names_what_it_holds) renew(beating, now_ + verb.ttl);
  Orders orders{.deadline = beating.deadline, .drain = beating.state == AgentState::draining};
  if (beating.current_task) {
    const Fence held{beating.id, beating.incarnation, *beating.current_task, beating.attempt};
    if (held_task(beating) == nullptr) {
      orders.cancel = held;
    } else if (!names_what_it_holds) {
      orders.grant = held;
    }
  }
  return orders;
}

Result<Agent> Ledger::apply(const Transition& verb) {
  Agent* agent = find_agent(verb.agent);
  if (agent == nullptr) return refuse::unknown_agent(verb.agent);
  if (verb.incarnation && agent->incarnation != *verb.incarnation) return refuse::other_incarnation(verb.agent);
  if (agent->state != verb.expected) return refuse::state_differs(verb, agent->state);
  if (verb.event == AgentEvent::resume && agent->current_task) return refuse::holds_a_task(verb.agent, agent->state);
  if (verb.event == AgentEvent::agent_failed) {
    crash(*agent, verb.event);
    return *agent;
  }
  const AgentState before = agent->state;
  agent->state = next(before, verb.event).value();
  append(draft::agent_changed(*agent, before, verb.event));
  return *agent;
}

Result<Agent> Ledger::apply(const GetAgent& verb) {
  const Agent* agent = find_agent(verb.agent);
  if (agent == nullptr) return refuse::unknown_agent(verb.agent);
  return *agent;
}

Result<AgentPage> Ledger::apply(const ListAgents& verb) {
  AgentPage page;
  auto at = agents_.upper_bound(verb.after);
  for (std::uint32_t examined = 0; at != agents_.end() && examined < verb.limit; ++at, ++examined) {
    if (!verb.state || at->second.state == *verb.state) page.items.push_back(at->second);
    page.next = at->first;
  }
  if (at == agents_.end()) page.next.reset();
  return page;
}

Agent* Ledger::find_agent(const AgentId& id) {
  const auto at = agents_.find(id);
  return at == agents_.end() ? nullptr : &at->second;
}

Result<Agent*> Ledger::live_agent(const AgentId& id, const Incarnation& incarnation) {
  Agent* agent = find_agent(id);
  if (agent == nullptr) return refuse::unknown_agent(id);
  if (agent->incarnation != incarnation) return refuse::other_incarnation(id);
  if (agent->state == AgentState::crashed) return refuse::crashed(id);
  return agent;
}

bool Ledger::is_current(const Fence& fence) {
  const Agent* agent = find_agent(fence.agent);
  return agent != nullptr && agent->incarnation == fence.incarnation && agent->current_task == fence.task &&
         agent->attempt == fence.attempt;
}

Task* Ledger::held_task(const Agent& agent) {
  if (!agent.current_task) return nullptr;
  Task* task = find_task(*agent.current_task);
  const bool counts = task != nullptr && task->status == TaskStatus::running && task->attempt == agent.attempt &&
                      task->holder == agent.id;
  return counts ? task : nullptr;
}

void Ledger::renew(Agent& agent, Time deadline) {
  agent.deadline = std::max(agent.deadline, deadline);
  index(agent);
}

void Ledger::index(const Agent& agent) {
  const bool mortal = agent.state != AgentState::crashed;
  agent_deadlines_.set(agent.id, mortal ? std::optional(agent.deadline) : std::nullopt);
}

void Ledger::free_agent(Agent& agent) {
  agent.state = next(agent.state, AgentEvent::task_settled).value();
  agent.current_task.reset();
  agent.attempt = {};
}

void Ledger::crash(Agent& agent, AgentEvent event) {
  const AgentState before = agent.state;
  Task* task = held_task(agent);
  agent.state = next(before, event).value();
  agent.current_task.reset();
  agent.attempt = {};
  rules::note_crash(agent, now_);
  index(agent);
  append(draft::agent_changed(agent, before, event));
  expire_locks(agent_locks_[agent.id], "agent");
  abandon(task, agent.id);
}

void Ledger::abandon(Task* task, const AgentId& agent) {
  if (task == nullptr) return;
  if (task->crashes + 1 >= limits::crashes_to_dead) {
    task->crashes += 1;
    end(*task, TaskEvent::holder_crashed_last, rules::reason("its holders crashed too often"));
    append(draft::task_dead(*task, agent));
    resolve(limits::dependants_per_step);
    return;
  }
  task->crashes += 1;
  requeue(*task, TaskEvent::holder_crashed);
  append(draft::task_requeued(*task, agent, "crashed"));
}

}  // namespace baton::memory
