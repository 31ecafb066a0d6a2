#pragma once

#include <optional>
#include <span>
#include <string>

#include "baton/verb.hpp"

/// Decisions that are the same on every backend and need nothing but their arguments.
namespace baton::rules {

/// The wait before the next attempt after `failures` failures: doubling from 1 s to 10 min, the upper half of it
/// spread by a hash of task and attempt, so that a burst of failures does not come back as a burst.
Duration retry_delay(const TaskId& task, Attempt attempt, std::uint32_t failures);

/// What makes two submits of one id or key the same: everything but the id, member order aside.
std::string body_digest(const NewTask& task);
std::string body_digest(const OpenCorrelation& opening);
std::string body_digest(const Settle& settle);

/// Notes a crash of the agent; the sixth within a minute, or any while on probation, quarantines it.
void note_crash(Agent& agent, Time now);
/// Work that counted ends the probation.
void note_success(Agent& agent);

/// The task as submitted, with no place yet: pending or scheduled as `run_at` says; the caller blocks it if it waits.
Task make_task(const NewTask& submitted, Time now);

/// Whether the dependencies within one call form a cycle.
bool has_cycle(std::span<const NewTask* const> tasks);

/// What a settle of a held task makes of it.
struct Outcome {
  TaskEvent event = TaskEvent::complete;
  std::uint32_t failures = 0;
  std::optional<Time> run_at{};
};
Outcome outcome_of(const Settle& settle, const Task& task, Time now);

/// Whether a complete that does not count is kept in the log: its attempt was issued and nobody holds it.
bool is_late(const Task& task, Attempt attempt);

bool is_same(const LastSettle& last, const Settle& settle, const std::string& digest);

/// Reasons that the store itself gives, as the task's error.
Json reason(std::string_view why);
Json failed_dependency(const TaskId& dependency, TaskStatus status);

/// How many distinct expected names have signalled.
std::size_t signals_in(const Correlation& correlation);

}  // namespace baton::rules
