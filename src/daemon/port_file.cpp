#include "daemon/port_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/file_text.hpp"

namespace baton::daemon {

namespace {

namespace fs = std::filesystem;

std::unexpected<Error> not_written(const std::string& path, const std::string& why) {
  return fail(Errc::unavailable,
              "cannot write the port file " + path + ": " + why + "; name another place with --port-file");
}

/// Where the text is written first, so that who waits for the file never reads half of it. A pipe, or whatever else is no file,
/// is written itself.
std::string draft_of(const std::string& path) {
  std::error_code unknown;
  const fs::file_status status = fs::status(path, unknown);
  return fs::exists(status) && !fs::is_regular_file(status) ? path : path + ".part-" + std::to_string(::getpid());
}

}  // namespace

Result<void> check_port_file(const std::string& path) {
  const auto writable = cli::check_writable(draft_of(path));
  if (!writable) return not_written(path, writable.error().detail);
  return {};
}

Result<void> write_port_file(const std::string& path, std::uint16_t port) {
  const std::string draft = draft_of(path);
  std::ofstream file(draft);
  file << port << '\n' << std::flush;
  if (!file) return not_written(path, std::error_code(errno, std::system_category()).message());
  std::error_code error;
  if (draft != path) fs::rename(draft, path, error);
  if (error) return not_written(path, error.message());
  return {};
}

}  // namespace baton::daemon
