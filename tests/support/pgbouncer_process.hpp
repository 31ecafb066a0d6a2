#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "support/postgres_process.hpp"

namespace baton::test {

/// Debian's pgbouncer in transaction mode in front of a server that asks for no password, on a free port of the
/// loopback. Its log is shown if the test fails.
class PgbouncerProcess {
 public:
  /// `server_connections`: how many it keeps to the server, for any number of clients.
  explicit PgbouncerProcess(const PostgresProcess& server, int server_connections = 4);
  ~PgbouncerProcess();
  PgbouncerProcess(const PgbouncerProcess&) = delete;
  PgbouncerProcess& operator=(const PgbouncerProcess&) = delete;

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string url() const { return server_.url_at(address()); }
  /// The same, with the way to the server itself beside it.
  std::string url_with_session() const;
  std::string log() const;

  /// SIGKILL, and waits.
  void kill();
  /// Starts it again on the same port; back when it carries a query.
  void start();

 private:
  void configure(int server_connections) const;
  bool serves() const;

  const PostgresProcess& server_;
  TemporaryDirectory folder_;
  std::optional<Account> account_ = account_of("postgres");
  std::uint16_t port_ = free_port();
  pid_t pid_ = -1;
};

}  // namespace baton::test
