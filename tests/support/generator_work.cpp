#include <array>

#include "support/generator_makes.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;

constexpr std::array priorities{0U, 7U, 500U, 500U, 500U, 1023U};
constexpr const char* trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

}  // namespace

template <>
Register Generator::make<Register>() {
  Register verb{.agent = agent(), .incarnation = {}, .lanes = {Lane::of("*")}, .ttl = ttl()};
  const auto known = seen_.agents.find(verb.agent);
  const bool comes_back = known == seen_.agents.end() || known->second.state == AgentState::crashed;
  const bool anew = chance_.percent(comes_back ? 92 : 20);
  verb.incarnation = anew || known == seen_.agents.end() ? Incarnation::of(fresh("start")) : known->second.incarnation;
  if (chance_.percent(60)) {
    verb.lanes = {lane()};
    if (const Lane other = lane(); other != verb.lanes.front()) verb.lanes.push_back(other);
  }
  if (chance_.percent(30)) verb.version = "v\xC3\xA9rsion 1.2";
  if (chance_.percent(30)) verb.metadata = json();
  return verb;
}

template <>
Deregister Generator::make<Deregister>() {
  Deregister verb{.agent = agent()};
  if (chance_.percent(60)) verb.incarnation = incarnation_of(verb.agent);
  return verb;
}

template <>
Beat Generator::make<Beat>() {
  if (chance_.percent(40)) {
    const Fence held = fence();
    return {
        .agent = held.agent, .incarnation = held.incarnation, .task = held.task, .attempt = held.attempt, .ttl = ttl()};
  }
  const AgentId id = agent();
  return {.agent = id, .incarnation = incarnation_of(id), .ttl = ttl()};
}

template <>
Transition Generator::make<Transition>() {
  constexpr std::array events{AgentEvent::work_started, AgentEvent::output_ready, AgentEvent::drain,
                              AgentEvent::resume,       AgentEvent::resume,       AgentEvent::agent_failed};
  Transition verb{.agent = agent()};
  const auto known = seen_.agents.find(verb.agent);
  if (known != seen_.agents.end() && !chance_.one_in(8)) verb.expected = known->second.state;
  do {
    verb.event = chance_.pick(events);
    if (!next(verb.expected, verb.event)) verb.expected = static_cast<AgentState>(chance_.below(agent_states));
  } while (!next(verb.expected, verb.event));
  if (chance_.percent(30)) verb.incarnation = incarnation_of(verb.agent);
  return verb;
}

template <>
GetAgent Generator::make<GetAgent>() {
  return {.agent = agent()};
}

template <>
ListAgents Generator::make<ListAgents>() {
  ListAgents verb{.limit = limit()};
  if (chance_.percent(40)) verb.state = static_cast<AgentState>(chance_.below(agent_states));
  if (chance_.percent(40)) verb.after = agent();
  return verb;
}

std::vector<TaskId> Generator::dependencies(const std::vector<NewTask>& before) {
  std::vector<TaskId> chosen;
  const auto add = [&chosen](const TaskId& id) {
    if (std::ranges::find(chosen, id) == chosen.end()) chosen.push_back(id);
  };
  for (std::uint64_t i = chance_.between(1, 3); i > 0; --i) {
    if (!before.empty() && chance_.percent(50)) {
      add(chance_.pick(before).id);
    } else if (!seen_.tasks.empty()) {
      add(task());
    }
  }
  return chosen;
}

NewTask Generator::new_task(const std::vector<NewTask>& before) {
  NewTask made{.id = new_task(), .kind = kind(), .priority = chance_.pick(priorities), .payload = json()};
  if (chance_.percent(30)) made.lane = lane();
  if (chance_.percent(30)) made.thread = thread();
  if (chance_.percent(30)) made.max_attempts = static_cast<std::uint32_t>(chance_.between(1, 4));
  if (chance_.percent(15)) made.run_at = soon();
  if (chance_.percent(12)) made.deadline = chance_.one_in(8) ? now_ - 1s : soon();
  if (chance_.percent(20)) made.depends_on = dependencies(before);
  std::erase(made.depends_on, made.id);
  if (chance_.percent(40)) made.on_failed_dependency = DependencyRule::proceed;
  if (chance_.percent(15)) made.idempotency_key = IdempotencyKey::of(chance_.one_in(3) ? "key/1" : fresh("key"));
  if (chance_.percent(30)) made.traceparent = trace;
  if (chance_.percent(20)) made.metadata = json();
  return made;
}

