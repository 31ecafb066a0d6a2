#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "baton/event.hpp"
#include "baton/ids.hpp"
#include "baton/time.hpp"

namespace baton {

struct LogPage {
  std::vector<Event> events;
  Position first;  ///< the oldest position still kept; 0 with an empty log
  Position last;   ///< the newest
  Position next;   ///< pass as `after` to go on: everything up to here was examined, at the end of the log `last`

  bool operator==(const LogPage&) const = default;
};

/// Events after a position that match all that is set, in order. No event ever appears behind a position that a
/// reader has passed; `first` beyond `after` + 1 tells a reader that events were trimmed before it came.
/// Bound: examines at most 1000 events a call.
struct ReadLog {
  using Reply = LogPage;
  Position after{};
  std::vector<EventType> types{};  ///< empty: all
  std::optional<TaskId> task{};
  std::optional<AgentId> agent{};
  std::uint32_t limit = 100;

  bool operator==(const ReadLog&) const = default;
};

/// A consumer group: a cursor on the log and what was delivered but not acknowledged.
struct Group {
  GroupName name;
  Position cursor;  ///< everything up to here was delivered at least once
  Duration visibility{};
  std::uint32_t max_deliveries = 5;
  std::uint64_t pending = 0;
  std::uint64_t dead = 0;
  std::uint64_t dropped = 0;  ///< events lost to the log's hard cap before they were acknowledged
  Position oldest_pending;    ///< 0: none
  std::uint64_t lag = 0;      ///< events after the cursor
  Time created_at;

  bool operator==(const Group&) const = default;
};

/// Get-or-create: an existing group is returned as it is, unless `update` is set: then its visibility and max_deliveries
/// are replaced, and its cursor, what it has pending and its dead letters stay. A delivery stays hidden as long as it
/// was to be; one that was handed out max_deliveries times by then becomes a dead letter when it lapses. `after` is for
/// a new group; unset: from the end of the log. A repeat changes nothing more. exhausted: 64 groups exist.
/// Bound: none where max_deliveries changes, for all that is pending is looked at.
struct PutGroup {
  using Reply = Group;
  GroupName group;
  std::optional<Position> after{};
  Duration visibility = std::chrono::seconds{60};
  std::uint32_t max_deliveries = 5;
  bool update = false;

  bool operator==(const PutGroup&) const = default;
};

/// Removes the group with its pending deliveries and dead letters. Returns whether there was one.
struct DropGroup {
  using Reply = bool;
  GroupName group;

  bool operator==(const DropGroup&) const = default;
};

struct ListGroups {
  using Reply = std::vector<Group>;

  bool operator==(const ListGroups&) const = default;
};

struct Delivery {
  Event event;
  std::uint32_t count = 1;  ///< 1 at the first delivery

  bool operator==(const Delivery&) const = default;
};

/// Hands events to a consumer: lapsed deliveries first (by position), then new ones. Each is hidden from other reads
/// until now + the group's visibility, or until it is acknowledged. A lapsed delivery that was handed out
/// max_deliveries times becomes a dead letter, with its event. One whose event was trimmed is dropped and counted.
/// not_found: no such group. A repeat after a lost reply hands out what comes next; the lost ones lapse and return.
/// Bound: `limit` (1–1000) events, examining as many pending ones.
struct ReadGroup {
  using Reply = std::vector<Delivery>;
  GroupName group;
  ConsumerName consumer;
  std::uint32_t limit = 100;

  bool operator==(const ReadGroup&) const = default;
};

/// Settles deliveries, whoever holds them. Returns how many were pending; a repeat says 0. not_found: no such group.
/// Bound: 1000 positions.
struct Ack {
  using Reply = std::uint64_t;
  GroupName group;
  std::vector<Position> positions;

  bool operator==(const Ack&) const = default;
};

struct Pending {
  Position position;
  ConsumerName consumer;
  std::uint32_t count = 1;
  Time visible_at;

  bool operator==(const Pending&) const = default;
};

struct GroupReport {
  Group group;
  std::vector<Pending> pending;
  std::optional<Position> next;

  bool operator==(const GroupReport&) const = default;
};

/// The group and its pending deliveries by position. not_found: no such group. Bound: `limit` (1–1000).
struct InspectGroup {
  using Reply = GroupReport;
  GroupName group;
  Position after{};
  std::uint32_t limit = 100;

  bool operator==(const InspectGroup&) const = default;
};

struct DeadLetter {
  Event event;
  std::uint32_t count = 0;
  ConsumerName consumer;  ///< the last
  Time at;                ///< when it was given up

  bool operator==(const DeadLetter&) const = default;
};

struct DeadLetterPage {
  std::vector<DeadLetter> items;
  std::optional<Position> next;

  bool operator==(const DeadLetterPage&) const = default;
};

/// not_found: no such group. Bound: `limit` (1–1000).
struct DeadLetters {
  using Reply = DeadLetterPage;
  GroupName group;
  Position after{};
  std::uint32_t limit = 100;

  bool operator==(const DeadLetters&) const = default;
};

/// Makes dead letters deliverable again, at once, with a fresh count: the positions named, or (none named) the oldest
/// `limit`. Returns how many; `dry_run` only counts. A repeat finds nothing left to redrive. not_found: no such group.
/// Bound: 1000.
struct Redrive {
  using Reply = std::uint64_t;
  GroupName group;
  std::vector<Position> positions{};
  std::uint32_t limit = 1000;
  bool dry_run = false;

  bool operator==(const Redrive&) const = default;
};

}  // namespace baton
