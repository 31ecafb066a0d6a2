#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/redis/target.hpp"
#include "backend/redis/value.hpp"
#include "baton/port.hpp"

namespace baton::redis {

using Command = std::vector<std::string>;

/// A script as the server knows it: by the digest of its text.
struct Script {
  std::string_view name;
  std::string_view text;
  std::string digest;  ///< SHA-1, in hex
};

/// Whether a command may be sent again when the connection broke before its reply came.
enum class Repeat : std::uint8_t { safe, never };

/// What a server said about itself when the connection was made.
struct ServerFacts {
  std::string version;
  std::string run_id;
  std::string address;  ///< host:port, without credentials
  bool clustered = false;
  bool by_sentinel = false;  ///< found through a Sentinel
};

struct ClientOptions {
  std::chrono::milliseconds connect_timeout{5000};
  std::chrono::milliseconds reply_timeout{5000};  ///< of any command but a blocking read
  std::chrono::milliseconds first_delay{10};      ///< before the second try to connect; doubled, with jitter, …
  std::chrono::milliseconds last_delay{1000};     ///< … up to this
  std::chrono::milliseconds patience{5000};       ///< how long a command waits for a connection before it fails
  /// A command that every new connection carries out before any other; its error refuses the connection. Empty: none.
  std::function<Command(const ServerFacts&)> greeting{};
};

/// One connection to the primary of a Redis, shared by all callers: their commands are written together and answered in
/// order. Reconnects by itself, follows MOVED, and asks the Sentinels again after a fail-over. Thread-safe.
class Client {
 public:
  /// Blocks until the server has answered. unavailable: it cannot be reached. unauthorized: it refuses the credentials.
  static Result<std::shared_ptr<Client>> connect(Target target, ClientOptions options = {});

  virtual ~Client() = default;

  /// EVALSHA with `key` as the only key; loads the script where the server does not know it. `script` outlives the call.
  virtual awaitable<Result<Value>> run(const Script& script, std::string key, std::vector<std::string> arguments,
                                       Repeat repeat) = 0;
  /// Any command that does not block and has one reply.
  virtual awaitable<Result<Value>> call(Command command, Repeat repeat) = 0;
  /// A command that may block the server side for up to `block`, on a connection of its own. One at a time.
  virtual awaitable<Result<Value>> block(Command command, std::chrono::milliseconds block) = 0;

  /// Of the current connection, or the last one.
  virtual ServerFacts facts() const = 0;
  virtual std::uint64_t reconnects() const = 0;

  /// Refuses new commands with `unavailable` and ends those that wait; what is at the server may still be answered, within
  /// the reply timeout. Joins its thread. Repeatable, from any thread.
  virtual void close() = 0;
};

}  // namespace baton::redis
