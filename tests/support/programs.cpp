#include "support/programs.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace baton::test {
namespace {

constexpr std::chrono::seconds start_patience{60};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string read_all(int pipe) {
  std::string all;
  std::array<char, 4096> chunk{};
  for (ssize_t count = 0; (count = ::read(pipe, chunk.data(), chunk.size())) > 0;) {
    all.append(chunk.data(), static_cast<std::size_t>(count));
  }
  return all;
}

bool become(const Account& account) {
  return ::setgroups(0, nullptr) == 0 && ::setgid(account.group) == 0 && ::setuid(account.user) == 0;
}

pid_t run_in(const std::filesystem::path& folder, std::vector<std::string> command, int output,
             const std::optional<Account>& account) {
  auto argv = pointers_to(command);
  const pid_t pid = ::fork();
  if (pid < 0) throw std::runtime_error("cannot fork");
  if (pid > 0) return pid;
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (account && !become(*account)) ::_exit(126);
  // After the change of the user, which takes it back.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::chdir(folder.c_str()) == 0) ::execvp(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

std::optional<Account> account_of(const std::string& name) {
  if (::geteuid() != 0) return std::nullopt;
  const passwd* entry = ::getpwnam(name.c_str());  // NOLINT(concurrency-mt-unsafe)
  if (entry == nullptr) throw std::runtime_error("there is no user " + name);
  return Account{.user = entry->pw_uid, .group = entry->pw_gid};
}

void give(const std::filesystem::path& folder, const std::optional<Account>& account) {
  if (account && ::chown(folder.c_str(), account->user, account->group) != 0) {
    throw std::runtime_error("cannot give " + folder.string() + " to another user");
  }
}

pid_t start_program(const std::filesystem::path& folder, std::vector<std::string> command,
                    std::optional<Account> account) {
  const int output = ::open((folder / "output").c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  const pid_t pid = run_in(folder, std::move(command), output, account);
  ::close(output);
  return pid;
}

void wait_for_start(const std::string& name, pid_t& pid, const std::function<bool()>& serves,
                    const std::function<std::string()>& log) {
  const auto until = std::chrono::steady_clock::now() + start_patience;
  while (!serves()) {
    const bool ended = ::waitpid(pid, nullptr, WNOHANG) == pid;
    if (ended) pid = -1;
    if (ended || std::chrono::steady_clock::now() > until) {
      throw std::runtime_error("the " + name + " of the test does not start: " + log());
    }
    wait_briefly();
  }
}

std::string contents_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Output output_of(const std::filesystem::path& folder, std::vector<std::string> command,
                 std::optional<Account> account) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const pid_t pid = run_in(folder, std::move(command), ends[1], account);
  ::close(ends[1]);
  Output output{.status = 0, .text = read_all(ends[0])};
  ::close(ends[0]);
  ::waitpid(pid, &output.status, 0);
  if (output.text.ends_with('\n')) output.text.pop_back();
  return output;
}

std::string must_run(const std::filesystem::path& folder, std::vector<std::string> command,
                     std::optional<Account> account) {
  const std::string name = command.front();
  Output output = output_of(folder, std::move(command), account);
  if (output.status != 0) throw std::runtime_error(name + " failed: " + output.text);
  return std::move(output.text);
}

void make_certificate(const std::filesystem::path& folder, const std::string& name, std::optional<Account> account,
                      int days) {
  std::ofstream(folder / "names") << "subjectAltName=DNS:localhost,IP:127.0.0.1\n";
  const std::vector<std::string> new_key{"-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"};
  std::vector<std::string> authority{"openssl", "req",    "-x509", "-subj", "/CN=test authority", "-days", "2",
                                     "-keyout", "ca.key", "-out",  "ca.crt"};
  authority.insert(authority.end(), new_key.begin(), new_key.end());
  must_run(folder, std::move(authority), account);
  std::vector<std::string> request{"openssl", "req",         "-subj", "/CN=" + name,
                                   "-keyout", name + ".key", "-out",  name + ".csr"};
  request.insert(request.end(), new_key.begin(), new_key.end());
  must_run(folder, std::move(request), account);
  must_run(folder,
           {"openssl", "x509", "-req", "-in", name + ".csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial",
            "-days", std::to_string(days), "-extfile", "names", "-out", name + ".crt"},
           account);
}

void signal_process(pid_t pid, int number) {
  if (pid > 0) ::kill(pid, number);
}

bool is_stopped(pid_t pid) {
  // Number, name in brackets, state.
  const std::string facts = contents_of("/proc/" + std::to_string(pid) + "/stat");
  const auto name_ends = facts.rfind(')');
  return name_ends != std::string::npos && facts.substr(name_ends + 2, 1) == "T";
}

void wait_briefly() { ::poll(nullptr, 0, 10); }

std::uint16_t free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const bool bound = ::bind(socket, generic, size) == 0 && ::getsockname(socket, generic, &size) == 0;
  ::close(socket);
  if (!bound) throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

}  // namespace baton::test
