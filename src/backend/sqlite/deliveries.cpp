#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {

namespace {

void write_delivery(Connection& db, const rows::DeliveryRow& row, bool last) {
  if (!row.event) {
    db.run(sql::delivery_put, row.group, row.dead, row.position, row.consumer, row.count, row.at, last, std::nullopt,
           std::nullopt, std::nullopt, std::nullopt, std::nullopt);
    return;
  }
  const Event& event = *row.event;
  db.run(sql::delivery_put, row.group, row.dead, row.position, row.consumer, row.count, row.at, last, event.at,
         event.type, event.task, event.agent, event.payload);
}

std::vector<rows::DeliveryRow> collect(Rows rows) {
  std::vector<rows::DeliveryRow> all;
  while (rows.next()) all.push_back(read_delivery(rows));
  return all;
}

}  // namespace

std::vector<Ledger::GroupState> Ledger::all_groups() {
  std::vector<GroupState> groups;
  Rows rows = db_.query(sql::group_all);
  while (rows.next()) {
    GroupState& group = groups.emplace_back();
    rows.into(group.row.name, group.row.cursor, group.row.visibility, group.row.max_deliveries, group.row.dropped,
              group.row.created_at, group.pending, group.dead);
  }
  return groups;
}

std::optional<Ledger::GroupState> Ledger::find_group(const GroupName& name) {
  Rows rows = db_.query(sql::group_find, name);
  if (!rows.next()) return std::nullopt;
  GroupState group;
  rows.into(group.row.name, group.row.cursor, group.row.visibility, group.row.max_deliveries, group.row.dropped,
            group.row.created_at, group.pending, group.dead);
  return group;
}

void Ledger::save_group(const GroupState& group) {
  db_.run(sql::group_put, group.row.name, group.row.cursor, group.row.visibility, group.row.max_deliveries,
          group.row.dropped, group.row.created_at, group.pending, group.dead);
}

std::optional<rows::DeliveryRow> Ledger::find_delivery(const GroupName& group, bool dead, Position position) {
  Rows rows = db_.query(sql::delivery_find, group, dead, position);
  return rows.next() ? std::optional(read_delivery(rows)) : std::nullopt;
}

std::vector<rows::DeliveryRow> Ledger::list_deliveries(const GroupName& group, bool dead, Position after,
                                                       std::uint64_t most) {
  return collect(db_.query(sql::delivery_page, group, dead, after, most));
}

std::vector<rows::DeliveryRow> Ledger::lapsed_deliveries(const GroupName& group, std::uint64_t most) {
  return collect(db_.query(sql::delivery_lapsed, group, now_, most));
}

/// The caller keeps the group's count.
void Ledger::put_pending(GroupState& group, const rows::DeliveryRow& row) {
  write_delivery(db_, row, row.count >= group.row.max_deliveries);
}

bool Ledger::take_pending(GroupState& group, Position position) {
  const bool was_there = db_.run(sql::delivery_drop, group.row.name, false, position) > 0;
  if (was_there) --group.pending;
  return was_there;
}

void Ledger::put_dead(const rows::DeliveryRow& row) { write_delivery(db_, row, false); }

void Ledger::give_up(GroupState& group, rows::DeliveryRow row) {
  take_pending(group, row.position);
  if (!row.event) row.event = event_at(row.position);
  if (!row.event) {
    ++group.row.dropped;
    return;
  }
  row.dead = true;
  row.at = now_;
  append(draft::group_dead_lettered(group.row.name, row.position, row.count));
  put_dead(row);
  ++group.dead;
}

/// The newest position below which this group needs nothing from the log.
Position Ledger::unacknowledged(const GroupState& group) {
  const auto oldest = first_key<Position>(sql::delivery_oldest_needed, group.row.name);
  return oldest.value == 0 ? group.row.cursor : Position{oldest.value - 1};
}

}  // namespace baton::sqlite
