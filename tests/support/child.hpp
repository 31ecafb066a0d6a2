#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace baton::test {

/// A process of ours that tells what it does, line by line, on its descriptor 3. Killed and reaped with its owner.
class Child {
 public:
  /// `environment`: `NAME=value`, beside our own.
  Child(const std::string& program, const std::vector<std::string>& arguments,
        const std::vector<std::string>& environment = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Blocks for the next whole line, without its end; nothing: the process is gone, and everything it said was read.
  std::optional<std::string> line();
  /// The same, but also nothing once that moment has come.
  std::optional<std::string> line(std::chrono::steady_clock::time_point until);
  void signal(int number) const;
  /// SIGKILL.
  void kill() const;
  /// Waits until it is gone: its exit code, or minus the signal that ended it.
  int reap();

 private:
  pid_t pid_ = -1;
  int pipe_ = -1;
  std::string unread_;
};

/// The path of the running program.
std::string own_program();

/// Runs a program to its end; whether it succeeded.
bool run_program(const std::vector<std::string>& command);

}  // namespace baton::test
