#include "backend/sqlite/row_codec.hpp"

#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {
namespace {

/// The last settle in columns of its own, all unset without one.
struct SettleColumns {
  std::optional<AgentId> agent;
  std::optional<Incarnation> incarnation;
  std::optional<Attempt> attempt;
  std::optional<SettleKind> kind;
  std::optional<std::string> digest;
  std::optional<TaskStatus> status;
  std::optional<bool> counted;
};

SettleColumns columns_of(const std::optional<LastSettle>& last) {
  if (!last) return {};
  return {last->agent, last->incarnation, last->attempt, last->kind, last->digest, last->status, last->counted};
}

std::optional<LastSettle> settle_of(SettleColumns columns) {
  if (!columns.agent) return std::nullopt;
  return LastSettle{.agent = *std::move(columns.agent),
                    .incarnation = std::move(columns.incarnation).value_or(Incarnation{}),
                    .attempt = columns.attempt.value_or(Attempt{}),
                    .kind = columns.kind.value_or(SettleKind::complete),
                    .digest = std::move(columns.digest).value_or(std::string()),
                    .status = columns.status.value_or(TaskStatus::completed),
                    .counted = columns.counted.value_or(true)};
}

}  // namespace

void read_agent(Rows& row, Agent& agent) {
  row.into(agent.id, agent.state, agent.incarnation, agent.deadline, agent.current_task, agent.attempt, agent.lanes,
           agent.version, agent.claims_from, agent.crashes, agent.last_claim, agent.registered_at);
}

void read_task(Rows& row, Task& task) {
  SettleColumns last;
  row.into(task.seq, task.id, task.place, task.kind, task.lane, task.thread, task.priority, task.status, task.attempt,
           task.failures, task.crashes, task.max_attempts, task.holder, task.run_at, task.deadline, task.waiting_for,
           task.on_failed_dependency, task.idempotency_key, task.digest, task.created_at, task.updated_at,
           task.started_at, task.ended_at, last.agent, last.incarnation, last.attempt, last.kind, last.digest,
           last.status, last.counted, task.traceparent);
  task.last_settle = settle_of(std::move(last));
}

void insert_task_row(Connection& db, const Task& task) {
  const SettleColumns last = columns_of(task.last_settle);
  db.run(sql::task_insert, task.seq, task.id, task.place, task.kind, task.lane, task.thread, task.priority, task.status,
         task.attempt, task.failures, task.crashes, task.max_attempts, task.holder, task.run_at, task.deadline,
         task.waiting_for, task.on_failed_dependency, task.idempotency_key, task.digest, task.created_at,
         task.updated_at, task.started_at, task.ended_at, last.agent, last.incarnation, last.attempt, last.kind,
         last.digest, last.status, last.counted, task.traceparent);
}

void update_task(Connection& db, const Task& task) {
  const SettleColumns last = columns_of(task.last_settle);
  db.run(sql::task_update, task.seq, task.place, task.lane, task.priority, task.status, task.attempt, task.failures,
         task.crashes, task.max_attempts, task.holder, task.run_at, task.deadline, task.waiting_for, task.updated_at,
         task.started_at, task.ended_at, last.agent, last.incarnation, last.attempt, last.kind, last.digest,
         last.status, last.counted);
}

Event read_event(Rows& row) {
  Event event;
  row.into(event.position, event.at, event.type, event.task, event.agent, event.payload);
  return event;
}

Thread read_thread(Rows& row) {
  Thread thread;
  row.into(thread.id, thread.metadata, thread.messages, thread.created_at, thread.updated_at);
  return thread;
}

rows::MessageRow read_message(Rows& row) {
  rows::MessageRow read;
  Message& message = read.message;
  row.into(read.thread, message.number, message.id, message.role, message.body, message.task, message.at);
  return read;
}

Lock read_lock(Rows& row) {
  Lock lock;
  row.into(lock.name, lock.owner, lock.token, lock.acquired_at, lock.expires_at, lock.session, lock.agent);
  return lock;
}

Record read_record(Rows& row) {
  Record record;
  row.into(record.kind, record.key, record.version, record.body, record.created_at, record.updated_at,
           record.expires_at);
  return record;
}

Correlation read_correlation(Rows& row) {
  Correlation correlation;
  row.into(correlation.id, correlation.status, correlation.version, correlation.expected, correlation.min_agents,
           correlation.timeout_at, correlation.pattern, correlation.document, correlation.step, correlation.digest,
           correlation.expires_at, correlation.created_at, correlation.updated_at);
  return correlation;
}

rows::DeliveryRow read_delivery(Rows& row) {
  rows::DeliveryRow delivery;
  bool last = false;
  Event event;
  std::optional<Time> at;
  std::optional<Json> payload;
  row.into(delivery.group, delivery.dead, delivery.position, delivery.consumer, delivery.count, delivery.at, last, at,
           event.type, event.task, event.agent, payload);
  if (at) {
    event.position = delivery.position;
    event.at = *at;
    event.payload = std::move(payload).value_or(Json{});
    delivery.event = std::move(event);
  }
  return delivery;
}

}  // namespace baton::sqlite
