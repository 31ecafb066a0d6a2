#pragma once

#include <cstdint>
#include <optional>

#include "baton/verb.hpp"

/// What an export holds beside the public words: the rows of each table, in the order of `tables`.
namespace baton::rows {

/// The counters that later positions and places continue from.
struct Meta {
  Position position;
  Seq seq;
  bool all_paused = false;

  bool operator==(const Meta&) const = default;
};

/// `dependant` waits for `dependency`; gone once that has been taken into account.
struct Dependency {
  TaskId dependency;
  TaskId dependant;

  bool operator==(const Dependency&) const = default;
};

/// A late result of this attempt is in the log already.
struct LateResult {
  TaskId task;
  Attempt attempt;

  bool operator==(const LateResult&) const = default;
};

struct Key {
  IdempotencyKey key;
  TaskId task;
  Time expires_at;

  bool operator==(const Key&) const = default;
};

struct PausedLane {
  Lane lane;

  bool operator==(const PausedLane&) const = default;
};

struct GroupRow {
  GroupName name;
  Position cursor;
  Duration visibility{};
  std::uint32_t max_deliveries = 5;
  std::uint64_t dropped = 0;
  Time created_at;

  bool operator==(const GroupRow&) const = default;
};

/// Pending or given up. Carries its event once it is a dead letter, because the log may be trimmed past it.
struct DeliveryRow {
  GroupName group;
  Position position;
  bool dead = false;
  ConsumerName consumer;
  std::uint32_t count = 1;
  Time at;  ///< pending: when it becomes visible again; dead: when it was given up
  std::optional<Event> event;

  bool operator==(const DeliveryRow&) const = default;
};

struct MessageRow {
  ThreadId thread;
  Message message;

  bool operator==(const MessageRow&) const = default;
};

struct ResultRow {
  TaskId task;
  Attempt attempt;
  Json value;
  Time expires_at;

  bool operator==(const ResultRow&) const = default;
};

struct SignalRow {
  CorrelationId correlation;
  SignalEntry signal;

  bool operator==(const SignalRow&) const = default;
};

}  // namespace baton::rows
