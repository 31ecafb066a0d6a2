#include "support/postgres_process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace baton::test {
namespace {

constexpr std::size_t shown_of_log = 20'000;

/// Only one process at a time has it.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file)
      : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0 || ::flock(file_, LOCK_EX) != 0) throw std::runtime_error("cannot lock " + file.string());
  }
  ~FileLock() { ::close(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

/// A data folder as initdb leaves it, with our user and our database.
void make_data(const std::filesystem::path& folder) {
  const auto account = account_of("postgres");
  const std::string programs = PostgresProcess::programs().string();
  give(folder, account);
  must_run(folder,
           {programs + "/initdb", "--no-sync", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8",
            "--auth=trust", "--pgdata=" + (folder / "data").string()},
           account);
  std::ofstream(folder / "setup") << "CREATE ROLE baton LOGIN\nCREATE DATABASE baton OWNER baton\n";
  must_run(folder, {"sh", "-c", "exec " + programs + "/postgres --single -F -D data postgres <setup"}, account);
}

/// Such a folder to copy from. It takes seconds to make, so the first process that needs one leaves it to the others.
std::filesystem::path template_data() {
  static const TemporaryDirectory own;
  const char* shared = std::getenv("BATON_TEST_CACHE");
  const std::filesystem::path cache = shared != nullptr ? shared : own.path();
  std::filesystem::create_directories(cache);
  const FileLock lock(cache / "postgres.lock");
  const std::string version = PostgresProcess::programs().parent_path().filename().string();
  std::filesystem::path data = cache / ("postgres-" + version + "-" + std::to_string(getuid()));
  if (std::filesystem::exists(data)) return data;
  const TemporaryDirectory fresh;
  make_data(fresh.path());
  const std::filesystem::path half = cache / "postgres.half";
  std::filesystem::remove_all(half);
  must_run(fresh.path(), {"cp", "-a", (fresh.path() / "data").string(), half.string()});
  std::filesystem::rename(half, data);
  return data;
}

}  // namespace

std::filesystem::path PostgresProcess::programs() {
  std::vector<std::filesystem::path> versions;
  const std::filesystem::path all = "/usr/lib/postgresql";
  if (std::filesystem::exists(all)) {
    for (const auto& version : std::filesystem::directory_iterator(all)) {
      if (std::filesystem::exists(version.path() / "bin/initdb")) versions.push_back(version.path() / "bin");
    }
  }
  if (versions.empty()) throw std::runtime_error("no PostgreSQL server is installed below " + all.string());
  return *std::ranges::max_element(versions);
}

PostgresProcess::PostgresProcess(PostgresOptions options)
    : options_(std::move(options)), data_(options_.data.empty() ? folder_.path() / "data" : options_.data) {
  give(folder_.path(), account_);
  if (options_.tls) make_certificate(folder_.path(), "postgres", account_);
  if (!std::filesystem::exists(data_ / "PG_VERSION")) fill();
  configure();
  if (options_.started) start();
}

PostgresProcess::~PostgresProcess() {
  kill();
  if (!::testing::Test::HasFailure()) return;
  const std::string all = log();
  std::cerr << "the end of the log of the PostgreSQL at " << address() << ":\n"
            << all.substr(all.size() - std::min(all.size(), shown_of_log));
}

void PostgresProcess::fill() const {
  must_run(folder_.path(), {"cp", "-a", template_data().string() + "/.", data_.string()});
  // What outlives a server may have to outlive a power cut.
  if (!options_.data.empty()) must_run(folder_.path(), {"sync", "--file-system", data_.string()});
}

void PostgresProcess::configure() const {
  std::ofstream file(data_ / "postgresql.conf");
  const auto quoted = [](const std::filesystem::path& path) { return "'" + path.string() + "'\n"; };
  file << "listen_addresses = '127.0.0.1'\nport = " << port_ << '\n';
  file << "unix_socket_directories = " << quoted(folder_.path());
  file << "shared_buffers = 32MB\nmax_connections = 200\nlog_line_prefix = '%m [%p] '\n";
  // Segments elsewhere would outlive a server that is killed.
  file << "dynamic_shared_memory_type = mmap\n";
  if (options_.tls) {
    file << "ssl = on\nssl_cert_file = " << quoted(folder_.path() / "postgres.crt");
    file << "ssl_key_file = " << quoted(folder_.path() / "postgres.key");
  }
  for (const std::string& line : options_.settings) file << line << '\n';
  std::ofstream access(data_ / "pg_hba.conf");
  access << "local all all trust\n" << (options_.tls ? "hostssl" : "host") << " all all 127.0.0.1/32 ";
  access << (options_.password.empty() ? "trust\n" : "scram-sha-256\n");
}

void PostgresProcess::start() {
  pid_ = start_program(folder_.path(), {(programs() / "postgres").string(), "-D", data_.string()}, account_);
  wait_for_start("PostgreSQL", pid_, [this] { return serves(); }, [this] { return log(); });
  if (!options_.password.empty()) ask("ALTER ROLE baton PASSWORD '" + options_.password + "'");
}

/// As pg_ctl sees it: the first line of that file is the number of the server's process, the eighth its state.
bool PostgresProcess::serves() const {
  std::istringstream lines(contents_of(data_ / "postmaster.pid"));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  return all.size() >= 8 && all[0] == std::to_string(pid_) && all[7].starts_with("ready");
}

void PostgresProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  // The memory and the files they share have to be free before another server may start on the same data.
  for (; !processes().empty(); wait_briefly()) signal_all(SIGKILL);
  ::waitpid(std::exchange(pid_, -1), nullptr, 0);
}

