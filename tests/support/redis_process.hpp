#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/programs.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

struct RedisOptions {
  std::vector<std::string> config{};  ///< lines of redis.conf
  std::string password{};
  bool tls = false;  ///< nothing but TLS, with a certificate for localhost and 127.0.0.1 of an authority of its own
  bool cluster = false;
  std::uint16_t replica_of = 0;  ///< the port of its primary
  bool sentinel = false;
  std::filesystem::path data{};  ///< a folder that outlives it; empty: one that goes with it
  bool started = true;           ///< by its constructor
};

/// A Redis of the test's own, on a free port of the loopback and with its data in a folder that goes with it. Its log is
/// shown if the test fails.
class RedisProcess {
 public:
  explicit RedisProcess(RedisOptions options = {});
  ~RedisProcess();
  RedisProcess(const RedisProcess&) = delete;
  RedisProcess& operator=(const RedisProcess&) = delete;

  std::uint16_t port() const { return port_; }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  /// With the password, and with the authority to trust if it speaks TLS.
  std::string url() const;
  std::filesystem::path data() const { return options_.data.empty() ? folder_.path() : options_.data; }
  std::string authority_file() const { return (folder_.path() / "ca.crt").string(); }
  std::string log() const;

  /// Asks it to save and end, and waits.
  void stop();
  /// SIGKILL, and waits.
  void kill();
  /// Starts it again, on the same port and data; back when it answers a PING with that.
  void start(const std::string& answer = "PONG");
  void freeze() const;
  void thaw() const;
  /// Whether bytes have reached it that it has not read.
  bool holds_unread_bytes() const;

  /// One command on a connection of its own, as redis-cli prints the reply.
  std::string ask(const std::vector<std::string>& command) const;

 private:
  void cut_off_torn_end() const;
  void configure() const;
  std::vector<std::string> client_command() const;

  TemporaryDirectory folder_;
  RedisOptions options_;
  std::uint16_t port_ = 0;
  pid_t pid_ = -1;
};

}  // namespace baton::test
