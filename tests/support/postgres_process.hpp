#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/programs.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

struct PostgresOptions {
  std::vector<std::string> settings{};  ///< lines of postgresql.conf
  std::string password{};               ///< asked for on TCP
  bool tls =
      false;  ///< nothing but TLS on TCP, with a certificate for localhost and 127.0.0.1 of an authority of its own
  std::filesystem::path data{};  ///< a folder that outlives it; empty: one that goes with it
  bool started = true;           ///< by its constructor
};

/// A PostgreSQL of the test's own, on a free port of the loopback, with a database `baton` that belongs to an ordinary
/// user `baton`. It is as durable as in production. Run by the user `postgres` if we are root. Its log is shown if the
/// test fails.
class PostgresProcess {
 public:
  explicit PostgresProcess(PostgresOptions options = {});
  ~PostgresProcess();
  PostgresProcess(const PostgresProcess&) = delete;
  PostgresProcess& operator=(const PostgresProcess&) = delete;

  /// Where Debian keeps the programs of the newest version that is installed. Throws if there is none.
  static std::filesystem::path programs();

  std::uint16_t port() const { return port_; }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  /// With the password, and with the authority to trust if it speaks TLS.
  std::string url() const { return url_at(address()); }
  /// The same, by way of another address: a proxy's.
  std::string url_at(const std::string& address, const std::string& database = "baton") const;
  /// Another database of the same user, empty.
  std::string url_of_new_database();
  std::string authority_file() const { return (folder_.path() / "ca.crt").string(); }
  std::string log() const;

  /// Ends its sessions, writes everything, and waits.
  void stop();
  /// SIGKILL for every process of it at once, and waits.
  void kill();
  /// Starts it again, on the same port and data; back when it serves.
  void start();
  /// Every process of it, until it is thawed.
  void freeze() const;
  void thaw() const;

  /// What psql prints for that SQL, unaligned, as the superuser and with that schema before all others; throws what it
  /// says if that fails.
  std::string ask(const std::string& sql, const std::string& schema = "public") const;

 private:
  std::vector<std::string> psql(const std::string& sql, const std::string& schema = "public") const;
  void fill() const;
  void configure() const;
  bool serves() const;
  /// All that there are: each works in the folder of the data.
  std::vector<pid_t> processes() const;
  void signal_all(int number) const;

  TemporaryDirectory folder_;
  PostgresOptions options_;
  std::optional<Account> account_ = account_of("postgres");
  std::filesystem::path data_;
  std::uint16_t port_ = free_port();
  pid_t pid_ = -1;
  int databases_ = 0;
};

}  // namespace baton::test
