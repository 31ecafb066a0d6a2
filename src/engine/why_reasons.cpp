#include "engine/why_reasons.hpp"

#include <algorithm>
#include <array>

#include "engine/commands.hpp"
#include "engine/phrases.hpp"

namespace baton {

std::string_view to_text(WhyKind kind) {
  static constexpr std::array names =
      std::to_array<std::string_view>({"ended",         "running",      "not_fetched",     "holder_stale",
                                       "waits_for",     "resolving",    "scheduled",       "backing_off",
                                       "due",           "store_frozen", "all_paused",      "lane_paused",
                                       "lane_unserved", "agents_busy",  "agents_draining", "agents_quarantined",
                                       "agents_stale",  "tasks_ahead",  "not_in_line",     "ready"});
  static_assert(names.size() == why_kinds);
  return names[static_cast<std::size_t>(kind)];
}

namespace reasons {

namespace {

constexpr std::size_t most_dependencies = 10;

std::string after(std::string_view words, const std::optional<Json>& json) {
  return json ? std::string(words) + phrase::excerpt(json->text()) : std::string();
}

std::string agents(std::uint64_t count) { return phrase::counted(count, "agent"); }

void add_unable(Reasons& found, const Task& task, const Servers& servers, Standing standing, WhyKind kind,
                std::string_view words) {
  const std::uint64_t count = servers[standing];
  if (count == 0) return;
  WhyReason reason{
      .kind = kind,
      .sentence = agents(count) + " of lane " + task.lane.str() + (count == 1 ? " is " : " are ") + std::string(words),
      .command = to_text(Command::agent_list),
      .lane = task.lane,
      .count = count};
  if (kind == WhyKind::agents_quarantined && servers.first_release) {
    reason.at = servers.first_release;
    reason.sentence += ", until " + to_text(*reason.at) + " at the earliest";
  }
  found.push_back(std::move(reason));
}

/// Who serves the lane and is not free, or that nobody does.
void add_servers(Reasons& found, const Task& task, const LaneView& lane) {
  const Servers& servers = lane.servers;
  if (servers.live() == 0 && lane.counted_all) {
    found.push_back({.kind = WhyKind::lane_unserved,
                     .sentence = "No live agent serves lane " + task.lane.str(),
                     .command = to_text(Command::agent_list),
                     .lane = task.lane});
  }
  if (servers[Standing::idle] > 0) return;
  add_unable(found, task, servers, Standing::busy, WhyKind::agents_busy, "busy with other tasks");
  add_unable(found, task, servers, Standing::draining, WhyKind::agents_draining, "draining");
  add_unable(found, task, servers, Standing::quarantined, WhyKind::agents_quarantined, "quarantined");
  add_unable(found, task, servers, Standing::stale, WhyKind::agents_stale, "stale (not heard of in time)");
}

}  // namespace

WhyReason ended(const Task& task) {
  const bool by_crashes = task.status == TaskStatus::dead;
  WhyReason reason{.kind = WhyKind::ended, .at = task.ended_at};
  reason.sentence = "It has ended: " + std::string(to_text(task.status));
  if (task.ended_at) reason.sentence += " at " + to_text(*task.ended_at);
  if (by_crashes) reason.sentence += ", after its holders crashed " + phrase::counted(task.crashes, "time");
  if (!by_crashes) reason.sentence += after(", ", task.error);
  if (next(task.status, TaskEvent::retry)) reason.command = to_text(Command::task_retry, task.id.str());
  return reason;
}

Reasons running(const Task& task, const std::optional<Agent>& holder, Time now) {
  const AgentId agent = task.holder.value_or(AgentId{});
  const Time since = task.started_at.value_or(task.updated_at);
  Reasons found;
  if (holder && standing_of(*holder, now) == Standing::stale) {
    found.push_back({.kind = WhyKind::holder_stale,
                     .sentence = "Agent " + agent.str() + " has not been heard of since its deadline at " +
                                 to_text(holder->deadline) + ": the next sweep gives the task to another",
                     .command = to_text(Command::agent_show, agent.str()),
                     .agent = agent,
                     .at = holder->deadline});
  }
  if (holder && holder->state == AgentState::assigned) {
    found.push_back({.kind = WhyKind::not_fetched,
                     .sentence = "It was given to agent " + agent.str() + ", which has not taken it up yet",
                     .command = to_text(Command::agent_show, agent.str()),
                     .agent = agent,
                     .at = since});
  }
  found.push_back({.kind = WhyKind::running,
                   .sentence = "Agent " + agent.str() + " holds it since " + to_text(since) + ", attempt " +
                               std::to_string(task.attempt.value) + after("; progress: ", task.progress),
                   .command = to_text(Command::task_show, task.id.str()),
                   .agent = agent,
                   .at = since});
  return found;
}

WhyReason scheduled(const Task& task, Time now) {
  const Time at = task.run_at.value_or(now);
  WhyReason reason{.kind = WhyKind::scheduled, .at = at};
  if (at <= now) {
    reason.kind = WhyKind::due;
    reason.sentence = "Its time, " + to_text(at) + ", has come: the next sweep puts it in line";
  } else if (task.failures > 0) {
    reason.kind = WhyKind::backing_off;
    reason.sentence = "It failed " + phrase::counted(task.failures, "time") + " of " +
                      std::to_string(task.max_attempts) + " and is tried again at " + to_text(at) +
                      after("; the last error: ", task.error);
    reason.count = task.failures;
  } else {
    reason.sentence = "It is scheduled for " + to_text(at);
  }
  return reason;
}

Reasons blocked(const std::vector<Dependency>& open) {
  if (open.empty()) {
    return {{.kind = WhyKind::resolving, .sentence = "All it waited for has ended: the next sweep puts it in line"}};
  }
  Reasons found;
  const std::size_t shown = std::min(open.size(), most_dependencies);
  for (std::size_t i = 0; i < shown; ++i) {
    found.push_back(
        {.kind = WhyKind::waits_for,
         .sentence = "It waits for task " + open[i].id.str() + ", which is " + std::string(to_text(open[i].status)),
         .command = to_text(Command::task_why, open[i].id.str()),
         .task = open[i].id});
  }
  if (const std::uint64_t rest = open.size() - shown; rest > 0) {
    found.push_back({.kind = WhyKind::waits_for,
                     .sentence = "It waits for " + phrase::counted(rest, "task") + " more",
                     .count = rest});
  }
  return found;
}

Reasons pending(const Task& task, const LaneView& lane) {
  Reasons found;
  if (lane.all_paused) {
    found.push_back({.kind = WhyKind::all_paused,
                     .sentence = "All lanes are paused",
                     .command = to_text(Command::queue_resume_all)});
  }
  if (lane.paused) {
    found.push_back({.kind = WhyKind::lane_paused,
                     .sentence = "Its lane, " + task.lane.str() + ", is paused",
                     .command = to_text(Command::queue_resume, task.lane.str()),
                     .lane = task.lane});
  }
  add_servers(found, task, lane);
  if (lane.ahead > 0) {
    found.push_back({.kind = WhyKind::tasks_ahead,
                     .sentence = (lane.more_ahead ? "At least " : "") + phrase::counted(lane.ahead, "task") +
                                 " of lane " + task.lane.str() + " will be claimed before it",
                     .lane = task.lane,
                     .count = lane.ahead});
  }
  if (found.empty()) {
    found.push_back({.kind = WhyKind::ready,
                     .sentence = "Nothing: it is the first in lane " + task.lane.str() + ", and " +
                                 agents(lane.servers[Standing::idle]) + " can take it now",
                     .lane = task.lane,
                     .count = lane.servers[Standing::idle]});
  }
  return found;
}

WhyReason not_in_line(const Task& task) {
  return {.kind = WhyKind::not_in_line,
          .sentence = "It is pending, but not in the line of lane " + task.lane.str() +
                      ": ask again, and if that stays so, look for damage",
          .command = to_text(Command::store_check),
          .lane = task.lane};
}

WhyReason store_frozen() {
  return {.kind = WhyKind::store_frozen,
          .sentence = "The store is frozen: every write is refused",
          .command = to_text(Command::store_thaw)};
}

}  // namespace reasons
}  // namespace baton
