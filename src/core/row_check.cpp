#include "core/row_check.hpp"

#include "core/codec.hpp"

namespace baton {

using exports::Table;

template <class T>
void RowCheck::read(const exports::Row& row) {
  const auto value = decode<T>(row.row);
  if (value) return look(*value);
  findings_.damage("table " + std::string(to_text(row.table)), "a row cannot be understood: " + value.error().detail,
                   "restore a backup, or remove the row by hand with the engine's own tools");
}

void RowCheck::take(std::string_view text) {
  const auto row = exports::parse_row(text);
  if (!row) {
    findings_.damage("the export", "a row cannot be read: " + row.error().detail, "restore a backup");
    return;
  }
  ++picture_.rows[static_cast<std::size_t>(row->table)];
  switch (row->table) {
    case Table::meta: return read<rows::Meta>(*row);
    case Table::agents: return read<Agent>(*row);
    case Table::tasks: return read<Task>(*row);
    case Table::dependencies: return read<rows::Dependency>(*row);
    case Table::late_results: return read<rows::LateResult>(*row);
    case Table::keys: return read<rows::Key>(*row);
    case Table::paused_lanes: return read<rows::PausedLane>(*row);
    case Table::events: return read<Event>(*row);
    case Table::groups: return read<rows::GroupRow>(*row);
    case Table::deliveries:
    case Table::dead_letters: return read<rows::DeliveryRow>(*row);
    case Table::threads: return read<Thread>(*row);
    case Table::messages: return read<rows::MessageRow>(*row);
    case Table::sessions: return read<Session>(*row);
    case Table::locks: return read<Lock>(*row);
    case Table::results: return read<rows::ResultRow>(*row);
    case Table::correlations: return read<Correlation>(*row);
    case Table::signals: return read<rows::SignalRow>(*row);
    case Table::records: return read<Record>(*row);
  }
}

void RowCheck::finish() {
  for (const auto& [id, task] : picture_.tasks) check_holder(id, task);
  check_holds();
  check_counter();
  check_dependencies();
  check_keys();
  check_log();
  check_threads();
  check_correlations();
}

}  // namespace baton