void PostgresProcess::stop() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGINT);
  ::waitpid(std::exchange(pid_, -1), nullptr, 0);
}

void PostgresProcess::freeze() const {
  // Whoever has not stopped yet may still fork.
  for (; !std::ranges::all_of(processes(), is_stopped); wait_briefly()) signal_all(SIGSTOP);
}
void PostgresProcess::thaw() const { signal_all(SIGCONT); }

void PostgresProcess::signal_all(int number) const {
  for (const pid_t process : processes()) ::kill(process, number);
}

std::vector<pid_t> PostgresProcess::processes() const {
  const std::filesystem::path home = std::filesystem::canonical(data_);
  std::vector<pid_t> all;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry.path() / "cwd", gone) != home) continue;
    all.push_back(std::stoi(entry.path().filename().string()));
  }
  return all;
}

std::string PostgresProcess::url_at(const std::string& address, const std::string& database) const {
  const std::string credentials = options_.password.empty() ? "baton@" : "baton:" + options_.password + "@";
  const std::string query = options_.tls ? "?sslmode=verify-full&sslrootcert=" + authority_file() : "";
  return "postgres://" + credentials + address + "/" + database + query;
}

std::string PostgresProcess::url_of_new_database() {
  const std::string name = "baton" + std::to_string(++databases_);
  ask("CREATE DATABASE " + name + " OWNER baton");
  return url_at(address(), name);
}

std::string PostgresProcess::log() const { return contents_of(folder_.path() / "output"); }

std::vector<std::string> PostgresProcess::psql(const std::string& sql, const std::string& schema) const {
  return {(programs() / "psql").string(),
          "-XAtq",
          "--host=" + folder_.path().string(),
          "--port=" + std::to_string(port_),
          "--username=postgres",
          "--dbname=dbname=baton options='-csearch_path=\"" + schema + "\"'",
          "--set=ON_ERROR_STOP=1",
          "--command=" + sql};
}

std::string PostgresProcess::ask(const std::string& sql, const std::string& schema) const {
  return must_run(folder_.path(), psql(sql, schema));
}

}  // namespace baton::test
