#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "cli/doctor.hpp"
#include "cli/whereabouts.hpp"

// Whether files are for their owner alone.

namespace baton::cli {

namespace {

struct FileState {
  bool there = false;
  bool private_ = false;
  bool readable = false;
  std::string why{};
};

FileState state_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return {.there = errno != ENOENT, .why = std::error_code(errno, std::system_category()).message()};
  }
  return {.there = true,
          .private_ = (status.st_mode & (S_IRWXG | S_IRWXO)) == 0,
          .readable = ::access(path.c_str(), R_OK) == 0};
}

Checkup check_privacy(std::string name, const std::string& path, const std::string& missing) {
  const FileState state = state_of(path);
  if (!state.there) return {std::move(name), Diagnosis::ok, fmt::format("{} is not there yet; {}", path, missing)};
  if (!state.readable) {
    return {std::move(name), Diagnosis::wrong,
            fmt::format("{} cannot be read: {}", path, state.why.empty() ? "permission denied" : state.why),
            "run this as the user of the daemon"};
  }
  if (!state.private_) {
    return {std::move(name), Diagnosis::wrong, fmt::format("other users may read {}", path),
            fmt::format("chmod 600 {}", path)};
  }
  return {std::move(name), Diagnosis::ok, fmt::format("{} is for its owner alone", path)};
}

}  // namespace

Checkup check_token(const Chosen& settings) {
  const std::string& path = settings.one("token_file");
  Checkup checkup = check_privacy("token", path, "the first start makes it");
  if (checkup.diagnosis != Diagnosis::ok || !state_of(path).there) return checkup;
  if (const auto token = token_in(path); token && token->size() >= 32) return checkup;
  return {"token", Diagnosis::wrong, fmt::format("{} holds no token", path),
          fmt::format("remove {} to have one made", path)};
}

Checkup check_database_file(const Chosen& settings) {
  static constexpr std::string_view sqlite = "sqlite:";
  const std::string& store = settings.one("store");
  if (!store.starts_with(sqlite)) return {"permissions", Diagnosis::skipped, "the store is no file"};
  return check_privacy("permissions", store.substr(sqlite.size()), "the first start makes it");
}

}  // namespace baton::cli
