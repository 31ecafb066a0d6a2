#include "support/sightings.hpp"

#include <algorithm>

namespace baton::test {

/// What each kind of reply teaches.
struct Learning {
  Sightings& seen;
  const Verb& verb;

  template <class T>
  void operator()(const T&) const {}

  void operator()(const Agent& agent) const { seen.see(agent); }
  void operator()(const Task& task) const { seen.see(task); }
  void operator()(const Lock& lock) const { seen.see(lock); }
  void operator()(const Correlation& correlation) const { seen.see(correlation); }
  void operator()(const Record& record) const { seen.see(record); }
  void operator()(const TryLockReply& reply) const { seen.see(reply.lock); }
  void operator()(const Thread& thread) const { seen.threads[thread.id] = thread.messages; }
  void operator()(const AgentPage& page) const { each(page.items); }
  void operator()(const TaskPage& page) const { each(page.items); }
  void operator()(const LockPage& page) const { each(page.items); }
  void operator()(const CorrelationPage& page) const { each(page.items); }
  void operator()(const RecordPage& page) const { each(page.items); }

  void operator()(const std::optional<Grant>& grant) const {
    if (grant) seen.see(*grant);
  }
  void operator()(const std::optional<Lock>& lock) const {
    if (lock) seen.see(*lock);
  }
  void operator()(const Orders& orders) const {
    if (orders.grant) seen.fences.add(*orders.grant);
  }
  void operator()(const Settled& settled) const {
    const auto agent = seen.agents.find(std::get<Settle>(verb).fence.agent);
    if (agent != seen.agents.end()) {
      agent->second.current_task.reset();
      if (agent->second.state != AgentState::draining) agent->second.state = AgentState::idle;
    }
    if (settled.next) seen.see(*settled.next);
  }
  void operator()(const std::vector<Submitted>& answers) const {
    for (const Submitted& answer : answers) seen.tasks.try_emplace(answer.id);
  }
  void operator()(const LogPage& page) const { seen.last = std::max(seen.last, page.last); }
  void operator()(const HealthReport& report) const { seen.last = std::max(seen.last, report.last); }
  void operator()(const std::vector<Delivery>& deliveries) const {
    for (const Delivery& delivery : deliveries) {
      seen.delivered[std::get<ReadGroup>(verb).group].add(delivery.event.position);
    }
  }
  void operator()(const GroupReport& report) const {
    for (const Pending& pending : report.pending) seen.delivered[report.group.name].add(pending.position);
  }
  void operator()(const DeadLetterPage& page) const {
    for (const DeadLetter& letter : page.items) seen.dead[std::get<DeadLetters>(verb).group].add(letter.event.position);
  }
  void operator()(const ExportPage& page) const { seen.cursors.add(page.next); }
  void operator()(const Done&) const {
    if (const auto* set = std::get_if<SetResult>(&verb)) seen.results.add({set->task, set->attempt});
  }

  template <class T>
  void each(const std::vector<T>& items) const {
    for (const T& item : items) seen.see(item);
  }
};

void Sightings::see(const Agent& agent) {
  agents[agent.id] = agent;
  if (agent.current_task) {
    fences.add(
        {.agent = agent.id, .incarnation = agent.incarnation, .task = *agent.current_task, .attempt = agent.attempt});
  }
}

void Sightings::see(const Task& task) {
  tasks[task.id] = task.attempt;
  if (has_ended(task.status) && task.status != TaskStatus::completed) ended.add(task.id);
  seq = std::max(seq, task.seq);
}

void Sightings::see(const Grant& grant) {
  see(grant.task);
  fences.add(grant.fence);
  Agent& agent = agents[grant.fence.agent];
  agent.id = grant.fence.agent;
  agent.incarnation = grant.fence.incarnation;
  agent.current_task = grant.task.id;
  agent.attempt = grant.task.attempt;
  agent.state = AgentState::working;
}

void Sightings::see(const Lock& lock) {
  if (const auto known = locks.find(lock.name); known != locks.end() && known->second.token != lock.token) {
    old_locks.add(known->second);
  }
  locks[lock.name] = lock;
}

/// An agent that was told to be stale is taken for crashed; a conflict tells the state that there is.
void Sightings::refused(const Verb& verb, const Error& error) {
  const AgentId* agent = nullptr;
  if (const auto* beat = std::get_if<Beat>(&verb)) agent = &beat->agent;
  if (const auto* claim = std::get_if<Claim>(&verb)) agent = &claim->agent;
  if (const auto* settle = std::get_if<Settle>(&verb)) agent = &settle->fence.agent;
  if (const auto* moved = std::get_if<Transition>(&verb)) agent = &moved->agent;
  if (agent == nullptr || !agents.contains(*agent)) return;
  Agent& known = agents[*agent];
  if (error.code == Errc::stale_fence) known.state = AgentState::crashed;
  if (error.code == Errc::not_found) known.state = AgentState::crashed;
  if (error.code == Errc::conflict) {
    if (const auto actual = parse_agent_state(error.actual)) known.state = *actual;
  }
}

void Sightings::learn(const Verb& verb, const Result<Reply>& outcome) {
  const bool moves_the_store = std::holds_alternative<Freeze>(verb) || std::holds_alternative<Import>(verb);
  if (!moves_the_store) verbs.add(verb);
  if (!outcome) return refused(verb, outcome.error());
  if (const auto* released = std::get_if<ReleaseLock>(&verb)) {
    if (const auto lock = locks.find(released->name); lock != locks.end()) {
      old_locks.add(lock->second);
      locks.erase(lock);
    }
  }
  std::visit(Learning{.seen = *this, .verb = verb}, *outcome);
}

}  // namespace baton::test
