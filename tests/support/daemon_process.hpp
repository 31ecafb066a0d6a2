#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/http_client.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

/// The program under test, with its working directory in a folder of the test and its output in our hands. Killed when
/// dropped.
class Program {
 public:
  Program(const TemporaryDirectory& folder, std::vector<std::string> arguments,
          const std::vector<std::string>& environment);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Waits until the output holds `text` that many times; false if it ends or the time is over before.
  bool says(const std::string& text, std::size_t times, std::chrono::seconds patience);
  void signal(int number) const;
  pid_t pid() const { return pid_; }
  /// Its exit code, or nothing if a signal ended it or it did not end in time.
  std::optional<int> wait(std::chrono::seconds patience);
  /// Standard output and error together, as far as they were read.
  const std::string& output() const { return output_; }

 private:
  enum class Heard { something, end, nothing };
  Heard listen(std::chrono::steady_clock::time_point until);

  pid_t pid_ = -1;
  int pipe_ = -1;
  std::string output_;
};

struct Ended {
  std::optional<int> exit_code;
  std::string out;
};

/// Runs the program to its end.
Ended run_baton(const TemporaryDirectory& folder, const std::vector<std::string>& arguments,
                const std::vector<std::string>& environment = {});

/// A running daemon on a port of its own.
class DaemonProcess {
 public:
  /// `arguments` follow `baton`. Returns when it listens.
  DaemonProcess(const TemporaryDirectory& folder, std::vector<std::string> arguments,
                const std::vector<std::string>& environment = {});

  std::uint16_t port() const { return port_; }
  const std::string& token() const { return token_; }
  HttpClient connect() const { return HttpClient(port_); }

  /// One request on a connection of its own, with the token.
  HttpResponse call(const std::string& method, const std::string& target, const std::string& body = "",
                    Headers headers = {}) const;

  void signal(int number) const { program_.signal(number); }
  pid_t pid() const { return program_.pid(); }
  /// How many files and connections it has open.
  std::size_t open_descriptors() const;
  std::optional<int> wait(std::chrono::seconds patience) { return program_.wait(patience); }
  /// Whether somebody has waited for its end and seen it. Its port may be another daemon's by then.
  bool has_ended() const { return program_.pid() < 0; }
  bool says(const std::string& text, std::size_t times, std::chrono::seconds patience) {
    return program_.says(text, times, patience);
  }
  const std::string& output() const { return program_.output(); }

 private:
  Program program_;
  std::uint16_t port_ = 0;
  std::string token_;
};

}  // namespace baton::test
