#include "core/rules.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/digest.hpp"

namespace baton::rules {

namespace {

/// FNV-1a: the same jitter on every backend and machine.
std::uint64_t hash(const TaskId& task, Attempt attempt) {
  std::uint64_t value = 14695981039346656037ULL;
  const auto mix = [&value](std::uint8_t byte) { value = (value ^ byte) * 1099511628211ULL; };
  for (const std::uint8_t byte : task.bytes()) mix(byte);
  for (int shift = 0; shift < 64; shift += 8) mix(static_cast<std::uint8_t>(attempt.value >> shift));
  return value;
}

/// Joins parts so that no two lists of parts give one text.
class Body {
 public:
  Body& add(std::string_view part) {
    text_ += std::to_string(part.size());
    text_ += ':';
    text_ += part;
    return *this;
  }
  Body& add(const Json& json) { return add(sorted_text(json)); }
  Body& add(std::uint64_t number) { return add(std::to_string(number)); }
  Body& add(const std::optional<Time>& time) { return add(time ? to_text(*time) : std::string()); }
  std::string digest() const { return baton::digest(text_); }

 private:
  std::string text_;
};

}  // namespace

Duration retry_delay(const TaskId& task, Attempt attempt, std::uint32_t failures) {
  const Duration longest = limits::last_retry;
  const Duration doubled = Duration{limits::first_retry} * (std::int64_t{1} << std::min(failures - 1, 20U));
  const Duration base = std::min(doubled, longest);
  return base / 2 + base * static_cast<std::int64_t>(hash(task, attempt) % 1024) / 2048;
}

std::string body_digest(const NewTask& task) {
  Body body;
  body.add(task.kind.str()).add(task.lane ? task.lane->str() : "").add(task.thread ? task.thread->str() : "");
  body.add(task.priority).add(task.payload).add(task.max_attempts).add(task.run_at).add(task.deadline);
  for (const TaskId& dependency : task.depends_on) body.add(dependency.str());
  body.add(to_text(task.on_failed_dependency)).add(task.idempotency_key ? task.idempotency_key->str() : "");
  // Not the trace: whoever sends it again does so in another span of it.
  return body.add(task.metadata).digest();
}

std::string body_digest(const OpenCorrelation& opening) {
  Body body;
  for (const SignalName& name : opening.expected) body.add(name.str());
  body.add(opening.min_agents).add(static_cast<std::uint64_t>(opening.timeout.count()));
  return body.add(opening.pattern).add(opening.document).digest();
}

std::string body_digest(const Settle& settle) {
  return Body().add(settle.body).add(static_cast<std::uint64_t>(settle.retry)).digest();
}

void note_crash(Agent& agent, Time now) {
  std::erase_if(agent.crashes, [now](Time crash) { return crash <= now - limits::crash_window; });
  agent.crashes.push_back(now);
  if (agent.crashes.size() > limits::crashes_to_quarantine) agent.crashes.erase(agent.crashes.begin());
  const bool too_many = agent.crashes.size() >= limits::crashes_to_quarantine;
  if (too_many || agent.claims_from) agent.claims_from = now + limits::quarantine;
}

void note_success(Agent& agent) {
  agent.claims_from.reset();
  agent.crashes.clear();
}

Task make_task(const NewTask& submitted, Time now) {
  Task task;
  task.id = submitted.id;
  task.kind = submitted.kind;
  task.lane = submitted.lane.value_or(Lane::trusted(submitted.kind.str()));
  task.thread = submitted.thread;
  task.priority = submitted.priority;
  task.status = submitted.run_at && *submitted.run_at > now ? TaskStatus::scheduled : TaskStatus::pending;
  task.payload = submitted.payload;
  task.max_attempts = submitted.max_attempts;
  task.run_at = submitted.run_at;
  task.deadline = submitted.deadline;
  task.depends_on = submitted.depends_on;
  task.on_failed_dependency = submitted.on_failed_dependency;
  task.idempotency_key = submitted.idempotency_key;
  task.digest = body_digest(submitted);
  task.traceparent = submitted.traceparent;
  task.metadata = submitted.metadata;
  task.created_at = now;
  task.updated_at = now;
  return task;
}

bool has_cycle(std::span<const NewTask* const> tasks) {
  std::unordered_map<TaskId, std::vector<TaskId>> dependants;
  std::unordered_map<TaskId, std::size_t> waiting;
  for (const NewTask* task : tasks) waiting[task->id] = 0;
  for (const NewTask* task : tasks) {
    for (const TaskId& dependency : task->depends_on) {
      if (!waiting.contains(dependency)) continue;
      dependants[dependency].push_back(task->id);
      ++waiting[task->id];
    }
  }
  std::vector<TaskId> free;
  for (const auto& [id, count] : waiting) {
    if (count == 0) free.push_back(id);
  }
  std::size_t ordered = 0;
  for (; !free.empty(); ++ordered) {
    const TaskId id = free.back();
    free.pop_back();
    for (const TaskId& dependant : dependants[id]) {
      if (--waiting[dependant] == 0) free.push_back(dependant);
    }
  }
  return ordered != waiting.size();
}

Outcome outcome_of(const Settle& settle, const Task& task, Time now) {
  switch (settle.kind) {
    case SettleKind::complete: return {.event = TaskEvent::complete, .failures = task.failures};
    case SettleKind::release:
    case SettleKind::decline: return {.event = TaskEvent::release, .failures = task.failures};
    case SettleKind::fail: break;
  }
  const std::uint32_t failures = task.failures + 1;
  if (!settle.retry || failures >= task.max_attempts) return {.event = TaskEvent::fail_last, .failures = failures};
  return {.event = TaskEvent::fail_again,
          .failures = failures,
          .run_at = now + retry_delay(task.id, task.attempt, failures)};
}

bool is_late(const Task& task, Attempt attempt) {
  return attempt < task.attempt || (attempt == task.attempt && task.status != TaskStatus::running);
}

bool is_same(const LastSettle& last, const Settle& settle, const std::string& digest) {
  return last.agent == settle.fence.agent && last.incarnation == settle.fence.incarnation &&
         last.attempt == settle.fence.attempt && last.kind == settle.kind && last.digest == digest;
}

Json reason(std::string_view why) { return Json::trusted("{\"reason\":" + Json::string(why).text() + "}"); }

Json failed_dependency(const TaskId& dependency, TaskStatus status) {
  return Json::trusted("{\"reason\":\"a dependency did not complete\",\"dependency\":\"" + dependency.str() +
                       "\",\"status\":\"" + std::string(to_text(status)) + "\"}");
}

std::size_t signals_in(const Correlation& correlation) {
  std::unordered_set<SignalName> names;
  for (const SignalEntry& signal : correlation.signals) names.insert(signal.name);
  return static_cast<std::size_t>(
      std::ranges::count_if(correlation.expected, [&](const SignalName& name) { return names.contains(name); }));
}

}  // namespace baton::rules
