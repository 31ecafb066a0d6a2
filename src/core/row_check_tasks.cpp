#include <algorithm>
#include <string>

#include "core/row_check.hpp"

namespace baton {
namespace {

constexpr const char* start_again = "cancel the task and retry it: it then waits in line again";
constexpr const char* register_again = "let the agent register again, as a new incarnation";
constexpr const char* submit_again = "submit the task again, under a new id";

std::string of(const TaskId& id) { return "task " + id.str(); }
std::string of(const AgentId& id) { return "agent " + id.str(); }

std::string text_of(TaskStatus status) { return std::string(to_text(status)); }

bool must_hold(AgentState state) {
  return state == AgentState::assigned || state == AgentState::working || state == AgentState::reporting;
}
bool may_hold(AgentState state) { return must_hold(state) || state == AgentState::draining; }

}  // namespace

void RowCheck::look(const rows::Meta& meta) { picture_.meta = meta; }

void RowCheck::look(const Agent& agent) {
  picture_.agents[agent.id] = {
      .state = agent.state, .deadline = agent.deadline, .task = agent.current_task, .attempt = agent.attempt};
  const std::string state(to_text(agent.state));
  if (agent.current_task && !may_hold(agent.state)) {
    findings_.damage(of(agent.id), "it is " + state + " and holds " + of(*agent.current_task), register_again);
  }
  if (!agent.current_task && must_hold(agent.state)) {
    findings_.damage(of(agent.id), "it is " + state + " and holds no task", register_again);
  }
  if (agent.current_task && agent.attempt.value == 0) {
    findings_.damage(of(agent.id), "it holds " + of(*agent.current_task) + " under no attempt", register_again);
  }
}

void RowCheck::look(const Task& task) {
  const bool is_new = !picture_.tasks.contains(task.id);
  picture_.tasks[task.id] = {.seq = task.seq,
                             .place = task.place,
                             .status = task.status,
                             .priority = task.priority,
                             .waiting_for = task.waiting_for,
                             .attempt = task.attempt,
                             .lane = picture_.name(task.lane.str()),
                             .thread = task.thread ? picture_.name(task.thread->str()) : nullptr,
                             .holder = task.holder ? picture_.name(task.holder->str()) : nullptr,
                             .key = task.idempotency_key ? picture_.name(task.idempotency_key->str()) : nullptr,
                             .run_at = task.run_at,
                             .deadline = task.deadline,
                             .ended_at = task.ended_at};
  const std::string where = of(task.id);
  if (!is_new) findings_.damage(where, "it is there twice", "remove one of the two with the engine's own tools");
  if (task.seq <= last_seq_) findings_.damage(where, "its seq is not its own", submit_again);
  last_seq_ = std::max(last_seq_, task.seq);
  if (!places_.insert(task.place.value).second) findings_.damage(where, "it shares its place in line", start_again);
  highest_ = std::max({highest_, task.seq, task.place});
  const bool ended = has_ended(task.status);
  if (ended != task.ended_at.has_value()) {
    findings_.damage(where, "it is " + text_of(task.status) + (ended ? " and has no end time" : " and has an end time"),
                     start_again);
  }
  if (task.status == TaskStatus::scheduled && !task.run_at) {
    findings_.damage(where, "it is scheduled for no time", start_again);
  }
  if (!ended && !task.payload) findings_.damage(where, "its payload is gone", submit_again);
  if (task.status == TaskStatus::completed && !task.result) {
    findings_.damage(where, "it is completed and its result is gone", submit_again);
  }
  if (task.last_settle && task.last_settle->attempt > task.attempt) {
    findings_.damage(where,
                     "attempt " + std::to_string(task.last_settle->attempt.value) + " was settled, but only " +
                         std::to_string(task.attempt.value) + " were issued",
                     submit_again);
  }
}

void RowCheck::check_counter() {
  if (highest_ <= picture_.meta.seq) return;
  const std::string highest = std::to_string(highest_.value);
  findings_.damage("the counter of tasks",
                   "it is at " + std::to_string(picture_.meta.seq.value) + ", but tasks go up to " + highest,
                   "while no daemon runs, set seq in `meta` to " + highest + " with the engine's own tools");
}

void RowCheck::look(const rows::Dependency& edge) { picture_.dependencies.push_back(edge); }

void RowCheck::look(const rows::LateResult& late) {
  const auto task = picture_.tasks.find(late.task);
  if (task != picture_.tasks.end() && late.attempt <= task->second.attempt) return;
  findings_.damage("late result of " + of(late.task),
                   "attempt " + std::to_string(late.attempt.value) + " was never issued",
                   "harmless; `baton store copy` into a new store keeps it");
}

void RowCheck::look(const rows::Key& key) { picture_.keys.push_back(key); }

void RowCheck::look(const rows::PausedLane& paused) { picture_.paused.insert(paused.lane); }

void RowCheck::check_holder(const TaskId& id, const Picture::TaskFacts& task) {
  const bool running = task.status == TaskStatus::running;
  if (!running) {
    if (task.holder != nullptr) {
      findings_.damage(of(id), "it is " + text_of(task.status) + " and has a holder, " + *task.holder, start_again);
    }
    return;
  }
  if (task.holder == nullptr) return findings_.damage(of(id), "it runs and has no holder", start_again);
  if (task.attempt.value == 0) return findings_.damage(of(id), "it runs under no attempt", start_again);
  const auto agent = picture_.agents.find(AgentId::trusted(*task.holder));
  if (agent == picture_.agents.end()) {
    return findings_.damage(of(id), "it runs and its holder " + *task.holder + " is unknown", start_again);
  }
  if (agent->second.task != id || agent->second.attempt != task.attempt) {
    findings_.damage(of(id), "it runs and its holder " + *task.holder + " does not hold it", start_again);
  }
}

/// What the agents say they hold.
void RowCheck::check_holds() {
  std::map<std::pair<TaskId, Attempt>, AgentId> holders;
  for (const auto& [id, agent] : picture_.agents) {
    if (!agent.task) continue;
    const auto [first, alone] = holders.try_emplace({*agent.task, agent.attempt}, id);
    if (!alone) {
      findings_.damage(of(*agent.task), "two agents hold it: " + first->second.str() + " and " + id.str(),
                       register_again);
    }
    const auto task = picture_.tasks.find(*agent.task);
    if (task == picture_.tasks.end()) continue;  // ended and forgotten meanwhile
    if (agent.attempt > task->second.attempt) {
      findings_.damage(of(id),
                       "it holds attempt " + std::to_string(agent.attempt.value) + " of " + of(*agent.task) +
                           ", which was never issued",
                       register_again);
    }
    const bool current = task->second.status == TaskStatus::running && task->second.attempt == agent.attempt;
    if (current && task->second.holder != nullptr && *task->second.holder != id.str()) {
      findings_.damage(of(id), "it holds " + of(*agent.task) + ", whose holder is " + *task->second.holder,
                       register_again);
    }
  }
}

void RowCheck::check_dependencies() {
  std::unordered_map<TaskId, std::uint32_t> waiting;
  for (const rows::Dependency& edge : picture_.dependencies) {
    ++waiting[edge.dependant];
    const auto dependant = picture_.tasks.find(edge.dependant);
    if (dependant == picture_.tasks.end() || !picture_.tasks.contains(edge.dependency)) {
      const TaskId& gone = dependant == picture_.tasks.end() ? edge.dependant : edge.dependency;
      findings_.damage("dependency of " + of(edge.dependant) + " on " + of(edge.dependency), of(gone) + " is unknown",
                       "cancel the dependant and submit it again");
    }
  }
  for (const auto& [id, task] : picture_.tasks) {
    const bool blocked = task.status == TaskStatus::blocked;
    if (has_ended(task.status)) continue;
    if (!blocked && task.waiting_for > 0) {
      findings_.damage(of(id), "it is " + text_of(task.status) + " and waits for " + std::to_string(task.waiting_for),
                       start_again);
    }
    const std::uint32_t open = blocked ? waiting[id] : 0;
    if (blocked && (task.waiting_for != open || open == 0)) {
      findings_.damage(of(id),
                       "it is blocked and waits for " + std::to_string(task.waiting_for) + " tasks, but has " +
                           std::to_string(open) + " open dependencies",
                       start_again);
    }
  }
}

void RowCheck::check_keys() {
  for (const rows::Key& key : picture_.keys) {
    const auto task = picture_.tasks.find(key.task);
    if (task == picture_.tasks.end()) {
      findings_.note("key " + key.key.str(), "its " + of(key.task) + " is gone",
                     "nothing: a submit under this key makes a new task");
    } else if (task->second.key == nullptr || *task->second.key != key.key.str()) {
      // The first task was forgotten, and its id submitted again.
      findings_.note("key " + key.key.str(), "its " + of(key.task) + " was submitted under another key",
                     "nothing: it goes when the key expires, 24 h after its submit");
    }
  }
}

}  // namespace baton
