#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton {

/// An audit, decision, context or metric entry kept under a TTL policy.
struct Record {
  RecordKind kind;
  RecordKey key;
  Version version;
  Json body;
  Time created_at;
  Time updated_at;
  std::optional<Time> expires_at;

  bool operator==(const Record&) const = default;
};

/// Writes a record whole and moves its expiry to now + ttl (unset: never). `expected` makes it a compare-and-set:
/// version 0 means that there must be none. conflict{expected, actual}: another version is there; but if that is
/// expected + 1 with an equal body it is this call's own repeat and answers ok. Without `expected` the last writer wins.
/// A ttl of 0 removes the record. stale_fence: `fence`.
struct PutRecord {
  using Reply = Record;
  RecordKind kind;
  RecordKey key;
  Json body;
  std::optional<Duration> ttl{};
  std::optional<Version> expected{};
  std::optional<LockFence> fence{};

  bool operator==(const PutRecord&) const = default;
};

/// not_found: unknown or expired.
struct GetRecord {
  using Reply = Record;
  RecordKind kind;
  RecordKey key;

  bool operator==(const GetRecord&) const = default;
};

struct RecordPage {
  std::vector<Record> items;
  std::optional<RecordKey> next;

  bool operator==(const RecordPage&) const = default;
};

/// Records of a kind by key. Bound: examines `limit` (1–1000) rows, so a short page is not the end.
struct ListRecords {
  using Reply = RecordPage;
  RecordKind kind;
  RecordKey after{};
  std::uint32_t limit = 100;

  bool operator==(const ListRecords&) const = default;
};

}  // namespace baton
