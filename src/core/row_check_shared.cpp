#include <string>

#include "core/row_check.hpp"

namespace baton {
namespace {

constexpr const char* lost_for_good =
    "what is lost stays lost: restore a backup if it matters, or let groups go on from where they are";
constexpr const char* drop_group = "drop the group and put it again";
constexpr const char* free_lock = "release the lock, or let its time run out";
constexpr const char* thread_lost = "messages that are lost stay lost: restore a backup, or start a new thread";
constexpr const char* open_again = "open it again under a new id";

/// Where a restart or fail-over may lose positions a server lets them jump to the microseconds of its clock.
bool is_jump(Position from, Position to) {
  constexpr std::uint64_t any_clock = 1'000'000'000'000'000;
  constexpr std::uint64_t a_second = 1'000'000;
  return to.value > any_clock && to.value - from.value > a_second;
}

std::string digits(Position position) { return std::to_string(position.value); }

}  // namespace

void RowCheck::look(const Event& event) {
  const Position last = picture_.last_event;
  if (picture_.first_event.value == 0) picture_.first_event = event.position;
  picture_.last_event = event.position;
  if (last.value == 0 || event.position == last.next()) return;
  if (event.position <= last) {
    findings_.damage("the log", "position " + digits(event.position) + " comes after " + digits(last), lost_for_good);
  } else if (is_jump(last, event.position)) {
    findings_.note("the log", "positions jump from " + digits(last) + " to " + digits(event.position),
                   "nothing: a server was restarted or failed over there");
  } else {
    findings_.damage("the log", "the events between " + digits(last) + " and " + digits(event.position) + " are gone",
                     lost_for_good);
  }
}

void RowCheck::check_log() {
  const Position last = picture_.last_event;
  const Position counter = picture_.meta.position;
  if (last > counter) {
    findings_.damage(
        "the log", "it ends at " + digits(last) + ", but the counter is at " + digits(counter),
        "while no daemon runs, set position in `meta` to " + digits(last) + " with the engine's own tools");
  } else if (last.value > 0 && last < counter && !is_jump(last, counter)) {
    findings_.damage("the log", "it ends at " + digits(last) + ", but events were written up to " + digits(counter),
                     lost_for_good);
  }
}

void RowCheck::look(const rows::GroupRow& group) {
  picture_.groups[group.name].row = group;
  if (group.cursor > picture_.meta.position) {
    findings_.damage(
        "group " + group.name.str(),
        "its cursor " + digits(group.cursor) + " is beyond the last position " + digits(picture_.meta.position),
        drop_group);
  }
}

void RowCheck::look(const rows::DeliveryRow& delivery) {
  const std::string where = "group " + delivery.group.str();
  const std::string what = (delivery.dead ? "dead letter " : "delivery ") + digits(delivery.position);
  const auto group = picture_.groups.find(delivery.group);
  if (group == picture_.groups.end()) return findings_.damage(where, what + " belongs to no group", drop_group);
  const std::pair key(delivery.group, delivery.position);
  if (delivery.position > group->second.row.cursor) {
    findings_.damage(where, what + " is beyond the cursor " + digits(group->second.row.cursor), drop_group);
  }
  if (delivery.dead) {
    ++group->second.dead;
    if (!delivery.event) findings_.damage(where, what + " has lost its event", "drop the dead letter with the group");
    if (picture_.deliveries.contains(key)) findings_.damage(where, what + " is pending as well", "acknowledge it");
    return;
  }
  ++group->second.pending;
  const bool last = delivery.count >= group->second.row.max_deliveries;
  if (!picture_.deliveries.emplace(key, Picture::DeliveryFacts{.at = delivery.at, .last = last}).second) {
    findings_.damage(where, what + " is there twice", "acknowledge it");
  }
  const bool in_log = picture_.first_event.value > 0 && delivery.position >= picture_.first_event;
  if (!delivery.event && !in_log) {
    findings_.damage(where, what + " is of an event that the log no longer has",
                     "nothing: it is dropped and counted when it is next read");
  }
}

void RowCheck::look(const Thread& thread) { picture_.threads[thread.id].counted = thread.messages; }

void RowCheck::look(const rows::MessageRow& row) {
  const std::string where = "thread " + row.thread.str();
  const auto thread = picture_.threads.find(row.thread);
  if (thread == picture_.threads.end()) {
    return findings_.damage(where, "it is unknown and has messages", "put the thread again");
  }
  if (messages_of_.first != row.thread) messages_of_ = {row.thread, {}};
  const std::uint64_t expected = ++thread->second.messages;
  if (row.message.number != expected) {
    findings_.damage(
        where,
        "message " + std::to_string(row.message.number) + " stands where " + std::to_string(expected) + " should",
        thread_lost);
    thread->second.messages = row.message.number;
  }
  if (!messages_of_.second.insert(row.message.id).second) {
    findings_.damage(where, "message id " + row.message.id.str() + " is there twice", thread_lost);
  }
}

void RowCheck::check_threads() {
  for (const auto& [id, thread] : picture_.threads) {
    if (thread.counted == thread.messages) continue;
    findings_.damage(
        "thread " + id.str(),
        "it counts " + std::to_string(thread.counted) + " messages and has " + std::to_string(thread.messages),
        thread_lost);
  }
}

void RowCheck::look(const Session& session) { picture_.sessions[session.id] = session.deadline; }

void RowCheck::look(const Lock& lock) {
  const std::string where = "lock " + lock.name.str();
  const Position token{lock.token.value};
  if (token.value == 0 || token > picture_.meta.position) {
    findings_.damage(where, "its token " + digits(token) + " was never issued", free_lock);
  } else if (!tokens_.insert(lock.token).second) {
    findings_.damage(where, "its token " + digits(token) + " is also another lock's", free_lock);
  }
  if (lock.session && !picture_.sessions.contains(*lock.session)) {
    findings_.damage(where, "it is bound to session " + lock.session->str() + ", which is unknown", free_lock);
  }
  if (lock.agent) {
    const auto agent = picture_.agents.find(*lock.agent);
    if (agent == picture_.agents.end() || agent->second.state == AgentState::crashed) {
      findings_.damage(where, "it is bound to agent " + lock.agent->str() + ", which is unknown or crashed", free_lock);
    }
  }
  picture_.locks.push_back(lock);
}

void RowCheck::look(const rows::ResultRow& result) {
  picture_.results.emplace_back(result.task.str() + " " + std::to_string(result.attempt.value), result.expires_at);
}

void RowCheck::look(const Correlation& correlation) {
  const std::string where = "correlation " + correlation.id.str();
  const std::set<SignalName> expected(correlation.expected.begin(), correlation.expected.end());
  if (correlation.version.value == 0) findings_.damage(where, "it has no version", open_again);
  if (correlation.min_agents > expected.size()) {
    findings_.damage(where, "it wants more agents than it expects", open_again);
  }
  picture_.correlations[correlation.id] = {.status = correlation.status,
                                           .timeout_at = correlation.timeout_at,
                                           .expires_at = correlation.expires_at,
                                           .missing = expected};
}

void RowCheck::look(const rows::SignalRow& row) {
  const auto correlation = picture_.correlations.find(row.correlation);
  if (correlation == picture_.correlations.end()) {
    return findings_.damage("correlation " + row.correlation.str(), "it is unknown and has signals", open_again);
  }
  ++correlation->second.signals;
  correlation->second.missing.erase(row.signal.name);
}

void RowCheck::check_correlations() {
  for (const auto& [id, correlation] : picture_.correlations) {
    if (correlation.status != CorrelationStatus::collecting || !correlation.missing.empty()) continue;
    findings_.damage("correlation " + id.str(), "every expected signal is in, and it is still collecting",
                     "nothing: it becomes ready at its timeout");
  }
}

void RowCheck::look(const Record& record) {
  if (record.version.value == 0) {
    findings_.damage("record " + record.kind.str() + " " + record.key.str(), "it has no version", "put it again");
  }
  picture_.records.emplace_back(record.kind.str() + " " + record.key.str(), record.expires_at);
}

}  // namespace baton
