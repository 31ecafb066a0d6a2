#include <map>

#include "engine/attention_rules.hpp"
#include "engine/phrases.hpp"

// The rules about tasks.

namespace baton::judges {

namespace {

Tally<TaskId> tally(const StuckTasks& tasks, Time from, Time until) {
  Tally<TaskId> found;
  for (const StuckTask& task : tasks.items) {
    if (task.since >= from && task.since <= until) found.add(task.id, task.since);
  }
  return found;
}

/// `7 tasks`, `at least 10000 tasks`.
std::string tasks_in_words(const Tally<TaskId>& tasks, bool more) {
  return (more ? "At least " : "") + phrase::counted(tasks.count, "task");
}

AttentionItem about_tasks(const Tally<TaskId>& tasks, bool more) {
  AttentionItem item{.subject = tasks.first.front(), .count = tasks.count, .at_least = more, .since = tasks.since};
  if (tasks.count > 1) item.examples.assign(tasks.first.begin(), tasks.first.end());
  return item;
}

std::string longest(const Situation& situation, const Tally<TaskId>& tasks) {
  return (tasks.count == 1 ? " for " : ", the longest for ") + phrase::span(situation.now() - *tasks.since);
}

std::string state_of(const Blocker& blocker) {
  std::string text(to_text(blocker.status));
  if (blocker.holder) text += " on " + blocker.holder->str();
  return text;
}

constexpr Time any_time = Time::min();

}  // namespace

Findings task_dead(const Situation& situation, const AttentionOptions& /*options*/) {
  const auto& tasks = situation.tasks.dead;
  const auto dead = tally(tasks, any_time, situation.now());
  if (dead.count == 0) return {};
  AttentionItem item = about_tasks(dead, tasks.more);
  item.sentence = tasks_in_words(dead, tasks.more) + " given up: " + std::to_string(limits::crashes_to_dead) +
                  " agents crashed while they held " + (dead.count == 1 ? "it" : "each of them");
  return {std::move(item)};
}

Findings task_failed(const Situation& situation, const AttentionOptions& options) {
  const auto& tasks = situation.tasks.failed;
  const auto failed = tally(tasks, situation.now() - options.failed_within, situation.now());
  if (failed.count == 0) return {};
  AttentionItem item = about_tasks(failed, tasks.more);
  item.sentence =
      tasks_in_words(failed, tasks.more) + " failed for good within the last " + phrase::span(options.failed_within);
  return {std::move(item)};
}

Findings task_waiting_long(const Situation& situation, const AttentionOptions& options) {
  const auto& tasks = situation.tasks.waiting;
  std::map<Lane, Tally<TaskId>> lanes;
  for (const StuckTask& task : tasks.items) {
    if (task.since <= situation.now() - options.waiting_for) lanes[task.lane].add(task.id, task.since);
  }
  Findings found;
  for (const auto& [lane, waiting] : lanes) {
    AttentionItem item = about_tasks(waiting, tasks.more);
    item.sentence = tasks_in_words(waiting, tasks.more) + " in lane " + lane.str() +
                    (waiting.count == 1 ? " waits" : " wait") + longest(situation, waiting);
    found.push_back(std::move(item));
  }
  return found;
}

Findings task_running_long(const Situation& situation, const AttentionOptions& options) {
  const auto& tasks = situation.tasks.running;
  const auto running = tally(tasks, any_time, situation.now() - options.running_for);
  if (running.count == 0) return {};
  AttentionItem item = about_tasks(running, tasks.more);
  item.sentence =
      tasks_in_words(running, tasks.more) + (running.count == 1 ? " runs" : " run") + longest(situation, running);
  return {std::move(item)};
}

Findings task_blocked(const Situation& situation, const AttentionOptions& options) {
  const auto& tasks = situation.tasks;
  std::map<TaskId, Tally<TaskId>> behind;
  for (const StuckTask& task : tasks.blocked.items) {
    if (task.waits_for && task.since <= situation.now() - options.blocked_for) {
      behind[*task.waits_for].add(task.id, task.since);
    }
  }
  Findings found;
  for (const auto& [blocker, waiting] : behind) {
    AttentionItem item = about_tasks(waiting, tasks.blocked.more);
    item.subject = blocker;
    item.examples.assign(waiting.first.begin(), waiting.first.end());
    item.sentence = tasks_in_words(waiting, tasks.blocked.more) + (waiting.count == 1 ? " waits" : " wait") +
                    longest(situation, waiting) + ", for task " + blocker.str() + ", which is " +
                    state_of(tasks.blockers.at(blocker));
    found.push_back(std::move(item));
  }
  return found;
}

}  // namespace baton::judges
