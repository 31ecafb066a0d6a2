#include <algorithm>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"

namespace baton::sqlite {

Result<Group> Ledger::apply(const PutGroup& verb) {
  if (auto known = find_group(verb.group)) {
    if (verb.update) update(*known, verb);
    return report(*known);
  }
  if (first_key<std::uint64_t>(sql::group_count) >= limits::groups) return refuse::too_many_groups();
  const Position first = first_position();
  const Position oldest = first.value == 0 ? counters_.position : Position{first.value - 1};
  const Position cursor = std::max(oldest, std::min(verb.after.value_or(counters_.position), counters_.position));
  const GroupState group{.row = {.name = verb.group,
                                 .cursor = cursor,
                                 .visibility = verb.visibility,
                                 .max_deliveries = verb.max_deliveries,
                                 .created_at = now_}};
  save_group(group);
  return report(group);
}

void Ledger::update(GroupState& group, const PutGroup& verb) {
  if (group.row.max_deliveries != verb.max_deliveries) {
    db_.run(sql::delivery_mark_last, verb.group, verb.max_deliveries);
  }
  group.row.visibility = verb.visibility;
  group.row.max_deliveries = verb.max_deliveries;
  save_group(group);
}

Result<bool> Ledger::apply(const DropGroup& verb) {
  if (db_.run(sql::group_drop, verb.group) == 0) return false;
  db_.run(sql::group_drop_deliveries, verb.group);
  return true;
}

Result<std::vector<Group>> Ledger::apply(const ListGroups& /*verb*/) {
  std::vector<Group> groups;
  for (const GroupState& group : all_groups()) groups.push_back(report(group));
  return groups;
}

Result<std::vector<Delivery>> Ledger::apply(const ReadGroup& verb) {
  auto group = find_group(verb.group);
  if (!group) return refuse::unknown_group(verb.group);
  std::vector<Delivery> out;
  redeliver(*group, verb, out);
  deliver_new(*group, verb, out);
  save_group(*group);
  return out;
}

void Ledger::redeliver(GroupState& group, const ReadGroup& verb, std::vector<Delivery>& out) {
  for (rows::DeliveryRow& row : lapsed_deliveries(verb.group, verb.limit)) {
    if (row.count >= group.row.max_deliveries) {
      give_up(group, std::move(row));
    } else {
      redeliver_one(group, verb, std::move(row), out);
    }
  }
}

void Ledger::redeliver_one(GroupState& group, const ReadGroup& verb, rows::DeliveryRow row,
                           std::vector<Delivery>& out) {
  const std::optional<Event> event = row.event ? row.event : event_at(row.position);
  if (!event) {
    take_pending(group, row.position);
    ++group.row.dropped;
    return;
  }
  row.count += 1;
  row.consumer = verb.consumer;
  row.at = now_ + group.row.visibility;
  out.push_back({.event = *event, .count = row.count});
  put_pending(group, row);
}

void Ledger::deliver_new(GroupState& group, const ReadGroup& verb, std::vector<Delivery>& out) {
  Rows rows = db_.query(sql::event_page, group.row.cursor, verb.limit - std::min<std::size_t>(verb.limit, out.size()));
  while (rows.next()) {
    Event event = read_event(rows);
    group.row.cursor = event.position;
    put_pending(group, {.group = group.row.name,
                        .position = event.position,
                        .consumer = verb.consumer,
                        .count = 1,
                        .at = now_ + group.row.visibility});
    ++group.pending;
    out.push_back({.event = std::move(event), .count = 1});
  }
}

Result<std::uint64_t> Ledger::apply(const Ack& verb) {
  auto group = find_group(verb.group);
  if (!group) return refuse::unknown_group(verb.group);
  std::uint64_t acknowledged = 0;
  for (const Position position : verb.positions) acknowledged += take_pending(*group, position) ? 1 : 0;
  save_group(*group);
  return acknowledged;
}

Result<GroupReport> Ledger::apply(const InspectGroup& verb) {
  const auto group = find_group(verb.group);
  if (!group) return refuse::unknown_group(verb.group);
  GroupReport answer{.group = report(*group)};
  for (const rows::DeliveryRow& row : list_deliveries(verb.group, false, verb.after, verb.limit + 1)) {
    if (answer.pending.size() == verb.limit) {
      answer.next = answer.pending.back().position;
      break;
    }
    answer.pending.push_back(
        {.position = row.position, .consumer = row.consumer, .count = row.count, .visible_at = row.at});
  }
  return answer;
}

Result<DeadLetterPage> Ledger::apply(const DeadLetters& verb) {
  const auto group = find_group(verb.group);
  if (!group) return refuse::unknown_group(verb.group);
  DeadLetterPage page;
  for (const rows::DeliveryRow& row : list_deliveries(verb.group, true, verb.after, verb.limit + 1)) {
    if (page.items.size() == verb.limit) {
      page.next = page.items.back().event.position;
      break;
    }
    page.items.push_back({.event = row.event.value_or(Event{.position = row.position}),
                          .count = row.count,
                          .consumer = row.consumer,
                          .at = row.at});
  }
  return page;
}

Result<std::uint64_t> Ledger::apply(const Redrive& verb) {
  auto group = find_group(verb.group);
  if (!group) return refuse::unknown_group(verb.group);
  std::vector<rows::DeliveryRow> chosen;
  if (verb.positions.empty()) chosen = list_deliveries(verb.group, true, Position{}, verb.limit);
  for (const Position position : std::set<Position>(verb.positions.begin(), verb.positions.end())) {
    if (auto dead = find_delivery(verb.group, true, position)) chosen.push_back(*std::move(dead));
  }
  if (verb.dry_run) return chosen.size();
  for (rows::DeliveryRow& row : chosen) {
    db_.run(sql::delivery_drop, verb.group, true, row.position);
    row.dead = false;
    row.count = 0;
    row.at = now_;
    put_pending(*group, row);
  }
  group->dead -= chosen.size();
  group->pending += chosen.size();
  save_group(*group);
  return chosen.size();
}

Group Ledger::report(const GroupState& group) {
  return {.name = group.row.name,
          .cursor = group.row.cursor,
          .visibility = group.row.visibility,
          .max_deliveries = group.row.max_deliveries,
          .pending = group.pending,
          .dead = group.dead,
          .dropped = group.row.dropped,
          .oldest_pending = first_key<Position>(sql::delivery_oldest, group.row.name),
          .lag = counters_.position.value - group.row.cursor.value,
          .created_at = group.row.created_at};
}

}  // namespace baton::sqlite
