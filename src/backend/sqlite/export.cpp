#include <charconv>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/codec.hpp"
#include "core/exports.hpp"

namespace baton::sqlite {

using exports::Table;

namespace {

using Key = std::vector<std::string>;

/// Before every number without a key: some tables may hold a 0.
std::int64_t number(const Key& key, std::size_t part) {
  std::int64_t value = -1;
  if (part < key.size()) std::from_chars(key[part].data(), key[part].data() + key[part].size(), value);
  return value;
}

const std::string& text(const Key& key, std::size_t part) {
  static const std::string none;
  return part < key.size() ? key[part] : none;
}

/// The empty id comes before every other.
TaskId task_id(const Key& key, std::size_t part) { return TaskId::parse(text(key, part)).value_or(TaskId{}); }

std::string digits(std::uint64_t value) { return std::to_string(value); }

}  // namespace

/// Collects rows until the page is full.
class Exporter {
 public:
  Exporter(Ledger& ledger, const Export& verb) : ledger_(ledger), db_(ledger.db_), limit_(verb.limit) {}

  Result<ExportPage> run(const exports::Cursor& from) {
    Key after = from.key;
    for (auto table = static_cast<std::size_t>(from.table); table < exports::tables && !full(); ++table) {
      table_ = static_cast<Table>(table);  // NOLINT(clang-analyzer-optin.core.EnumCastOutOfRange): below their number
      add_table(after);
      after.clear();
    }
    return std::move(page_);
  }

 private:
  bool full() const { return page_.rows.size() == limit_; }
  std::uint64_t room() const { return limit_ - page_.rows.size(); }

  template <class T>
  void add(Key key, const T& row) {
    page_.rows.push_back(exports::row_text(table_, encode(row)));
    if (full()) page_.next = to_text(exports::Cursor{.table = table_, .key = std::move(key)});
  }

  template <class Each>
  void each(Rows rows, Each add_row) {
    while (rows.next()) add_row(rows);
  }

  void add_table(const Key& after) {
    switch (table_) {
      case Table::meta: return add_meta(after);
      case Table::agents: return add_agents(after);
      case Table::tasks: return add_tasks(after);
      case Table::dependencies: return add_dependencies(after);
      case Table::late_results: return add_late_results(after);
      case Table::keys: return add_keys(after);
      case Table::paused_lanes: return add_paused_lanes(after);
      case Table::events: return add_events(after);
      case Table::groups: return add_groups(after);
      case Table::deliveries: return add_deliveries(after, false);
      case Table::dead_letters: return add_deliveries(after, true);
      case Table::threads: return add_threads(after);
      case Table::messages: return add_messages(after);
      case Table::sessions: return add_sessions(after);
      case Table::locks: return add_locks(after);
      case Table::results: return add_results(after);
      case Table::correlations: return add_correlations(after);
      case Table::signals: return add_signals(after);
      case Table::records: return add_records(after);
    }
  }

  void add_meta(const Key& after) {
    const Counters& counters = ledger_.counters_;
    if (!after.empty()) return;
    add({"meta"}, rows::Meta{.position = counters.position, .seq = counters.seq, .all_paused = counters.all_paused});
  }

  void add_agents(const Key& after) {
    each(db_.query(sql::agent_page, text(after, 0), room()), [this](Rows& rows) {
      Agent agent;
      read_agent(rows, agent);
      add({agent.id.str()}, ledger_.whole(agent));
    });
  }

  void add_tasks(const Key& after) {
    each(db_.query(sql::list_tasks_all, number(after, 0), room()), [this](Rows& rows) {
      Task task;
      read_task(rows, task);
      const Task whole = ledger_.whole(std::move(task));
      add({digits(whole.seq.value)}, whole);
    });
  }

  void add_dependencies(const Key& after) {
    each(db_.query(sql::export_dependencies, task_id(after, 0), number(after, 1), room()), [this](Rows& rows) {
      rows::Dependency edge;
      Seq seq;
      rows.into(edge.dependency, seq, edge.dependant);
      add({edge.dependency.str(), digits(seq.value)}, edge);
    });
  }

  void add_late_results(const Key& after) {
    each(db_.query(sql::export_late_results, task_id(after, 0), number(after, 1), room()), [this](Rows& rows) {
      rows::LateResult late;
      rows.into(late.task, late.attempt);
      add({late.task.str(), digits(late.attempt.value)}, late);
    });
  }

