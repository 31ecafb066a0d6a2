#include <algorithm>
#include <charconv>
#include <functional>

#include "backend/memory/ledger.hpp"
#include "core/codec.hpp"
#include "core/exports.hpp"
#include "core/refusals.hpp"
#include "core/whole_rows.hpp"

namespace baton::memory {

using exports::Table;

namespace {

using Key = std::vector<std::string>;

std::uint64_t number(const Key& key, std::size_t part) {
  std::uint64_t value = 0;
  if (part < key.size()) std::from_chars(key[part].data(), key[part].data() + key[part].size(), value);
  return value;
}

const std::string& text(const Key& key, std::size_t part) {
  static const std::string none;
  return part < key.size() ? key[part] : none;
}

TaskId task_id(const Key& key, std::size_t part) { return TaskId::parse(text(key, part)).value_or(TaskId{}); }

}  // namespace

/// Collects rows until the page is full.
class Exporter {
 public:
  Exporter(const Ledger& ledger, const Export& verb) : ledger_(ledger), limit_(verb.limit) {}

  Result<ExportPage> run(const exports::Cursor& from) {
    Key after = from.key;
    for (auto table = static_cast<std::size_t>(from.table); table < exports::tables && !full(); ++table) {
      table_ = static_cast<Table>(table);
      add_table(after);
      after.clear();
    }
    return std::move(page_);
  }

 private:
  bool full() const { return page_.rows.size() == limit_; }

  template <class T>
  void add(Key key, const T& row) {
    page_.rows.push_back(exports::row_text(table_, encode(row)));
    if (full()) page_.next = to_text(exports::Cursor{.table = table_, .key = std::move(key)});
  }

  /// Every entry of the map after the given key; `each(entry)` adds its row.
  template <class Map, class Each>
  void walk(const Map& map, const Key& after, const typename Map::key_type& key, Each each) {
    for (auto at = after.empty() ? map.begin() : map.upper_bound(key); at != map.end() && !full(); ++at) each(*at);
  }

  void add_table(const Key& after) {
    switch (table_) {
      case Table::meta: return add_meta(after);
      case Table::agents:
        return walk(ledger_.agents_, after, AgentId::trusted(text(after, 0)),
                    [this](const auto& entry) { add({entry.first.str()}, entry.second); });
      case Table::tasks:
        return walk(ledger_.tasks_by_seq_, after, Seq{number(after, 0)}, [this](const auto& entry) {
          add({std::to_string(entry.first.value)}, ledger_.tasks_.at(entry.second));
        });
      case Table::dependencies: return add_dependencies(after);
      case Table::late_results: return add_late_results(after);
      case Table::keys:
        return walk(ledger_.keys_, after, IdempotencyKey::trusted(text(after, 0)),
                    [this](const auto& entry) { add({entry.first.str()}, entry.second); });
      case Table::paused_lanes:
        return walk(ledger_.lanes_, after, Lane::trusted(text(after, 0)), [this](const auto& entry) {
          if (entry.second.paused) add({entry.first.str()}, rows::PausedLane{entry.first});
        });
      case Table::events: return add_events(after);
      case Table::groups:
        return walk(ledger_.groups_, after, GroupName::trusted(text(after, 0)),
                    [this](const auto& entry) { add({entry.first.str()}, entry.second.row); });
      case Table::deliveries: return add_deliveries(after, &Ledger::GroupState::pending);
      case Table::dead_letters: return add_deliveries(after, &Ledger::GroupState::dead);
      default: return add_shared_table(after);
    }
  }

  void add_shared_table(const Key& after) {
    switch (table_) {
      case Table::threads:
        return walk(ledger_.threads_, after, ThreadId::trusted(text(after, 0)),
                    [this](const auto& entry) { add({entry.first.str()}, entry.second.thread); });
      case Table::messages: return add_messages(after);
      case Table::sessions:
        return walk(ledger_.sessions_, after, SessionId::trusted(text(after, 0)),
                    [this](const auto& entry) { add({entry.first.str()}, entry.second); });
      case Table::locks:
        return walk(ledger_.locks_, after, LockName::trusted(text(after, 0)),
                    [this](const auto& entry) { add({entry.first.str()}, entry.second); });
      case Table::results:
        return walk(ledger_.results_, after, {task_id(after, 0), Attempt{number(after, 1)}}, [this](const auto& entry) {
          add({entry.first.first.str(), std::to_string(entry.first.second.value)}, entry.second);
        });
      case Table::correlations:
        return walk(ledger_.correlations_, after, CorrelationId::trusted(text(after, 0)), [this](const auto& entry) {
          Correlation row = entry.second;
          row.signals.clear();
          add({entry.first.str()}, row);
        });
      case Table::signals: return add_signals(after);
      case Table::records:
        return walk(
            ledger_.records_, after, {RecordKind::trusted(text(after, 0)), RecordKey::trusted(text(after, 1))},
            [this](const auto& entry) { add({entry.first.first.str(), entry.first.second.str()}, entry.second); });
      default: return;
    }
  }

