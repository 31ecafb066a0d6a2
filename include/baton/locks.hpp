#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "baton/ids.hpp"
#include "baton/time.hpp"

namespace baton {

/// An advisory lease on a name. It ends at `expires_at`, and earlier with the session or agent it is bound to.
struct Lock {
  LockName name;
  LockOwner owner;
  LockToken token;
  Time acquired_at;
  Time expires_at;
  std::optional<SessionId> session;
  std::optional<AgentId> agent;

  bool operator==(const Lock&) const = default;
};

struct TryLockReply {
  bool won = false;
  Lock lock;  ///< ours, or the one that is in the way

  bool operator==(const TryLockReply&) const = default;
};

/// Takes the lock if it is free, without waiting; `won` is false if it is not. One atomic step with its event, whose
/// position is the token: larger than every token before it, across release, expiry and restart.
/// The owner of a live lock who tries again gets the lock it has, unchanged.
/// stale_fence: the session to bind to is not live. not_found: the agent to bind to is unknown or crashed.
/// invalid: bound to both. exhausted: 1000 locks are bound to that session or agent.
struct TryLock {
  using Reply = TryLockReply;
  LockName name;
  LockOwner owner;
  Duration ttl = std::chrono::seconds{300};
  std::optional<SessionId> session{};
  std::optional<AgentId> agent{};

  bool operator==(const TryLock&) const = default;
};

/// Moves the expiry to now + ttl. stale_fence: the lock is not live, or not with this owner and token.
struct RenewLock {
  using Reply = Lock;
  LockName name;
  LockOwner owner;
  LockToken token;
  Duration ttl = std::chrono::seconds{300};

  bool operator==(const RenewLock&) const = default;
};

/// Frees the lock. Returns whether it was held, so a repeat says false.
/// stale_fence: somebody else holds it; theirs is not touched.
struct ReleaseLock {
  using Reply = bool;
  LockName name;
  LockOwner owner;
  LockToken token;

  bool operator==(const ReleaseLock&) const = default;
};

/// The live lock of that name, or nothing.
struct InspectLock {
  using Reply = std::optional<Lock>;
  LockName name;

  bool operator==(const InspectLock&) const = default;
};

struct LockPage {
  std::vector<Lock> items;
  std::optional<LockName> next;

  bool operator==(const LockPage&) const = default;
};

/// Live locks by name. Bound: examines `limit` (1–1000) rows, so a short page is not the end.
struct ListLocks {
  using Reply = LockPage;
  LockName after{};
  std::uint32_t limit = 100;

  bool operator==(const ListLocks&) const = default;
};

/// A running store client: the locks bound to it live while it beats.
struct Session {
  SessionId id;
  Time deadline;

  bool operator==(const Session&) const = default;
};

/// Starts or renews a session until now + ttl; a ttl of 0 ends it. Locks bound to a session that has lapsed or ends
/// are freed in the same step. Not an event of its own.
struct BeatSession {
  using Reply = Session;
  SessionId session;
  Duration ttl = std::chrono::seconds{10};

  bool operator==(const BeatSession&) const = default;
};

}  // namespace baton
