#include "support/pgbouncer_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <iostream>
#include <utility>

namespace baton::test {
namespace {

std::string percent_encoded(const std::string& text) {
  std::string encoded;
  for (const unsigned char c : text) encoded += fmt::format("%{:02X}", c);
  return encoded;
}

}  // namespace

PgbouncerProcess::PgbouncerProcess(const PostgresProcess& server, int server_connections) : server_(server) {
  give(folder_.path(), account_);
  configure(server_connections);
  start();
}

PgbouncerProcess::~PgbouncerProcess() {
  kill();
  if (::testing::Test::HasFailure()) std::cerr << "the log of the pgbouncer at " << address() << ":\n" << log();
}

void PgbouncerProcess::configure(int server_connections) const {
  std::ofstream file(folder_.path() / "pgbouncer.ini");
  file << "[databases]\nbaton = host=127.0.0.1 port=" << server_.port() << "\n[pgbouncer]\n";
  file << "listen_addr = 127.0.0.1\nlisten_port = " << port_ << "\nunix_socket_dir =\n";
  file << "auth_type = trust\nauth_file = users\npool_mode = transaction\nmax_client_conn = 500\n";
  file << "default_pool_size = " << server_connections << "\n";
  // After a restart of the server it shall not wait for its turn to try again.
  file << "server_login_retry = 0\n";
  std::ofstream(folder_.path() / "users") << "\"baton\" \"\"\n";
}

void PgbouncerProcess::start() {
  pid_ = start_program(folder_.path(), {"/usr/sbin/pgbouncer", "pgbouncer.ini"}, account_);
  wait_for_start("pgbouncer", pid_, [this] { return serves(); }, [this] { return log(); });
}

bool PgbouncerProcess::serves() const {
  return output_of(folder_.path(), {(PostgresProcess::programs() / "psql").string(), "-Xqw", url(), "-c", "SELECT 1"})
             .status == 0;
}

void PgbouncerProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(std::exchange(pid_, -1), nullptr, 0);
}

std::string PgbouncerProcess::url_with_session() const {
  return url() + "?session_url=" + percent_encoded(server_.url());
}

std::string PgbouncerProcess::log() const { return contents_of(folder_.path() / "output"); }

}  // namespace baton::test
