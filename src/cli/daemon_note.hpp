#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/surroundings.hpp"

namespace baton::cli {

/// Where a daemon notes for the commands of its user which token file is its own, in a file for each address:
/// $XDG_STATE_HOME/baton/daemons/HOST:PORT, or ~/.local/state/… Nothing: there is no such folder.
std::optional<std::string> note_path(const std::string& address, const Environment& environment = from_environment);

/// The path of the token file that the daemon at that address noted.
std::optional<std::string> noted_token_file(const std::string& address,
                                            const Environment& environment = from_environment);

/// Kept as long as the daemon runs. A folder that cannot be written is no reason not to serve.
class DaemonNote {
 public:
  DaemonNote(const std::string& address, const std::string& token_file);
  ~DaemonNote();
  DaemonNote(const DaemonNote&) = delete;
  DaemonNote& operator=(const DaemonNote&) = delete;

 private:
  std::string path_;
};

}  // namespace baton::cli
