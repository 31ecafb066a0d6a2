#include "cli/daemon_note.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace baton::cli {

namespace fs = std::filesystem;

std::optional<std::string> note_path(const std::string& address, const Environment& environment) {
  fs::path state;
  if (const auto named = environment("XDG_STATE_HOME")) {
    state = *named;
  } else if (const auto home = environment("HOME")) {
    state = fs::path(*home) / ".local" / "state";
  }
  if (!state.is_absolute()) return std::nullopt;
  // One address, whichever way it is written.
  static constexpr std::string_view local = "localhost:";
  const std::string name = address.starts_with(local) ? "127.0.0.1:" + address.substr(local.size()) : address;
  return (state / "baton" / "daemons" / name).string();
}

std::optional<std::string> noted_token_file(const std::string& address, const Environment& environment) {
  const auto path = note_path(address, environment);
  if (!path) return std::nullopt;
  std::ifstream file(*path);
  std::string token_file;
  if (!std::getline(file, token_file) || token_file.empty()) return std::nullopt;
  return token_file;
}

DaemonNote::DaemonNote(const std::string& address, const std::string& token_file) {
  const auto path = note_path(address);
  if (!path) return;
  std::error_code error;
  fs::create_directories(fs::path(*path).parent_path(), error);
  const std::string named = fs::absolute(token_file, error).lexically_normal().string();
  std::ofstream file(*path);
  if (file << named << '\n' << std::flush) path_ = *path;
}

DaemonNote::~DaemonNote() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove(path_, ignored);
}

}  // namespace baton::cli
