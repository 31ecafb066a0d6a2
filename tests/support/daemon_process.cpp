#include "support/daemon_process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace baton::test {

namespace {

using namespace std::chrono_literals;

constexpr auto poll_interval = 5ms;
constexpr auto start_patience = 20s;

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string binary() {
  const char* path = std::getenv("BATON_BINARY");  // NOLINT(concurrency-mt-unsafe)
  if (path == nullptr) throw std::runtime_error("BATON_BINARY must name the program under test");
  return path;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> clean_environment(const std::vector<std::string>& more) {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with("BATON_STORE")) environment.emplace_back(*entry);
  }
  environment.insert(environment.end(), more.begin(), more.end());
  return environment;
}

pid_t start(const TemporaryDirectory& folder, std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.begin(), binary());
  auto environment = clean_environment(more);
  const auto argv = pointers_to(arguments);
  const auto envp = pointers_to(environment);
  const auto output = folder.path() / "output";
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  if (::chdir(folder.path().c_str()) == 0) ::execve(argv[0], argv.data(), envp.data());
  ::_exit(127);
}

}  // namespace

Ended run_baton(const TemporaryDirectory& folder, const std::vector<std::string>& arguments,
                const std::vector<std::string>& environment) {
  std::filesystem::remove(folder.path() / "output");
  const pid_t pid = start(folder, arguments, environment);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = contents_of(folder.path() / "output")};
}

DaemonProcess::DaemonProcess(const TemporaryDirectory& folder, std::vector<std::string> arguments) : folder_(folder) {
  std::filesystem::remove(folder.path() / "port");
  for (const char* extra : {"--listen", "127.0.0.1:0", "--port-file", "port"}) arguments.emplace_back(extra);
  pid_ = start(folder, std::move(arguments), {});
  await_start();
}

DaemonProcess::~DaemonProcess() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void DaemonProcess::await_start() {
  const auto give_up = std::chrono::steady_clock::now() + start_patience;
  while (std::chrono::steady_clock::now() < give_up) {
    const auto text = contents_of(folder_.path() / "port");
    if (text.ends_with('\n')) {
      port_ = static_cast<std::uint16_t>(std::stoul(text));
      token_ = contents_of(folder_.path() / "baton.token");
      if (!token_.empty()) token_.pop_back();
      return;
    }
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      break;
    }
    std::this_thread::sleep_for(poll_interval);
  }
  throw std::runtime_error("the daemon did not start: " + output());
}

HttpResponse DaemonProcess::call(const std::string& method, const std::string& target, const std::string& body,
                                 Headers headers) const {
  headers.emplace_back("Authorization", "Bearer " + token_);
  return connect().request(method, target, body, headers);
}

void DaemonProcess::signal(int number) const { ::kill(pid_, number); }

std::optional<int> DaemonProcess::wait(std::chrono::seconds patience) {
  const auto give_up = std::chrono::steady_clock::now() + patience;
  int status = 0;
  while (std::chrono::steady_clock::now() < give_up) {
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
    }
    std::this_thread::sleep_for(poll_interval);
  }
  return std::nullopt;
}

std::string DaemonProcess::output() const { return contents_of(folder_.path() / "output"); }

}  // namespace baton::test