template <>
Submit Generator::make<Submit>() {
  Submit verb{.tasks = {}, .fence = lock_fence()};
  std::uint64_t count = chance_.percent(70) ? 1 : chance_.between(2, 5);
  const bool fan_out = chance_.one_in(60) && !seen_.tasks.empty();
  if (fan_out) count = chance_.between(30, 130);
  const TaskId hub = task();
  std::vector<TaskId> ids;
  std::vector<IdempotencyKey> keys;
  while (count-- > 0) {
    NewTask made = new_task(verb.tasks);
    if (fan_out) {
      made.id = far_task();
      made.depends_on = {hub};
    }
    const bool known_id = std::ranges::find(ids, made.id) != ids.end();
    const bool known_key = made.idempotency_key && std::ranges::find(keys, *made.idempotency_key) != keys.end();
    if (known_id || known_key || std::ranges::find(made.depends_on, made.id) != made.depends_on.end()) continue;
    ids.push_back(made.id);
    if (made.idempotency_key) keys.push_back(*made.idempotency_key);
    verb.tasks.push_back(std::move(made));
  }
  // A dependency on a later task of the call; both ways round it is a cycle.
  if (verb.tasks.size() > 1 && chance_.percent(15)) {
    auto& first = verb.tasks.front().depends_on;
    if (std::ranges::find(first, verb.tasks.back().id) == first.end()) first.push_back(verb.tasks.back().id);
  }
  if (verb.tasks.empty()) verb.tasks.push_back({.id = new_task(), .kind = kind()});
  return verb;
}

template <>
Claim Generator::make<Claim>() {
  AgentId id = agent();
  // An idle agent if one is known.
  for (int tries = 0; tries < 3; ++tries) {
    const auto known = seen_.agents.find(id);
    if (known != seen_.agents.end() && known->second.state == AgentState::idle) break;
    id = agent();
  }
  return {.agent = id,
          .incarnation = incarnation_of(id),
          .claim_id = ClaimId::of(fresh("claim")),
          .lease = ttl(),
          .pushed = chance_.percent(25)};
}

template <>
Progress Generator::make<Progress>() {
  return {.fence = fence(), .progress = json()};
}

template <>
Settle Generator::make<Settle>() {
  Settle verb{.fence = fence(), .kind = static_cast<SettleKind>(chance_.below(4)), .body = json()};
  if (chance_.percent(30)) verb.kind = SettleKind::complete;
  if (chance_.one_in(5)) verb.retry = false;
  if (chance_.percent(35)) verb.next = NextClaim{.claim_id = ClaimId::of(fresh("claim")), .lease = ttl()};
  return verb;
}

template <>
Cancel Generator::make<Cancel>() {
  return {.task = task(), .reason = chance_.percent(50) ? "no longer wanted \"%\"" : ""};
}

template <>
Retry Generator::make<Retry>() {
  Retry verb{.task = !seen_.ended.empty() && chance_.percent(60) ? chance_.pick(seen_.ended.items()) : task()};
  if (chance_.percent(40)) verb.attempt = attempt_of(verb.task);
  return verb;
}

template <>
Edit Generator::make<Edit>() {
  Edit verb{.task = task(), .fence = lock_fence()};
  if (chance_.percent(30)) verb.lane = lane();
  if (chance_.percent(20)) verb.payload = json();
  if (chance_.percent(20)) verb.metadata = json();
  if (chance_.percent(20)) verb.max_attempts = static_cast<std::uint32_t>(chance_.between(1, 5));
  if (chance_.percent(10)) verb.run_at = soon();
  if (chance_.percent(15)) verb.deadline = chance_.one_in(6) ? now_ : soon();
  const bool changes = verb.lane || verb.payload || verb.metadata || verb.max_attempts || verb.run_at || verb.deadline;
  if (!changes || chance_.percent(40)) verb.priority = chance_.pick(priorities);
  return verb;
}

template <>
GetTask Generator::make<GetTask>() {
  return {.task = task()};
}

template <>
ListTasks Generator::make<ListTasks>() {
  ListTasks verb{.newest_first = chance_.percent(40), .limit = limit()};
  if (chance_.percent(30)) verb.status = static_cast<TaskStatus>(chance_.below(task_statuses));
  if (chance_.percent(20)) verb.thread = thread();
  if (chance_.percent(20)) verb.lane = lane();
  if (chance_.percent(15)) verb.kind = kind();
  if (chance_.percent(15)) verb.holder = agent();
  if (chance_.percent(15)) verb.created_from = now_ - ttl();
  if (chance_.percent(15)) verb.created_until = now_ - ttl();
  if (chance_.percent(40)) verb.after = Seq{chance_.below(seen_.seq.value + 2)};
  return verb;
}

template <>
QueueStats Generator::make<QueueStats>() {
  QueueStats verb{.limit = limit()};
  if (chance_.percent(40)) verb.after = LineRef{.lane = lane(), .priority = chance_.pick(priorities)};
  return verb;
}

template <>
Peek Generator::make<Peek>() {
  return {.lane = lane(), .limit = limit()};
}

template <>
SetPaused Generator::make<SetPaused>() {
  // Paused lanes must not stay paused for most of a run.
  SetPaused verb{.paused = chance_.percent(30)};
  if (chance_.percent(70)) verb.lane = lane();
  return verb;
}

}  // namespace baton::test
