#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"

namespace baton::memory {

Result<Group> Ledger::apply(const PutGroup& verb) {
  if (const auto known = groups_.find(verb.group); known != groups_.end()) {
    if (verb.update) update(known->second, verb);
    return report(known->second);
  }
  if (groups_.size() >= limits::groups) return refuse::too_many_groups();
  // Never behind what the log still has.
  const Position oldest = events_.empty() ? position_ : Position{first_position().value - 1};
  const Position cursor = std::max(oldest, std::min(verb.after.value_or(position_), position_));
  GroupState& group = groups_[verb.group];
  group.row = {.name = verb.group,
               .cursor = cursor,
               .visibility = verb.visibility,
               .max_deliveries = verb.max_deliveries,
               .created_at = now_};
  return report(group);
}

void Ledger::update(GroupState& group, const PutGroup& verb) {
  group.row.visibility = verb.visibility;
  group.row.max_deliveries = verb.max_deliveries;
  for (const auto& [position, row] : group.pending) plan_end(group, row);
}

Result<bool> Ledger::apply(const DropGroup& verb) {
  const auto group = groups_.find(verb.group);
  if (group == groups_.end()) return false;
  for (const auto& [position, row] : group->second.pending) {
    last_deliveries_.set({verb.group, position}, std::nullopt);
  }
  groups_.erase(group);
  return true;
}

Result<std::vector<Group>> Ledger::apply(const ListGroups& /*verb*/) {
  std::vector<Group> groups;
  groups.reserve(groups_.size());
  for (const auto& [name, group] : groups_) groups.push_back(report(group));
  return groups;
}

Result<std::vector<Delivery>> Ledger::apply(const ReadGroup& verb) {
  const auto group = groups_.find(verb.group);
  if (group == groups_.end()) return refuse::unknown_group(verb.group);
  std::vector<Delivery> out;
  redeliver(group->second, verb, out);
  deliver_new(group->second, verb, out);
  return out;
}

void Ledger::redeliver(GroupState& group, const ReadGroup& verb, std::vector<Delivery>& out) {
  std::vector<Position> lapsed;
  for (const auto& [position, row] : group.pending) {
    if (lapsed.size() == verb.limit) break;
    if (row.at <= now_) lapsed.push_back(position);
  }
  for (const Position position : lapsed) {
    rows::DeliveryRow row = group.pending.at(position);
    if (row.count >= group.row.max_deliveries) {
      give_up(group, position);
      continue;
    }
    const Event* event = row.event ? &*row.event : event_at(position);
    if (event == nullptr) {
      take_pending(group, position);
      ++group.row.dropped;
      continue;
    }
    row.count += 1;
    row.consumer = verb.consumer;
    row.at = now_ + group.row.visibility;
    out.push_back({.event = *event, .count = row.count});
    put_pending(group, std::move(row));
  }
}

void Ledger::deliver_new(GroupState& group, const ReadGroup& verb, std::vector<Delivery>& out) {
  for (auto event = first_after(group.row.cursor); event != events_.end() && out.size() < verb.limit; ++event) {
    group.row.cursor = event->position;
    out.push_back({.event = *event, .count = 1});
    put_pending(group, {.group = group.row.name,
                        .position = event->position,
                        .consumer = verb.consumer,
                        .count = 1,
                        .at = now_ + group.row.visibility});
  }
}

Result<std::uint64_t> Ledger::apply(const Ack& verb) {
  const auto group = groups_.find(verb.group);
  if (group == groups_.end()) return refuse::unknown_group(verb.group);
  std::uint64_t acknowledged = 0;
  for (const Position position : verb.positions) {
    if (!group->second.pending.contains(position)) continue;
    take_pending(group->second, position);
    ++acknowledged;
  }
  return acknowledged;
}

Result<GroupReport> Ledger::apply(const InspectGroup& verb) {
  const auto group = groups_.find(verb.group);
  if (group == groups_.end()) return refuse::unknown_group(verb.group);
  GroupReport answer{.group = report(group->second)};
  const auto& pending = group->second.pending;
  for (auto at = pending.upper_bound(verb.after); at != pending.end(); ++at) {
    if (answer.pending.size() == verb.limit) {
      answer.next = answer.pending.back().position;
      break;
    }
    const rows::DeliveryRow& row = at->second;
    answer.pending.push_back(
        {.position = row.position, .consumer = row.consumer, .count = row.count, .visible_at = row.at});
  }
  return answer;
}

Result<DeadLetterPage> Ledger::apply(const DeadLetters& verb) {
  const auto group = groups_.find(verb.group);
  if (group == groups_.end()) return refuse::unknown_group(verb.group);
  DeadLetterPage page;
  const auto& dead = group->second.dead;
  for (auto at = dead.upper_bound(verb.after); at != dead.end(); ++at) {
    if (page.items.size() == verb.limit) {
      page.next = page.items.back().event.position;
      break;
    }
    const rows::DeliveryRow& row = at->second;
    page.items.push_back({.event = *row.event, .count = row.count, .consumer = row.consumer, .at = row.at});
  }
  return page;
}

Result<std::uint64_t> Ledger::apply(const Redrive& verb) {
  const auto at = groups_.find(verb.group);
  if (at == groups_.end()) return refuse::unknown_group(verb.group);
  GroupState& group = at->second;
  std::set<Position> chosen(verb.positions.begin(), verb.positions.end());
  std::erase_if(chosen, [&group](Position position) { return !group.dead.contains(position); });
  if (verb.positions.empty()) {
    for (auto dead = group.dead.begin(); dead != group.dead.end() && chosen.size() < verb.limit; ++dead) {
      chosen.insert(dead->first);
    }
  }
  if (verb.dry_run) return chosen.size();
  for (const Position position : chosen) {
    rows::DeliveryRow row = std::move(group.dead.at(position));
    group.dead.erase(position);
    row.dead = false;
    row.count = 0;
    row.at = now_;
    put_pending(group, std::move(row));
  }
  return chosen.size();
}

Group Ledger::report(const GroupState& group) const {
  return {.name = group.row.name,
          .cursor = group.row.cursor,
          .visibility = group.row.visibility,
          .max_deliveries = group.row.max_deliveries,
          .pending = group.pending.size(),
          .dead = group.dead.size(),
          .dropped = group.row.dropped,
          .oldest_pending = group.pending.empty() ? Position{} : group.pending.begin()->first,
          .lag = position_.value - group.row.cursor.value,
          .created_at = group.row.created_at};
}

void Ledger::plan_end(const GroupState& group, const rows::DeliveryRow& row) {
  const bool last = row.count >= group.row.max_deliveries;
  last_deliveries_.set({group.row.name, row.position}, last ? std::optional(row.at) : std::nullopt);
}

void Ledger::put_pending(GroupState& group, rows::DeliveryRow row) {
  plan_end(group, row);
  const Position position = row.position;
  group.pending[position] = std::move(row);
}

void Ledger::take_pending(GroupState& group, Position position) {
  last_deliveries_.set({group.row.name, position}, std::nullopt);
  group.pending.erase(position);
}

void Ledger::give_up(GroupState& group, Position position) {
  rows::DeliveryRow row = group.pending.at(position);
  take_pending(group, position);
  if (!row.event) {
    const Event* event = event_at(position);
    if (event == nullptr) {
      ++group.row.dropped;
      return;
    }
    row.event = *event;
  }
  row.dead = true;
  row.at = now_;
  append(draft::group_dead_lettered(group.row.name, position, row.count));
  group.dead[position] = std::move(row);
}

/// The newest position below which this group needs nothing from the log.
Position Ledger::unacknowledged(const GroupState& group) const {
  for (const auto& [position, row] : group.pending) {
    if (!row.event) return Position{position.value - 1};
  }
  return group.row.cursor;
}

}  // namespace baton::memory
