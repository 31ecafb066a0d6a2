#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Servers and tools that a test runs beside itself.
namespace baton::test {

/// Who a program runs as.
struct Account {
  uid_t user;
  gid_t group;
};

/// A user that is not root, for servers that do not run as root; nothing if we are not root ourselves. Throws if there
/// is no such user.
std::optional<Account> account_of(const std::string& name);

/// Makes it the owner of that folder.
void give(const std::filesystem::path& folder, const std::optional<Account>& account);

/// In that folder, where standard output and error go to the end of the file `output`. The process ends with the thread
/// that started it, if not before.
pid_t start_program(const std::filesystem::path& folder, std::vector<std::string> command,
                    std::optional<Account> account = std::nullopt);

/// Returns when the process serves; throws with its log if it ends before, or takes too long. `pid` is -1 if it ended.
void wait_for_start(const std::string& name, pid_t& pid, const std::function<bool()>& serves,
                    const std::function<std::string()>& log);

std::string contents_of(const std::filesystem::path& file);

struct Output {
  int status;
  std::string text;  ///< standard output and error, without the last end of line
};

/// Runs it to its end.
Output output_of(const std::filesystem::path& folder, std::vector<std::string> command,
                 std::optional<Account> account = std::nullopt);

/// The same, and throws what it said if it fails.
std::string must_run(const std::filesystem::path& folder, std::vector<std::string> command,
                     std::optional<Account> account = std::nullopt);

/// In that folder: `<name>.key` and `<name>.crt`, for localhost and 127.0.0.1, of an authority of their own, `ca.crt`. Of a
/// negative number of days it has expired.
void make_certificate(const std::filesystem::path& folder, const std::string& name,
                      std::optional<Account> account = std::nullopt, int days = 2);

/// Signals a process that was started and has not been waited for; nobody else: to the system -1 means everybody.
void signal_process(pid_t pid, int number);

/// Whether it has stopped: a SIGSTOP takes effect a moment after it was sent.
bool is_stopped(pid_t pid);

/// Between two looks at a process that cannot tell us that it is ready.
void wait_briefly();

/// A port that nobody listens on.
std::uint16_t free_port();

}  // namespace baton::test
