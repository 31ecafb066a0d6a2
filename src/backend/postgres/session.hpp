#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "backend/postgres/client.hpp"

namespace baton::postgres {

/// All are called on the session's thread, one after another, and must not block.
struct SessionEvents {
  std::function<void(const std::string& payload)> on_notice;  ///< something was said on the channel
  std::function<void()> on_up;                                ///< connected and listening: what was said before is lost
  std::function<void(const Error& why)> on_down;              ///< the connection broke, or cannot be made
};

/// A direct connection of its own, for what a session carries: LISTEN and session-level advisory locks. Keeps itself
/// alive. Thread-safe.
class Session {
 public:
  /// Connects in the background, to the target's session_url or to the target itself; `channel` is listened on, empty:
  /// none. Where a pooler stands between, on_down says so once and the session stays down.
  static std::unique_ptr<Session> open(const Target& target, std::string channel, SessionEvents events,
                                       const ClientOptions& options = {});

  /// Closes.
  virtual ~Session() = default;

  /// Down for good; no event comes after. Repeatable.
  virtual void close() = 0;

  /// From now on, and until `drop`, pg_advisory_lock(key) is held while connected; taken again after a reconnect, as
  /// soon as the server has noticed the end of the old connection.
  virtual void hold(std::int64_t key) = 0;
  virtual void drop(std::int64_t key) = 0;
  /// Whether the server holds it for us, as far as we know.
  virtual bool holds(std::int64_t key) const = 0;
  virtual bool is_up() const = 0;
  /// The backend's process, 0 while it is down.
  virtual int process() const = 0;
};

}  // namespace baton::postgres
