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

/// Whether another file may take its name. A link, a pipe, or whatever else is no file is written itself.
bool is_plain(const std::string& path) {
  std::error_code unknown;
  const fs::file_status status = fs::symlink_status(path, unknown);
  return !fs::exists(status) || fs::is_regular_file(status);
}

std::error_code write_text(const std::string& path, std::uint16_t port) {
  std::ofstream file(path);
  file << port << '\n' << std::flush;
  return file ? std::error_code() : std::error_code(errno, std::system_category());
}

/// So that who waits for the file never reads half of it.
bool write_whole(const std::string& path, std::uint16_t port) {
  const std::string draft = path + ".part-" + std::to_string(::getpid());
  std::error_code error = write_text(draft, port);
  if (!error) fs::rename(draft, path, error);
  std::error_code ignored;
  if (error) fs::remove(draft, ignored);
  return !error;
}

}  // namespace

Result<void> check_port_file(const std::string& path) {
  const auto writable = cli::check_writable(path);
  if (!writable) return not_written(path, writable.error().detail);
  return {};
}

Result<void> write_port_file(const std::string& path, std::uint16_t port) {
  if (is_plain(path) && write_whole(path, port)) return {};
  // Its folder may belong to others, and a file that was brought into a container cannot be replaced.
  if (const auto error = write_text(path, port)) return not_written(path, error.message());
  return {};
}

}  // namespace baton::daemon