  void add_keys(const Key& after) {
    each(db_.query(sql::export_keys, text(after, 0), room()), [this](Rows& rows) {
      rows::Key key;
      rows.into(key.key, key.task, key.expires_at);
      add({key.key.str()}, key);
    });
  }

  void add_paused_lanes(const Key& after) {
    each(db_.query(sql::queue_paused, text(after, 0), room()), [this](Rows& rows) {
      const rows::PausedLane paused{rows.as<Lane>(0)};
      add({paused.lane.str()}, paused);
    });
  }

  void add_events(const Key& after) {
    each(db_.query(sql::event_page, number(after, 0), room()), [this](Rows& rows) {
      const Event event = read_event(rows);
      add({digits(event.position.value)}, event);
    });
  }

  void add_groups(const Key& after) {
    each(db_.query(sql::group_page, text(after, 0), room()), [this](Rows& rows) {
      rows::GroupRow group;
      rows.into(group.name, group.cursor, group.visibility, group.max_deliveries, group.dropped, group.created_at);
      add({group.name.str()}, group);
    });
  }

  void add_deliveries(const Key& after, bool dead) {
    each(db_.query(sql::delivery_export_page, dead, text(after, 0), number(after, 1), room()), [this](Rows& rows) {
      const rows::DeliveryRow row = read_delivery(rows);
      add({row.group.str(), digits(row.position.value)}, row);
    });
  }

  void add_threads(const Key& after) {
    each(db_.query(sql::thread_page, text(after, 0), room()), [this](Rows& rows) {
      const Thread thread = read_thread(rows);
      add({thread.id.str()}, thread);
    });
  }

  void add_messages(const Key& after) {
    each(db_.query(sql::message_export_page, text(after, 0), number(after, 1), room()), [this](Rows& rows) {
      const rows::MessageRow row = read_message(rows);
      add({row.thread.str(), digits(row.message.number)}, row);
    });
  }

  void add_sessions(const Key& after) {
    each(db_.query(sql::session_page, text(after, 0), room()), [this](Rows& rows) {
      Session session;
      rows.into(session.id, session.deadline);
      add({session.id.str()}, session);
    });
  }

  void add_locks(const Key& after) {
    each(db_.query(sql::lock_page, text(after, 0), room()), [this](Rows& rows) {
      const Lock lock = read_lock(rows);
      add({lock.name.str()}, lock);
    });
  }

  void add_results(const Key& after) {
    each(db_.query(sql::result_export_page, task_id(after, 0), number(after, 1), room()), [this](Rows& rows) {
      rows::ResultRow result;
      rows.into(result.task, result.attempt, result.value, result.expires_at);
      add({result.task.str(), digits(result.attempt.value)}, result);
    });
  }

  void add_correlations(const Key& after) {
    each(db_.query(sql::correlation_page, text(after, 0), room()), [this](Rows& rows) {
      const Correlation correlation = read_correlation(rows);
      add({correlation.id.str()}, correlation);
    });
  }

  void add_signals(const Key& after) {
    each(db_.query(sql::correlation_export_signals, text(after, 0), text(after, 1), number(after, 2), room()),
         [this](Rows& rows) {
           rows::SignalRow row;
           SignalEntry& signal = row.signal;
           rows.into(row.correlation, signal.name, signal.version, signal.body, signal.at, signal.late);
           add({row.correlation.str(), signal.name.str(), digits(signal.version)}, row);
         });
  }

  void add_records(const Key& after) {
    each(db_.query(sql::record_export_page, text(after, 0), text(after, 1), room()), [this](Rows& rows) {
      const Record record = read_record(rows);
      add({record.kind.str(), record.key.str()}, record);
    });
  }

  Ledger& ledger_;
  Connection& db_;
  std::size_t limit_;
  Table table_ = Table::meta;
  ExportPage page_;
};

Result<ExportPage> Ledger::apply(const Export& verb) {
  auto cursor = exports::parse_cursor(verb.after);
  if (!cursor) return std::unexpected(cursor.error());
  return Exporter(*this, verb).run(*cursor);
}

}  // namespace baton::sqlite
