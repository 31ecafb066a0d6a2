#include <set>
#include <unordered_set>

#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::memory {

Result<std::vector<Submitted>> Ledger::apply(const Submit& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  auto planned = plan(verb);
  if (!planned) return std::unexpected(planned.error());
  if (auto fits = check_dependencies(*planned); !fits) return std::unexpected(fits.error());
  if (auto fits = check_lanes(*planned); !fits) return std::unexpected(fits.error());
  for (const NewTask* task : planned->fresh) create(*task);
  for (const NewTask* task : planned->fresh) cancel_if_doomed(task->id);
  for (Submitted& answer : planned->answers) answer.status = find_task(answer.id)->status;
  return std::move(planned->answers);
}

/// Tells new tasks from known ones.
Result<Ledger::Plan> Ledger::plan(const Submit& verb) {
  Plan plan;
  std::unordered_set<TaskId> ids;
  std::unordered_set<IdempotencyKey> keys;
  for (const NewTask& task : verb.tasks) {
    if (!ids.insert(task.id).second) return refuse::twice_in_call("task id " + task.id.str());
    if (task.idempotency_key && !keys.insert(*task.idempotency_key).second) {
      return refuse::twice_in_call("idempotency key " + task.idempotency_key->str());
    }
    auto known = known_task(task);
    if (!known) return std::unexpected(known.error());
    if (!*known && task.deadline && *task.deadline <= now_) return refuse::deadline_passed(task.id);
    plan.answers.push_back({.id = known->value_or(task.id), .created = !known->has_value()});
    if (!*known) plan.fresh.push_back(&task);
  }
  return plan;
}

Result<std::optional<TaskId>> Ledger::known_task(const NewTask& task) {
  if (const Task* same = find_task(task.id)) {
    if (same->digest != rules::body_digest(task)) return refuse::task_id_taken(task.id);
    return same->id;
  }
  if (!task.idempotency_key) return std::nullopt;
  const auto key = keys_.find(*task.idempotency_key);
  if (key == keys_.end() || key->second.expires_at <= now_) return std::nullopt;
  const Task* same = find_task(key->second.task);
  if (same == nullptr) return std::nullopt;
  if (same->digest != rules::body_digest(task)) return refuse::key_taken(*task.idempotency_key);
  return same->id;
}

Result<void> Ledger::check_dependencies(const Plan& plan) {
  std::unordered_set<TaskId> fresh;
  for (const NewTask* task : plan.fresh) fresh.insert(task->id);
  for (const NewTask* task : plan.fresh) {
    for (const TaskId& dependency : task->depends_on) {
      const bool known = fresh.contains(dependency) || find_task(dependency) != nullptr;
      if (!known) return refuse::unknown_dependency(task->id, dependency);
    }
  }
  if (rules::has_cycle(plan.fresh)) return refuse::dependency_cycle();
  return {};
}

Result<void> Ledger::check_lanes(const Plan& plan) {
  std::set<Lane> opened;
  for (const NewTask* task : plan.fresh) {
    Lane lane = task->lane.value_or(Lane::trusted(task->kind.str()));
    if (!lanes_.contains(lane)) opened.insert(std::move(lane));
  }
  if (!opened.empty() && lanes_.size() + opened.size() > limits::lanes) return refuse::too_many_lanes();
  return {};
}

void Ledger::create(const NewTask& submitted) {
  Task task = rules::make_task(submitted, now_);
  seq_ = seq_.next();
  task.seq = task.place = seq_;
  bool doomed = false;
  for (const TaskId& id : task.depends_on) {
    const Task* dependency = find_task(id);
    if (dependency != nullptr && has_ended(dependency->status)) {
      doomed |= dependency->status != TaskStatus::completed;
      continue;
    }
    dependants_[id].emplace(task.seq, task.id);
    ++task.waiting_for;
  }
  doomed &= task.on_failed_dependency == DependencyRule::fail_fast;
  if (task.waiting_for > 0 || doomed) task.status = TaskStatus::blocked;
  if (task.idempotency_key) {
    const Time expiry = now_ + limits::idempotency_key_life;
    keys_[*task.idempotency_key] = {.key = *task.idempotency_key, .task = task.id, .expires_at = expiry};
    key_expiries_.set(*task.idempotency_key, expiry);
  }
  put(task);
  append(draft::task_created(task));
}

/// A task that waits for something that has failed already ends at once.
void Ledger::cancel_if_doomed(const TaskId& id) {
  Task& task = *find_task(id);
  if (task.status != TaskStatus::blocked || task.on_failed_dependency != DependencyRule::fail_fast) return;
  for (const TaskId& on : task.depends_on) {
    const Task& dependency = *find_task(on);
    if (!has_ended(dependency.status) || dependency.status == TaskStatus::completed) continue;
    end(task, TaskEvent::dependency_failed, rules::failed_dependency(on, dependency.status));
    append(draft::task_cancelled(task, std::nullopt));
    resolve(limits::dependants_per_step);
    return;
  }
}

}  // namespace baton::memory