  void add_meta(const Key& after) {
    if (after.empty()) {
      add({"meta"}, rows::Meta{.position = ledger_.position_, .seq = ledger_.seq_, .all_paused = ledger_.all_paused_});
    }
  }

  /// Two levels: the outer key goes on where the inner one ended.
  template <class Map, class Inner>
  void walk_nested(const Map& map, const Key& after, const typename Map::key_type& key, Inner inner) {
    for (auto at = after.empty() ? map.begin() : map.lower_bound(key); at != map.end() && !full(); ++at) {
      const bool resumes = !after.empty() && !(key < at->first);
      inner(*at, resumes ? after : Key{});
    }
  }

  void add_dependencies(const Key& after) {
    walk_nested(ledger_.dependants_, after, task_id(after, 0), [this](const auto& outer, const Key& from) {
      walk(outer.second, from, Seq{number(from, 1)}, [&](const auto& entry) {
        add({outer.first.str(), std::to_string(entry.first.value)}, rows::Dependency{outer.first, entry.second});
      });
    });
  }

  void add_late_results(const Key& after) {
    walk_nested(ledger_.late_, after, task_id(after, 0), [this](const auto& outer, const Key& from) {
      const auto& attempts = outer.second;
      for (auto at = attempts.upper_bound(Attempt{number(from, 1)}); at != attempts.end() && !full(); ++at) {
        add({outer.first.str(), std::to_string(at->value)}, rows::LateResult{outer.first, *at});
      }
    });
  }

  void add_events(const Key& after) {
    for (auto at = ledger_.first_after(Position{number(after, 0)}); at != ledger_.events_.end() && !full(); ++at) {
      add({std::to_string(at->position.value)}, *at);
    }
  }

  void add_deliveries(const Key& after, std::map<Position, rows::DeliveryRow> Ledger::GroupState::* which) {
    walk_nested(
        ledger_.groups_, after, GroupName::trusted(text(after, 0)), [this, which](const auto& outer, const Key& from) {
          walk(outer.second.*which, from, Position{number(from, 1)},
               [&](const auto& entry) { add({outer.first.str(), std::to_string(entry.first.value)}, entry.second); });
        });
  }

  void add_messages(const Key& after) {
    walk_nested(ledger_.threads_, after, ThreadId::trusted(text(after, 0)), [this](const auto& outer, const Key& from) {
      const auto& messages = outer.second.messages;
      for (std::size_t at = number(from, 1); at < messages.size() && !full(); ++at) {
        add({outer.first.str(), std::to_string(at + 1)}, rows::MessageRow{outer.first, messages[at]});
      }
    });
  }

  void add_signals(const Key& after) {
    walk_nested(ledger_.correlations_, after, CorrelationId::trusted(text(after, 0)),
                [this](const auto& outer, const Key& from) {
                  const std::pair last(text(from, 1), number(from, 2));
                  for (const SignalEntry& signal : outer.second.signals) {
                    const bool seen = std::pair(signal.name.str(), std::uint64_t{signal.version}) <= last;
                    if (full() || (!from.empty() && seen)) continue;
                    add({outer.first.str(), signal.name.str(), std::to_string(signal.version)},
                        rows::SignalRow{outer.first, signal});
                  }
                });
  }

  const Ledger& ledger_;
  std::size_t limit_;
  Table table_ = Table::meta;
  ExportPage page_;
};

Result<ExportPage> Ledger::apply(const Export& verb) {
  auto cursor = exports::parse_cursor(verb.after);
  if (!cursor) return std::unexpected(cursor.error());
  return Exporter(*this, verb).run(*cursor);
}

/// Reads rows into writes that are carried out only once every row was understood.
class Importer {
 public:
  explicit Importer(Ledger& ledger) : ledger_(ledger) {}

  Result<void> read(const std::string& text) {
    auto parsed = exports::parse_row(text);
    if (!parsed) return std::unexpected(parsed.error());
    return read_row(parsed->table, parsed->row);
  }

  void write() {
    for (const auto& write : writes_) write();
  }

 private:
  template <class T, class Write>
  Result<void> plan(const Json& row, Write write) {
    auto value = decode<T>(row);
    if (!value) return refuse::foreign_row(value.error().detail);
    if (!rows::is_whole(*value)) return refuse::foreign_row("a member that every such row has is missing");
    writes_.push_back([write, value = *std::move(value)] { write(value); });
    return {};
  }

