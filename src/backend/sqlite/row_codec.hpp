#pragma once

#include "backend/sqlite/codec.hpp"
#include "baton/verb.hpp"
#include "core/rows.hpp"

/// Rows as our words, column by column in the order of the schema.
namespace baton::sqlite {

/// Without its metadata.
void read_agent(Rows& row, Agent& agent);
/// Without payload, metadata, dependencies and outcome.
void read_task(Rows& row, Task& task);
void insert_task_row(Connection& db, const Task& task);
void update_task(Connection& db, const Task& task);
Event read_event(Rows& row);
Thread read_thread(Rows& row);
rows::MessageRow read_message(Rows& row);
Lock read_lock(Rows& row);
Record read_record(Rows& row);
/// Without its signals.
Correlation read_correlation(Rows& row);
rows::DeliveryRow read_delivery(Rows& row);

}  // namespace baton::sqlite
