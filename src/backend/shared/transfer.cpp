#include "backend/shared/transfer.hpp"

#include <utility>

#include "backend/shared/pack_values.hpp"
#include "core/codec.hpp"
#include "core/exports.hpp"
#include "core/refusals.hpp"
#include "core/whole_rows.hpp"

namespace baton::shared {

using exports::Table;

namespace {

/// Calls `visit` with a value of the type that the table's rows have.
template <class Visit>
auto with_row_type(Table table, Visit visit) {
  switch (table) {
    case Table::meta: return visit(rows::Meta{});
    case Table::agents: return visit(Agent{});
    case Table::tasks: return visit(Task{});
    case Table::dependencies: return visit(rows::Dependency{});
    case Table::late_results: return visit(rows::LateResult{});
    case Table::keys: return visit(rows::Key{});
    case Table::paused_lanes: return visit(rows::PausedLane{});
    case Table::events: return visit(Event{});
    case Table::groups: return visit(rows::GroupRow{});
    case Table::deliveries:
    case Table::dead_letters: return visit(rows::DeliveryRow{});
    case Table::threads: return visit(Thread{});
    case Table::messages: return visit(rows::MessageRow{});
    case Table::sessions: return visit(Session{});
    case Table::locks: return visit(Lock{});
    case Table::results: return visit(rows::ResultRow{});
    case Table::correlations: return visit(Correlation{});
    case Table::signals: return visit(rows::SignalRow{});
    case Table::records: return visit(Record{});
  }
  std::unreachable();
}

Result<void> pack_row(Packer& out, const exports::Row& row) {
  return with_row_type(row.table, [&]<class T>(const T&) -> Result<void> {
    auto value = decode<T>(row.row);
    if (!value) return refuse::foreign_row(value.error().detail);
    if (!rows::is_whole(*value)) return refuse::foreign_row("a member that every such row has is missing");
    packing::pack(out, *value);
    return {};
  });
}

std::string unpack_row(Unpacker& in, Table table) {
  return with_row_type(table, [&]<class T>(T value) {
    packing::unpack(in, value);
    return exports::row_text(table, encode(value));
  });
}

}  // namespace

Result<void> pack_cursor(Packer& out, const Export& verb) {
  auto cursor = exports::parse_cursor(verb.after);
  if (!cursor) return std::unexpected(std::move(cursor.error()));
  out.map(2);
  out.text("table");
  out.integer(static_cast<std::int64_t>(cursor->table));
  out.text("key");
  packing::pack(out, cursor->key);
  return {};
}

Result<void> pack_rows(Packer& out, const Import& verb) {
  std::vector<exports::Row> parsed;
  parsed.reserve(verb.rows.size());
  for (const std::string& text : verb.rows) {
    auto row = exports::parse_row(text);
    if (!row) return std::unexpected(std::move(row.error()));
    parsed.push_back(*std::move(row));
  }
  out.map(2);
  out.text("tables");
  out.array(parsed.size());
  for (const exports::Row& row : parsed) out.integer(static_cast<std::int64_t>(row.table));
  out.text("rows");
  out.array(parsed.size());
  for (const exports::Row& row : parsed) {
    if (auto packed = pack_row(out, row); !packed) return packed;
  }
  return {};
}

ExportPage unpack_page(Unpacker& in, const Export& verb) {
  ExportPage page;
  exports::Cursor last;
  for (std::size_t left = in.array(); left > 0 && !in.is_broken(); --left) {
    if (in.array() != 3) in.fail();
    const std::int64_t table = in.integer();
    if (table < 0 || table >= static_cast<std::int64_t>(exports::tables)) return in.fail(), page;
    last.table = static_cast<Table>(table);
    page.rows.push_back(unpack_row(in, last.table));
    packing::unpack(in, last.key);
  }
  if (page.rows.size() == verb.limit) page.next = to_text(last);
  return page;
}

}  // namespace baton::shared
