#include "support/redis_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

namespace baton::test {
namespace {

/// Debian's redis-tools brings the server under this name; called redis-server, it is the server.
constexpr const char* server_program = "/usr/bin/redis-check-rdb";

}  // namespace

RedisProcess::RedisProcess(RedisOptions options) : options_(std::move(options)), port_(free_port()) {
  // A cluster node listens on a second port, ten thousand above the first.
  while (options_.cluster && port_ > 55'000) port_ = free_port();
  if (options_.tls) make_certificate(folder_.path(), "redis");
  std::filesystem::create_symlink(server_program, folder_.path() / "redis-server");
  configure();
  if (options_.started) start();
}

RedisProcess::~RedisProcess() {
  kill();
  if (::testing::Test::HasFailure()) std::cerr << "the log of the Redis at " << address() << ":\n" << log();
}

void RedisProcess::configure() const {
  std::ofstream file(folder_.path() / "redis.conf");
  file << "bind 127.0.0.1\nlogfile " << (folder_.path() / "redis.log").string() << '\n';
  file << "dir " << data().string() << '\n';
  file << (options_.tls ? "port 0\ntls-port " : "port ") << port_ << '\n';
  if (options_.tls) {
    file << "tls-cert-file redis.crt\ntls-key-file redis.key\ntls-ca-cert-file ca.crt\ntls-auth-clients no\n";
  }
  if (!options_.password.empty()) file << "requirepass " << options_.password << '\n';
  if (options_.cluster) file << "cluster-enabled yes\ncluster-node-timeout 1000\n";
  if (options_.replica_of != 0) file << "replicaof 127.0.0.1 " << options_.replica_of << '\n';
  if (!options_.sentinel) file << "save \"\"\nappendonly yes\nappendfsync no\nrepl-diskless-sync-delay 0\n";
  for (const std::string& line : options_.config) file << line << '\n';
}

/// Redis 7 cuts a torn transaction off its log in the middle, and carries out the first half with the next start but one. What
/// docs/redis.md asks of whoever starts it after a crash is done here, too.
void RedisProcess::cut_off_torn_end() const {
  const auto manifest = data() / "appendonlydir/appendonly.aof.manifest";
  if (!std::filesystem::exists(manifest)) return;
  must_run(folder_.path(), {"sh", "-c", "yes | redis-check-aof --fix \"$0\"", manifest.string()});
}

void RedisProcess::start(const std::string& answer) {
  cut_off_torn_end();
  std::vector<std::string> command{(folder_.path() / "redis-server").string(), "redis.conf"};
  if (options_.sentinel) command.emplace_back("--sentinel");
  pid_ = start_program(folder_.path(), std::move(command));
  const auto serves = [&] { return ask({"PING"}).starts_with(answer); };
  wait_for_start("Redis", pid_, serves, [this] { return log(); });
}

void RedisProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(std::exchange(pid_, -1), nullptr, 0);
}

void RedisProcess::stop() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGTERM);
  ::waitpid(std::exchange(pid_, -1), nullptr, 0);
}

void RedisProcess::freeze() const {
  signal_process(pid_, SIGSTOP);
  while (!is_stopped(pid_)) wait_briefly();
}
void RedisProcess::thaw() const { signal_process(pid_, SIGCONT); }

bool RedisProcess::holds_unread_bytes() const {
  // The lines of the table begin: number, local address, remote address, state, bytes to send:bytes to read.
  std::ifstream table("/proc/net/tcp");
  const std::string ours = fmt::format("0100007F:{:04X}", port_);
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::string number;
    std::string local;
    std::string remote;
    std::string state;
    std::string queues;
    words >> number >> local >> remote >> state >> queues;
    if (local == ours && state == "01" && !queues.ends_with(":00000000")) return true;
  }
  return false;
}

std::string RedisProcess::url() const {
  const std::string credentials = options_.password.empty() ? "" : ":" + options_.password + "@";
  const std::string query = options_.tls ? "?ca=" + authority_file() : "";
  return (options_.tls ? "rediss://" : "redis://") + credentials + address() + query;
}

std::string RedisProcess::log() const {
  return contents_of(folder_.path() / "output") + contents_of(folder_.path() / "redis.log");
}

std::vector<std::string> RedisProcess::client_command() const {
  std::vector<std::string> command{"redis-cli", "-h", "127.0.0.1", "-p", std::to_string(port_)};
  if (!options_.password.empty()) command.insert(command.end(), {"--no-auth-warning", "-a", options_.password});
  if (options_.tls) command.insert(command.end(), {"--tls", "--cacert", authority_file()});
  return command;
}

std::string RedisProcess::ask(const std::vector<std::string>& command) const {
  std::vector<std::string> whole = client_command();
  whole.insert(whole.end(), command.begin(), command.end());
  return output_of(folder_.path(), std::move(whole)).text;
}

}  // namespace baton::test
