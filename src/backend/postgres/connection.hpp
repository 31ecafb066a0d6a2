#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backend/postgres/batch.hpp"
#include "backend/postgres/errors.hpp"

struct pg_conn;
struct pg_result;

namespace baton::postgres {

/// Names and values as libpq takes them.
using Settings = std::vector<std::pair<std::string, std::string>>;
using Tables = std::vector<Table>;

/// One connection, that carries one exchange at a time: commands together in one transaction, then their replies
/// together. Belongs to one event loop with one thread; only what says so may be called on any thread.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  /// `address`: what is said if it fails. The refusal asks to reconnect if another try may succeed.
  static awaitable<Attempt<std::shared_ptr<Connection>>> open(boost::asio::io_context& io, Settings settings,
                                                              std::string address, TimePoint until);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Puts the commands on their way; the transaction is theirs alone. `prepare`: those with a name are prepared, once. What
  /// the socket does not take at once is written by the event loop. Any thread.
  void send(const std::vector<Command>& commands, bool prepare);
  /// The same for constant text without values, perhaps several statements.
  void send_text(const std::string& text);
  /// Breaks it: whoever waits hears of it. Any thread.
  void break_off(std::string_view why);
  /// Breaks it. Whether all of an exchange is out of our hands, so that the server may carry it out.
  bool give_up();

  /// Waits until there is something to take, or for `wake`.
  awaitable<void> wait();
  void wake();
  /// Takes what came: the replies of an exchange, or its refusal, once all is there. A refusal that asks to reconnect: the
  /// connection is gone.
  std::optional<Attempt<Tables>> take();
  /// The payloads that were said on the channels we listen on.
  std::vector<std::string> take_notices();

  /// A whole exchange, by `until`.
  awaitable<Attempt<Tables>> ask(std::vector<Command> commands, TimePoint until);
  awaitable<Attempt<Tables>> ask_text(std::string text);

  /// As the other side told; a pooler's number is its own.
  int process() const;
  /// host:port of the server that is connected.
  std::string address() const;

 private:
  struct Expected {
    std::string prepared;  ///< the name of a statement that was prepared; empty: it was carried out
  };
  struct Finish {
    void operator()(pg_conn* connection) const;
  };

  Connection(boost::asio::io_context& io, pg_conn* connection);
  awaitable<Attempt<Tables>> replies();
  awaitable<Result<Done>> connect(TimePoint until);
  bool send_one(const Command& command, bool prepare);
  void flush(std::unique_lock<std::mutex> lock);
  awaitable<void> write_out(std::shared_ptr<Connection> self);
  void watch_socket();
  void shut();
  std::optional<Attempt<Tables>> collect();
  /// Whether the connection survives what the result says.
  bool note(const pg_result& result);
  Attempt<Tables> finish_exchange();
  Refusal broken() const;

  boost::asio::io_context& io_;
  /// A duplicate of libpq's socket, which libpq closes when it likes.
  boost::asio::posix::stream_descriptor socket_;

  mutable std::mutex mutex_;
  std::unique_ptr<pg_conn, Finish> connection_;
  std::set<std::string> prepared_;
  std::deque<Expected> expected_;  ///< results that are to come
  Tables tables_;
  std::optional<Refusal> refusal_;
  enum class Exchange : std::uint8_t { none, leaving, sent } exchange_ = Exchange::none;
  bool given_up_ = false;
  bool simple_ = false;
  std::string verdict_;  ///< why we ended the connection ourselves
};

}  // namespace baton::postgres
