#include <functional>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/codec.hpp"
#include "core/exports.hpp"
#include "core/failpoint.hpp"
#include "core/refusals.hpp"
#include "core/whole_rows.hpp"

namespace baton::sqlite {

using exports::Table;

/// Reads rows into writes that are carried out only once every row was understood.
class Importer {
 public:
  explicit Importer(Ledger& ledger) : ledger_(ledger), db_(ledger.db_) {}

  Result<void> read(const std::string& text) {
    auto parsed = exports::parse_row(text);
    if (!parsed) return std::unexpected(parsed.error());
    return read_row(parsed->table, parsed->row);
  }

  void write() {
    for (const auto& write : writes_) {
      write();
      BATON_FAILPOINT("sqlite.import.row");
    }
  }

 private:
  template <class T>
  Result<void> plan(const Json& row) {
    auto value = decode<T>(row);
    if (!value) return refuse::foreign_row(value.error().detail);
    if (!rows::is_whole(*value)) return refuse::foreign_row("a member that every such row has is missing");
    writes_.push_back([this, value = *std::move(value)] { put(value); });
    return {};
  }

  Result<void> read_row(Table table, const Json& row) {
    switch (table) {
      case Table::meta: return plan<rows::Meta>(row);
      case Table::agents: return plan<Agent>(row);
      case Table::tasks: return plan<Task>(row);
      case Table::dependencies: return plan<rows::Dependency>(row);
      case Table::late_results: return plan<rows::LateResult>(row);
      case Table::keys: return plan<rows::Key>(row);
      case Table::paused_lanes: return plan<rows::PausedLane>(row);
      case Table::events: return plan<Event>(row);
      case Table::groups: return plan<rows::GroupRow>(row);
      case Table::deliveries:
      case Table::dead_letters: return plan<rows::DeliveryRow>(row);
      case Table::threads: return plan<Thread>(row);
      case Table::messages: return plan<rows::MessageRow>(row);
      case Table::sessions: return plan<Session>(row);
      case Table::locks: return plan<Lock>(row);
      case Table::results: return plan<rows::ResultRow>(row);
      case Table::correlations: return plan<Correlation>(row);
      case Table::signals: return plan<rows::SignalRow>(row);
      case Table::records: return plan<Record>(row);
    }
    return refuse::foreign_row("it names an unknown table");
  }

  void put(const rows::Meta& meta) {
    // Never back: positions are tokens too.
    ledger_.counters_.position = std::max(ledger_.counters_.position, meta.position);
    ledger_.counters_.seq = std::max(ledger_.counters_.seq, meta.seq);
    ledger_.counters_.all_paused = meta.all_paused;
  }
  void put(const Agent& agent) { ledger_.put_agent(agent); }

  void put(const Task& task) {
    remove(task.id);
    // A place in the order of submission belongs to one task; an export never holds it twice.
    if (const auto other = ledger_.first_key<std::optional<TaskId>>(sql::task_at_seq, task.seq)) remove(*other);
    ledger_.insert_task(task);
  }
  void remove(const TaskId& id) {
    const Task* known = ledger_.find_task(id);
    if (known == nullptr) return;
    ledger_.unindex(*known);
    ledger_.delete_task(*known);
  }

  void put(const rows::Dependency& edge) {
    const Task* dependant = ledger_.find_task(edge.dependant);
    const Task* dependency = ledger_.find_task(edge.dependency);
    if (dependant == nullptr || dependency == nullptr) return;
    db_.run(sql::dependency_add, edge.dependency, dependant->seq, dependant->id);
    if (has_ended(dependency->status)) ledger_.note_ended(*dependency, true);
  }
  void put(const rows::LateResult& late) { db_.run(sql::late_result_put, late.task, late.attempt); }
  void put(const rows::Key& key) { db_.run(sql::key_put, key.key, key.task, key.expires_at); }
  void put(const rows::PausedLane& paused) { ledger_.lanes_->set_paused(paused.lane, true); }

  void put(const Event& event) {
    if (event.position <= ledger_.first_key<Position>(sql::event_last)) return;
    db_.run(sql::event_put, event.position, event.at, event.type, event.task, event.agent, event.payload);
  }

  void put(const rows::GroupRow& row) {
    Ledger::GroupState group = ledger_.find_group(row.name).value_or(Ledger::GroupState{});
    group.row = row;
    ledger_.save_group(group);
  }
  void put(const rows::DeliveryRow& row) {
    auto group = ledger_.find_group(row.group);
    if (!group) return;
    const bool is_new = !ledger_.find_delivery(row.group, row.dead, row.position);
    if (row.dead) {
      ledger_.put_dead(row);
    } else {
      ledger_.put_pending(*group, row);
    }
    if (!is_new) return;
    ++(row.dead ? group->dead : group->pending);
    ledger_.save_group(*group);
  }

  void put(const Thread& thread) { ledger_.put_thread(thread); }
  void put(const rows::MessageRow& row) {
    const Message& message = row.message;
    if (message.number != ledger_.first_key<std::uint64_t>(sql::message_last, row.thread) + 1) return;
    db_.run(sql::message_put, row.thread, message.number, message.id, message.role, message.body, message.task,
            message.at);
  }
  void put(const Session& session) { db_.run(sql::session_put, session.id, session.deadline); }
  void put(const Lock& lock) { ledger_.put_lock(lock); }
  void put(const rows::ResultRow& result) {
    db_.run(sql::result_put, result.task, result.attempt, result.value, result.expires_at);
    ledger_.results_.push_back({.task = result.task, .attempt = result.attempt});
  }
  void put(const Correlation& correlation) { ledger_.put_correlation(correlation); }
  void put(const rows::SignalRow& row) { ledger_.put_signal(row.correlation, row.signal); }
  void put(const Record& record) { ledger_.put_record(record); }

  Ledger& ledger_;
  Connection& db_;
  std::vector<std::function<void()>> writes_;
};

Result<std::uint64_t> Ledger::apply(const Import& verb) {
  if (!counters_.frozen) return refuse::not_frozen();
  Importer importer(*this);
  for (const std::string& row : verb.rows) {
    if (auto understood = importer.read(row); !understood) return std::unexpected(understood.error());
  }
  importer.write();
  log_change_ = {.begins = first_position(), .rewritten = true};
  return verb.rows.size();
}

}  // namespace baton::sqlite
