#include "core/index_check.hpp"

#include <array>
#include <utility>

namespace baton {
namespace {

constexpr std::array<std::string_view, indexes> names = {
    "queue",           "status",          "thread_tasks",    "scheduled",     "task_deadlines",
    "ended",           "unresolved",      "lines",           "lanes",         "heads",
    "agent_deadlines", "agent_locks",     "session_locks",   "lock_expiries", "session_deadlines",
    "key_expiries",    "result_expiries", "record_expiries", "collecting",    "correlation_expiries",
    "signal_counts",   "pending_counts",  "dead_counts",     "visible",       "last_deliveries",
    "message_counts"};

using TaskFacts = Picture::TaskFacts;

/// Puts what the rows imply for an index into `add(key, value)`.
template <class Add>
class Implied {
 public:
  Implied(const Picture& picture, Add add) : picture_(picture), add_(std::move(add)) {}

  void tell(Index index) {
    switch (index) {
      case Index::queue: return queue();
      case Index::status:
        return tasks([](const TaskFacts& task) {
          return std::string(to_text(task.status)) + " " + std::to_string(task.seq.value);
        });
      case Index::thread_tasks:
        return tasks([](const TaskFacts& task) { return task.thread != nullptr ? *task.thread : std::string(); });
      case Index::scheduled:
        return tasks([](const TaskFacts& task) {
          return task.status == TaskStatus::scheduled && task.run_at ? index_time(*task.run_at) : std::string();
        });
      case Index::task_deadlines:
        return tasks([](const TaskFacts& task) {
          return !has_ended(task.status) && task.deadline ? index_time(*task.deadline) : std::string();
        });
      case Index::ended:
        return tasks([](const TaskFacts& task) { return task.ended_at ? index_time(*task.ended_at) : std::string(); });
      case Index::unresolved: return unresolved();
      case Index::lines: return lines();
      case Index::lanes: return lanes();
      case Index::heads: return heads();
      default: return tell_shared(index);
    }
  }

 private:
  void tell_shared(Index index) {
    switch (index) {
      case Index::agent_deadlines:
        for (const auto& [id, agent] : picture_.agents) {
          if (agent.state != AgentState::crashed) add_(id.str(), index_time(agent.deadline));
        }
        return;
      case Index::agent_locks:
        for (const Lock& lock : picture_.locks) {
          if (lock.agent) add_(lock.name.str(), lock.agent->str());
        }
        return;
      case Index::session_locks:
        for (const Lock& lock : picture_.locks) {
          if (lock.session) add_(lock.name.str(), lock.session->str());
        }
        return;
      case Index::lock_expiries:
        for (const Lock& lock : picture_.locks) add_(lock.name.str(), index_time(lock.expires_at));
        return;
      case Index::session_deadlines:
        for (const auto& [id, deadline] : picture_.sessions) add_(id.str(), index_time(deadline));
        return;
      case Index::key_expiries:
        for (const rows::Key& key : picture_.keys) add_(key.key.str(), index_time(key.expires_at));
        return;
      case Index::result_expiries:
        for (const auto& [name, expires_at] : picture_.results) add_(name, index_time(expires_at));
        return;
      case Index::record_expiries:
        for (const auto& [name, expires_at] : picture_.records) {
          if (expires_at) add_(name, index_time(*expires_at));
        }
        return;
      default: return tell_grouped(index);
    }
  }

  void tell_grouped(Index index) {
    for (const auto& [id, correlation] : picture_.correlations) {
      if (index == Index::collecting && correlation.status == CorrelationStatus::collecting) {
        add_(id.str(), index_time(correlation.timeout_at));
      }
      if (index == Index::correlation_expiries && correlation.expires_at) {
        add_(id.str(), index_time(*correlation.expires_at));
      }
      if (index == Index::signal_counts) count(id.str(), correlation.signals);
    }
    for (const auto& [name, group] : picture_.groups) {
      if (index == Index::pending_counts) count(name.str(), group.pending);
      if (index == Index::dead_counts) count(name.str(), group.dead);
    }
    for (const auto& [key, delivery] : picture_.deliveries) {
      const bool told = index == Index::visible || (index == Index::last_deliveries && delivery.last);
      if (told) add_(key.first.str() + " " + std::to_string(key.second.value), index_time(delivery.at));
    }
    for (const auto& [id, thread] : picture_.threads) {
      if (index == Index::message_counts) count(id.str(), thread.messages);
    }
  }

