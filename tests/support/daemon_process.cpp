#include "support/daemon_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "support/programs.hpp"

namespace baton::test {

namespace {

using std::chrono::seconds;
using SteadyClock = std::chrono::steady_clock;

constexpr seconds start_patience{30};
// The longest that a daemon may take. A job whose thread a dead daemon has locked is taken in when that lock ends, after ten seconds.
constexpr seconds longest_answer{30};

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

/// What settings a person has set is none of the tests' business, and what a daemon notes is for its test alone.
std::vector<std::string> clean_environment(const TemporaryDirectory& folder, const std::vector<std::string>& more) {
  static constexpr std::array settings{"BATON_STORE",    "BATON_EPHEMERAL", "BATON_TOKEN",  "BATON_URL",
                                       "BATON_CONFIG",   "BATON_LOG",       "BATON_LISTEN", "BATON_CA_FILE",
                                       "XDG_STATE_HOME", "NO_COLOR"};
  // What comes first counts.
  std::vector<std::string> environment = more;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable(*entry);
    const bool is_setting = std::ranges::any_of(settings, [&](const char* name) { return variable.starts_with(name); });
    if (!is_setting) environment.emplace_back(variable);
  }
  environment.push_back("XDG_STATE_HOME=" + (folder.path() / "state").string());
  return environment;
}

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

[[noreturn]] void become(const std::filesystem::path& folder, int output, char** argv, char** envp) {
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::close(output);
  if (::chdir(folder.c_str()) == 0) ::execve(argv[0], argv, envp);
  ::_exit(127);
}

std::vector<std::string> on_a_free_port(std::vector<std::string> arguments) {
  arguments.emplace_back("--listen");
  arguments.emplace_back("127.0.0.1:0");
  return arguments;
}

}  // namespace

Program::Program(const TemporaryDirectory& folder, std::vector<std::string> arguments,
                 const std::vector<std::string>& environment) {
  arguments.insert(arguments.begin(), binary());
  auto variables = clean_environment(folder, environment);
  auto argv = pointers_to(arguments);
  auto envp = pointers_to(variables);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  pid_ = ::fork();
  if (pid_ == 0) become(folder.path(), ends[1], argv.data(), envp.data());
  ::close(ends[1]);
  pipe_ = ends[0];
}

Program::~Program() {
  ::close(pipe_);
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

Program::Heard Program::listen(SteadyClock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - SteadyClock::now()).count();
  pollfd waiting{.fd = pipe_, .events = POLLIN, .revents = 0};
  if (::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left, 0))) <= 0) return Heard::nothing;
  std::array<char, 4096> chunk{};
  const auto count = ::read(pipe_, chunk.data(), chunk.size());
  if (count <= 0) return Heard::end;
  output_.append(chunk.data(), static_cast<std::size_t>(count));
  return Heard::something;
}

bool Program::says(const std::string& text, std::size_t times, seconds patience) {
  const auto until = SteadyClock::now() + patience;
  while (occurrences(output_, text) < times) {
    if (listen(until) != Heard::something) return false;
  }
  return true;
}

void Program::signal(int number) const { signal_process(pid_, number); }

std::optional<int> Program::wait(seconds patience) {
  const auto until = SteadyClock::now() + patience;
  Heard heard = Heard::something;
  while (heard == Heard::something) heard = listen(until);
  if (heard == Heard::nothing) return std::nullopt;
  int status = 0;
  ::waitpid(std::exchange(pid_, -1), &status, 0);
  return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

Ended run_baton(const TemporaryDirectory& folder, const std::vector<std::string>& arguments,
                const std::vector<std::string>& environment) {
  Program program(folder, arguments, environment);
  const auto exit_code = program.wait(start_patience);
  return {.exit_code = exit_code, .out = program.output()};
}

DaemonProcess::DaemonProcess(const TemporaryDirectory& folder, std::vector<std::string> arguments,
                             const std::vector<std::string>& environment)
    : program_(folder, on_a_free_port(std::move(arguments)), environment) {
  static const std::string before_port = "listens on http://127.0.0.1:";
  if (!program_.says(before_port, 1, start_patience) || !program_.says("\n  token", 1, start_patience)) {
    throw std::runtime_error("the daemon did not start: " + program_.output());
  }
  port_ = static_cast<std::uint16_t>(std::stoul(output().substr(output().find(before_port) + before_port.size())));
  token_ = contents_of(folder.path() / "baton.token");
  if (!token_.empty()) token_.pop_back();
}

std::size_t DaemonProcess::open_descriptors() const {
  const std::filesystem::directory_iterator open("/proc/" + std::to_string(program_.pid()) + "/fd");
  return static_cast<std::size_t>(std::distance(begin(open), end(open)));
}

HttpResponse DaemonProcess::call(const std::string& method, const std::string& target, const std::string& body,
                                 Headers headers) const {
  headers.emplace_back("Authorization", "Bearer " + token_);
  HttpClient client = connect();
  client.give_up_after(longest_answer);
  return client.request(method, target, body, headers);
}

}  // namespace baton::test