  Result<void> read_row(Table table, const Json& row) {
    Ledger& into = ledger_;
    switch (table) {
      case Table::meta:
        return plan<rows::Meta>(row, [&into](const rows::Meta& meta) {
          // Never back: positions are tokens too.
          into.position_ = std::max(into.position_, meta.position);
          into.seq_ = std::max(into.seq_, meta.seq);
          into.all_paused_ = meta.all_paused;
        });
      case Table::agents:
        return plan<Agent>(row, [&into](const Agent& agent) { into.index(into.agents_[agent.id] = agent); });
      case Table::tasks: return plan<Task>(row, [this](const Task& task) { write_task(task); });
      case Table::dependencies:
        return plan<rows::Dependency>(row, [this](const rows::Dependency& edge) { write_dependency(edge); });
      case Table::late_results:
        return plan<rows::LateResult>(
            row, [&into](const rows::LateResult& late) { into.late_[late.task].insert(late.attempt); });
      case Table::keys:
        return plan<rows::Key>(row, [&into](const rows::Key& key) {
          into.keys_[key.key] = key;
          into.key_expiries_.set(key.key, key.expires_at);
        });
      case Table::paused_lanes:
        return plan<rows::PausedLane>(
            row, [&into](const rows::PausedLane& paused) { into.lanes_[paused.lane].paused = true; });
      case Table::events: return plan<Event>(row, [this](const Event& event) { write_event(event); });
      case Table::groups:
        return plan<rows::GroupRow>(row,
                                    [&into](const rows::GroupRow& group) { into.groups_[group.name].row = group; });
      case Table::deliveries:
      case Table::dead_letters:
        return plan<rows::DeliveryRow>(row, [this](const rows::DeliveryRow& held) { write_delivery(held); });
      default: return read_shared_row(table, row);
    }
  }

  Result<void> read_shared_row(Table table, const Json& row) {
    Ledger& into = ledger_;
    switch (table) {
      case Table::threads:
        return plan<Thread>(row, [&into](const Thread& thread) { into.threads_[thread.id].thread = thread; });
      case Table::messages:
        return plan<rows::MessageRow>(row, [this](const rows::MessageRow& message) { write_message(message); });
      case Table::sessions:
        return plan<Session>(row, [&into](const Session& session) {
          into.sessions_[session.id] = session;
          into.session_deadlines_.set(session.id, session.deadline);
        });
      case Table::locks: return plan<Lock>(row, [&into](const Lock& lock) { into.put_lock(lock); });
      case Table::results:
        return plan<rows::ResultRow>(row, [&into](const rows::ResultRow& result) {
          into.results_[{result.task, result.attempt}] = result;
          into.result_expiries_.set({result.task, result.attempt}, result.expires_at);
        });
      case Table::correlations:
        return plan<Correlation>(row, [&into](Correlation correlation) {
          correlation.signals = into.correlations_[correlation.id].signals;
          into.index(into.correlations_[correlation.id] = std::move(correlation));
        });
      case Table::signals:
        return plan<rows::SignalRow>(row, [this](const rows::SignalRow& signal) { write_signal(signal); });
      case Table::records: return plan<Record>(row, [&into](const Record& record) { into.put_record(record); });
      default: return refuse::foreign_row("it names an unknown table");
    }
  }

  void write_task(const Task& task) {
    if (const Task* known = ledger_.find_task(task.id)) ledger_.unindex(*known);
    ledger_.put(task);
  }

  void write_dependency(const rows::Dependency& edge) {
    const Task* dependant = ledger_.find_task(edge.dependant);
    const Task* dependency = ledger_.find_task(edge.dependency);
    if (dependant == nullptr || dependency == nullptr) return;
    ledger_.dependants_[edge.dependency].emplace(dependant->seq, dependant->id);
    if (has_ended(dependency->status)) ledger_.unresolved_[dependency->seq] = dependency->id;
  }

  void write_event(const Event& event) {
    if (ledger_.events_.empty() || event.position > ledger_.events_.back().position) ledger_.events_.push_back(event);
  }

  void write_delivery(const rows::DeliveryRow& row) {
    const auto group = ledger_.groups_.find(row.group);
    if (group == ledger_.groups_.end()) return;
    if (row.dead) {
      group->second.dead[row.position] = row;
    } else {
      ledger_.put_pending(group->second, row);
    }
  }

  void write_message(const rows::MessageRow& row) {
    auto& thread = ledger_.threads_[row.thread];
    if (row.message.number != thread.messages.size() + 1) return;
    thread.messages.push_back(row.message);
    thread.numbers[row.message.id] = row.message.number;
  }

  void write_signal(const rows::SignalRow& row) {
    auto& signals = ledger_.correlations_[row.correlation].signals;
    const auto rank = [](const SignalEntry& entry) { return std::pair(entry.name, entry.version); };
    const auto place = std::ranges::lower_bound(signals, rank(row.signal), {}, rank);
    if (place == signals.end() || rank(*place) != rank(row.signal)) signals.insert(place, row.signal);
  }

  Ledger& ledger_;
  std::vector<std::function<void()>> writes_;
};

Result<std::uint64_t> Ledger::apply(const Import& verb) {
  if (!frozen_) return refuse::not_frozen();
  Importer importer(*this);
  for (const std::string& row : verb.rows) {
    if (auto understood = importer.read(row); !understood) return std::unexpected(understood.error());
  }
  importer.write();
  return verb.rows.size();
}

Result<HealthReport> Ledger::apply(const Health& /*verb*/) {
  return HealthReport{.now = now_,
                      .backend = "memory",
                      .version = "1",
                      .durable = false,
                      .durability = "none",
                      .frozen = frozen_,
                      .first = first_position(),
                      .last = position_};
}

Result<Done> Ledger::apply(const Freeze& verb) {
  frozen_ = verb.frozen;
  return Done{};
}

}  // namespace baton::memory
