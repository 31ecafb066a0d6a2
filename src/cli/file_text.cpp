#include "cli/file_text.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace baton::cli {

namespace {

namespace fs = std::filesystem;

std::unexpected<Error> system_trouble() {
  return fail(Errc::unavailable, std::error_code(errno, std::system_category()).message());
}

bool is_folder(const std::string& path) {
  std::error_code unknown;
  return fs::is_directory(path, unknown);
}

std::unexpected<Error> folder_instead() { return fail(Errc::unavailable, "it is a folder"); }

}  // namespace

Result<std::string> text_in_file(const std::string& path) {
  // A stream opens a folder and throws when it is read.
  if (is_folder(path)) return folder_instead();
  std::ifstream file(path);
  if (!file) return system_trouble();
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<void> check_writable(const std::string& path) {
  if (is_folder(path)) return folder_instead();
  if (::access(path.c_str(), W_OK) == 0) return {};
  if (errno != ENOENT) return system_trouble();
  const std::string folder = fs::path(path).parent_path().string();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0) return system_trouble();
  return {};
}

}  // namespace baton::cli
