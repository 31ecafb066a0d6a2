#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton {

struct Thread {
  ThreadId id;
  Json metadata;
  std::uint64_t messages = 0;
  Time created_at;
  Time updated_at;

  bool operator==(const Thread&) const = default;
};

struct Message {
  MessageId id;
  std::uint64_t number = 0;  ///< 1, 2, 3 … within its thread
  MessageRole role;
  Json body;
  std::optional<TaskId> task;
  Time at;

  bool operator==(const Message&) const = default;
};

/// Get-or-create: an existing thread is returned as it is, unless `update` is set: then its metadata is replaced.
/// One event if anything changed. stale_fence: `fence`. A repeat changes nothing more.
struct PutThread {
  using Reply = Thread;
  ThreadId thread;
  Json metadata{};
  bool update = false;
  std::optional<LockFence> fence{};

  bool operator==(const PutThread&) const = default;
};

/// not_found: unknown.
struct GetThread {
  using Reply = Thread;
  ThreadId thread;

  bool operator==(const GetThread&) const = default;
};

struct ThreadPage {
  std::vector<Thread> items;
  std::optional<ThreadId> next;

  bool operator==(const ThreadPage&) const = default;
};

/// Threads by id. Bound: `limit` (1–1000).
struct ListThreads {
  using Reply = ThreadPage;
  ThreadId after{};
  std::uint32_t limit = 100;

  bool operator==(const ListThreads&) const = default;
};

/// Adds a message at the end of the thread: a row of its own, so concurrent appends all stay.
/// The same message id with the same role, body and task answers with the message it made; conflict: with others.
/// not_found: no such thread. stale_fence: `fence`.
struct Append {
  using Reply = Message;
  ThreadId thread;
  MessageId id;
  MessageRole role;
  Json body;
  std::optional<TaskId> task{};
  std::optional<LockFence> fence{};

  bool operator==(const Append&) const = default;
};

struct MessagePage {
  std::vector<Message> items;  ///< oldest first
  bool more = false;           ///< there are others in the direction read

  bool operator==(const MessagePage&) const = default;
};

/// The latest `limit` messages, or those after or before a number; always oldest first.
/// not_found: no such thread. invalid: both after and before. Bound: `limit` (1–1000).
struct Messages {
  using Reply = MessagePage;
  ThreadId thread;
  std::optional<std::uint64_t> after{};
  std::optional<std::uint64_t> before{};
  std::uint32_t limit = 50;

  bool operator==(const Messages&) const = default;
};

}  // namespace baton
