#include "support/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "support/programs.hpp"

namespace baton::test {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

std::vector<std::string> with_environment(const std::vector<std::string>& more) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// `tells`: a descriptor that becomes the child's 3; -1: none.
pid_t spawn(std::vector<std::string> command, std::vector<std::string> environment, int tells) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (tells >= 0) posix_spawn_file_actions_adddup2(&actions, tells, 3);
  pid_t pid = -1;
  const int failed = posix_spawnp(&pid, command.front().c_str(), &actions, nullptr, pointers(command).data(),
                                  pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::system_error(failed, std::generic_category(), "cannot start " + command.front());
  return pid;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

bool is_readable(int descriptor, std::chrono::steady_clock::time_point until) {
  using namespace std::chrono;
  if (until == steady_clock::time_point::max()) return true;
  pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
  const auto left = ceil<milliseconds>(until - steady_clock::now());
  return poll(&waiting, 1, static_cast<int>(std::max<milliseconds::rep>(left.count(), 0))) > 0;
}

}  // namespace

Child::Child(const std::string& program, const std::vector<std::string>& arguments,
             const std::vector<std::string>& environment) {
  std::array<int, 2> ends{};
  // Above 3, so that the copy in the child is not closed with its original.
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const int writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
  close(ends[1]);
  std::vector<std::string> command{program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  pipe_ = ends[0];
  pid_ = spawn(std::move(command), with_environment(environment), writing);
  close(writing);
}

Child::~Child() {
  if (pid_ > 0) {
    kill();
    reap();
  }
  close(pipe_);
}

std::optional<std::string> Child::line() { return line(std::chrono::steady_clock::time_point::max()); }

std::optional<std::string> Child::line(std::chrono::steady_clock::time_point until) {
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      std::string whole = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return whole;
    }
    if (!is_readable(pipe_, until)) return std::nullopt;
    std::array<char, 65536> buffer{};
    const ssize_t count = read(pipe_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void Child::signal(int number) const { signal_process(pid_, number); }

void Child::kill() const { signal(SIGKILL); }

int Child::reap() {
  const int status = wait_for(pid_);
  pid_ = -1;
  return status;
}

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

bool run_program(const std::vector<std::string>& command) {
  return wait_for(spawn(command, with_environment({}), -1)) == 0;
}

}  // namespace baton::test
