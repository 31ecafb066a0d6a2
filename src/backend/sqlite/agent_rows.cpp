#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {

Agent* Ledger::find_agent(const AgentId& id) {
  if (const auto known = agents_.find(id); known != agents_.end()) return &known->second->agent;
  Rows rows = db_.query(sql::agent_find, id);
  if (!rows.next()) return nullptr;
  auto entry = std::make_unique<AgentEntry>();
  read_agent(rows, entry->agent);
  return &(agents_[id] = std::move(entry))->agent;
}

Agent Ledger::whole(const Agent& agent) {
  Agent full = agent;
  Rows rows = db_.query(sql::agent_metadata, agent.id);
  if (rows.next()) full.metadata = rows.as<Json>(0);
  return full;
}

void Ledger::touch(const Agent& agent) { agents_.at(agent.id)->changed = true; }

Agent& Ledger::put_agent(const Agent& agent) {
  auto& entry = agents_[agent.id];
  if (entry == nullptr) entry = std::make_unique<AgentEntry>();
  entry->agent = agent;
  entry->changed = true;
  db_.run(sql::agent_put_metadata, agent.id, agent.metadata);
  return entry->agent;
}

void Ledger::drop_agent(const AgentId& id) {
  agents_.erase(id);
  db_.run(sql::agent_drop, id);
  db_.run(sql::agent_drop_metadata, id);
}

void Ledger::flush() {
  for (auto& [id, entry] : agents_) {
    if (!std::exchange(entry->changed, false)) continue;
    const Agent& agent = entry->agent;
    db_.run(sql::agent_put, agent.id, agent.state, agent.incarnation, agent.deadline, agent.current_task, agent.attempt,
            agent.lanes, agent.version, agent.claims_from, agent.crashes, agent.last_claim, agent.registered_at);
  }
  for (auto& [id, entry] : tasks_) {
    if (!std::exchange(entry->changed, false)) continue;
    update_task(db_, entry->task);
  }
}

}  // namespace baton::sqlite
