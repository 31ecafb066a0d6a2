#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend/postgres/target.hpp"
#include "baton/port.hpp"

namespace baton::postgres {

/// Items of one line share batches, and with them statements and transactions.
enum class Line : std::uint8_t {
  write,  ///< one batch is carried out at the server, at most one more waits there for the lock
  read,   ///< on the other connections
  beat,   ///< gathered, and sent at most once an interval
};

/// Whether something may be sent again when the connection broke before its reply came.
enum class Repeat : std::uint8_t { safe, never };

/// One item of a batch: one element for each array of the line's statement.
using Row = std::vector<std::string>;

/// Rows of columns, as text; nothing: null.
using Table = std::vector<std::vector<std::optional<std::string>>>;
using Parameters = std::vector<std::optional<std::string>>;

/// Constant text with $1…$n. As the statement of a line each is bound as text[], all of one length, and it answers one row
/// of one column for each element, in order.
struct Statement {
  std::string name{};  ///< prepared under this name on a direct connection; empty: never prepared
  std::string text{};
  std::size_t columns = 0;  ///< n
};

/// What a server said about itself when the connection was made.
struct ServerFacts {
  std::string version{};
  int version_number = 0;  ///< as server_version_num: 150004
  std::string address{};   ///< host:port, without credentials
  bool pooled = false;     ///< a pooler stands between
};

struct ClientOptions {
  Statement write{};
  Statement read{};
  Statement beat{};
  /// Ends whoever sits on the lock of the writers without working. Run when a write did not get it in time; no parameters.
  Statement unstick{};
  std::chrono::milliseconds reply_timeout{5000};  ///< of any statement, beyond its own timeout
  std::chrono::milliseconds first_delay{10};      ///< before the second try to connect; doubled, with jitter, …
  std::chrono::milliseconds last_delay{1000};     ///< … up to this
  std::chrono::milliseconds patience{5000};       ///< how long an item waits to be sent before it fails
  std::chrono::milliseconds beat_interval{50};
};

/// A few connections to a PostgreSQL, shared by all callers: what comes while others are under way is sent together.
/// Reconnects by itself. Thread-safe.
class Client {
 public:
  /// Blocks until the server has answered. unavailable: it cannot be reached, or is a standby. unauthorized: it refuses the
  /// credentials. invalid: it is too old, or its encoding is not UTF8.
  static Result<std::shared_ptr<Client>> connect(Target target, ClientOptions options = {});

  virtual ~Client() = default;

  /// One item of a line; answered with its row when the transaction is committed. Items that are under way at the same
  /// time have no order among them. The failure of another item of the same
  /// batch is not noticed. unavailable: nothing happened, or (never, if it may be repeated) nobody knows.
  virtual awaitable<Result<std::string>> run(Line line, Row item, Repeat repeat) = 0;
  /// Any other statement, in a transaction of its own. The types of the parameters are inferred by the server.
  virtual awaitable<Result<Table>> call(Statement statement, Parameters parameters, Repeat repeat) = 0;

  /// Of the newest connection.
  virtual ServerFacts facts() const = 0;
  virtual std::uint64_t reconnects() const = 0;

  /// Refuses new items with `unavailable` and ends those that wait; what is at the server may still be answered, within
  /// the reply timeout. Joins its thread. Repeatable, from any thread.
  virtual void close() = 0;
};

}  // namespace baton::postgres
