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

struct Ended {
  int exit_code = -1;  ///< -1: by a signal
  std::string out{};   ///< standard output and error together
};

/// The program under test, run to its end.
Ended run_baton(const TemporaryDirectory& folder, const std::vector<std::string>& arguments,
                const std::vector<std::string>& environment = {});

/// A running daemon with its working directory in `folder`; killed when dropped.
class DaemonProcess {
 public:
  /// `arguments` follow `baton`; a free port is chosen for it. Waits until it answers.
  DaemonProcess(const TemporaryDirectory& folder, std::vector<std::string> arguments);
  ~DaemonProcess();
  DaemonProcess(const DaemonProcess&) = delete;
  DaemonProcess& operator=(const DaemonProcess&) = delete;

  std::uint16_t port() const { return port_; }
  const std::string& token() const { return token_; }
  HttpClient connect() const { return HttpClient(port_); }

  /// One request on a connection of its own, with the token.
  HttpResponse call(const std::string& method, const std::string& target, const std::string& body = "",
                    Headers headers = {}) const;

  void signal(int number) const;
  /// Its exit code, or nothing if a signal ended it or it did not end within `patience` (it is killed then).
  std::optional<int> wait(std::chrono::seconds patience);
  std::string output() const;

 private:
  void await_start();

  const TemporaryDirectory& folder_;
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
  std::string token_;
};

}  // namespace baton::test
