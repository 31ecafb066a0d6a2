#include "daemon/port_file.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "cli/file_text.hpp"

namespace baton::daemon {

namespace {

std::unexpected<Error> not_written(const std::string& path, const std::string& why) {
  return fail(Errc::unavailable,
              "cannot write the port file " + path + ": " + why + "; name another place with --port-file");
}

}  // namespace

Result<void> check_port_file(const std::string& path) {
  if (const auto writable = cli::check_writable(path); !writable) return not_written(path, writable.error().detail);
  return {};
}

Result<void> write_port_file(const std::string& path, std::uint16_t port) {
  std::ofstream file(path);
  file << port << '\n' << std::flush;
  if (!file) return not_written(path, std::error_code(errno, std::system_category()).message());
  return {};
}

}  // namespace baton::daemon
