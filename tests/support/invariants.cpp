#include "support/invariants.hpp"

#include <algorithm>
#include <map>

#include "core/inspection.hpp"
#include "store/tools.hpp"
#include "support/log_story.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

std::vector<Task> all_tasks(BlockingStore& store) {
  std::vector<Task> all;
  ListTasks request{.limit = 1000};
  do {
    const TaskPage page = must(store, request);
    all.insert(all.end(), page.items.begin(), page.items.end());
    request.after = page.next;
  } while (request.after);
  return all;
}

std::vector<Agent> all_agents(BlockingStore& store) {
  std::vector<Agent> all;
  ListAgents request{.limit = 1000};
  for (bool more = true; more;) {
    const AgentPage page = must(store, request);
    all.insert(all.end(), page.items.begin(), page.items.end());
    more = page.next.has_value();
    if (more) request.after = *page.next;
  }
  return all;
}

/// Every running task is in the hands of the one agent that says so.
void check_holds(const std::vector<Task>& tasks, const std::vector<Agent>& agents, std::vector<std::string>& broken) {
  std::map<TaskId, std::vector<const Agent*>> holders;
  for (const Agent& agent : agents) {
    if (agent.current_task) holders[*agent.current_task].push_back(&agent);
  }
  for (const Task& task : tasks) {
    const std::string what = "task " + task.id.str();
    std::erase_if(holders[task.id], [&task](const Agent* agent) { return agent->attempt != task.attempt; });
    const auto& held = holders[task.id];
    if (held.size() > 1) broken.push_back(what + " is held by several agents");
    if (task.status != TaskStatus::running) {
      if (task.holder) broken.push_back(what + " is not running and has a holder");
      continue;
    }
    if (!task.holder || held.size() != 1 || held.front()->id != *task.holder) {
      broken.push_back(what + " runs and its holder does not hold it");
    } else if (held.front()->state == AgentState::idle || held.front()->state == AgentState::crashed) {
      broken.push_back(what + " runs and its holder is " + std::string(to_text(held.front()->state)));
    }
  }
}

std::map<Lane, std::vector<Waiting>> lines_of(const std::vector<Task>& tasks) {
  std::map<Lane, std::vector<Waiting>> lines;
  for (const Task& task : tasks) {
    if (task.status == TaskStatus::pending) lines[task.lane].push_back({task.id, task.priority, task.place});
  }
  for (auto& [lane, line] : lines) {
    std::ranges::sort(line, {}, [](const Waiting& waiting) { return std::pair(waiting.priority, waiting.place); });
  }
  return lines;
}

/// The queue is exactly the pending tasks, in order.
void check_queue(BlockingStore& store, const std::vector<Task>& tasks, std::vector<std::string>& broken) {
  std::map<Lane, std::uint64_t> depth;
  for (const Line& line : must(store, QueueStats{}).lines) depth[line.lane] += line.depth;
  for (auto& [lane, line] : lines_of(tasks)) {
    if (depth[lane] != line.size()) broken.push_back("lane " + lane.str() + " counts other tasks than it has");
    depth.erase(lane);
    if (line.size() > limits::page) line.resize(limits::page);
    if (must(store, Peek{.lane = lane, .limit = 1000}) != line) {
      broken.push_back("lane " + lane.str() + " queues other tasks than are pending, or in another order");
    }
  }
  for (const auto& [lane, count] : depth) broken.push_back("lane " + lane.str() + " queues tasks that are not pending");
}

void check_log(BlockingStore& store, const HealthReport& health, std::vector<std::string>& broken) {
  ReadLog request{.limit = 1000};
  Position expected = health.first;
  LogStory story;
  for (bool more = health.last.value > 0; more;) {
    const LogPage page = must(store, request);
    for (const Event& event : page.events) {
      if (event.position != expected)
        broken.push_back("the log has a gap before " + std::to_string(event.position.value));
      expected = event.position.next();
      story.tell(event);
    }
    more = page.next < page.last;
    request.after = page.next;
  }
  if (health.last.value > 0 && expected != health.last.next())
    broken.emplace_back("the log ends before its last position");
  // Without its beginning the story cannot be followed.
  if (health.first.value == 1) broken.insert(broken.end(), story.broken().begin(), story.broken().end());
}

}  // namespace

std::vector<std::string> broken_invariants(BlockingStore& store) {
  std::vector<std::string> broken;
  const HealthReport health = must(store, Health{});
  if (health.degraded) broken.emplace_back("the store is degraded");
  for (const std::string& note : health.notes) {
    if (note.find("salvage") != std::string::npos) broken.push_back("the store was damaged: " + note);
  }
  const std::vector<Task> tasks = all_tasks(store);
  check_holds(tasks, all_agents(store), broken);
  check_queue(store, tasks, broken);
  check_log(store, health, broken);
  for (const Task& task : tasks) {
    const bool blocked = task.status == TaskStatus::blocked;
    if (!has_ended(task.status) && blocked != (task.waiting_for > 0)) {
      broken.push_back("task " + task.id.str() + " is " + std::string(to_text(task.status)) + " and waits for " +
                       std::to_string(task.waiting_for));
    }
  }
  return broken;
}

std::vector<std::string> damages_of(const std::string& url) {
  auto inspector = open_inspector(url);
  if (!inspector) return {"the store cannot be checked: " + inspector.error().detail};
  const auto found = inspect(**inspector, [](std::uint64_t) { return true; });
  if (!found) return {"the check of the store failed: " + found.error().detail};
  std::vector<std::string> damages;
  for (const baton::Finding& finding : found->findings.kept()) {
    if (finding.gravity == baton::Finding::Gravity::damage) damages.push_back(finding.where + ": " + finding.what);
  }
  return damages;
}

}  // namespace baton::test