  /// What there is none of need not be counted.
  void count(const std::string& key, std::uint64_t number) {
    if (number > 0) add_(key, std::to_string(number));
  }

  /// An empty text: the index has nothing of it.
  template <class Value>
  void tasks(Value value) {
    for (const auto& [id, task] : picture_.tasks) {
      if (std::string text = value(task); !text.empty()) add_(id.str(), std::move(text));
    }
  }

  void queue() {
    tasks([](const TaskFacts& task) {
      if (task.status != TaskStatus::pending) return std::string();
      return *task.lane + " " + std::to_string(task.priority) + " " + std::to_string(task.place.value);
    });
  }

  void unresolved() {
    for (const rows::Dependency& edge : picture_.dependencies) {
      const auto task = picture_.tasks.find(edge.dependency);
      if (task != picture_.tasks.end() && has_ended(task->second.status)) add_(edge.dependency.str(), std::string());
    }
  }

  void lines() {
    std::map<std::string, std::uint64_t> depths;
    for (const auto& [id, task] : picture_.tasks) {
      if (task.status == TaskStatus::pending) ++depths[*task.lane + " " + std::to_string(task.priority)];
    }
    for (const auto& [line, depth] : depths) count(line, depth);
  }

  void lanes() {
    std::map<std::string, std::uint64_t> live;
    for (const Lane& lane : picture_.paused) live[lane.str()] = 0;
    for (const auto& [id, task] : picture_.tasks) {
      if (!has_ended(task.status)) ++live[*task.lane];
    }
    for (const auto& [lane, tasks] : live) {
      add_(lane, std::to_string(tasks) + (picture_.paused.contains(Lane::trusted(lane)) ? " paused" : ""));
    }
  }

  void heads() {
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> first;
    for (const auto& [id, task] : picture_.tasks) {
      if (task.status != TaskStatus::pending || picture_.paused.contains(Lane::trusted(*task.lane))) continue;
      const std::pair rank(task.priority, task.place.value);
      const auto [head, is_new] = first.try_emplace(*task.lane, rank);
      if (!is_new) head->second = std::min(head->second, rank);
    }
    for (const auto& [lane, rank] : first) add_(lane, std::to_string(rank.first) + " " + std::to_string(rank.second));
  }

  const Picture& picture_;
  Add add_;
};

std::string where(Index index) { return std::string(to_text(index)) + " (index)"; }

std::string in_quotes(const std::string& value) { return value.empty() ? "nothing" : "\"" + value + "\""; }

}  // namespace

std::string_view to_text(Index index) { return names[static_cast<std::size_t>(index)]; }

std::string index_time(Time time) { return std::to_string(time.time_since_epoch().count()); }

IndexCheck::IndexCheck(Index index, const Picture& picture) : index_(index) {
  auto add = [this](const std::string& key, std::string value) { expected_[key] = {.value = std::move(value)}; };
  Implied(picture, add).tell(index);
}

void IndexCheck::take(const IndexEntry& entry, Findings& findings, const std::string& mend) {
  const auto found = expected_.find(entry.key);
  if (found == expected_.end()) {
    return findings.damage(where(index_), "it holds " + entry.key + ", which does not belong there", mend);
  }
  Expected& expected = found->second;
  if (expected.seen) return findings.damage(where(index_), "it holds " + entry.key + " twice", mend);
  expected.seen = true;
  if (expected.value != entry.value) {
    findings.damage(
        where(index_),
        "it says " + in_quotes(entry.value) + " of " + entry.key + ", the rows say " + in_quotes(expected.value), mend);
  }
}

void IndexCheck::finish(Findings& findings, const std::string& mend) const {
  for (const auto& [key, expected] : expected_) {
    if (!expected.seen) findings.damage(where(index_), "it does not hold " + key, mend);
  }
}

}  // namespace baton
