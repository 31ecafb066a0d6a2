#include <fmt/format.h>
#include <sys/stat.h>

#include "cli/doctor.hpp"

// Whether the database is for its owner alone.

namespace baton::cli {

Checkup check_database_file(const Chosen& settings) {
  static constexpr std::string_view sqlite = "sqlite:";
  const std::string& store = settings.one("store");
  if (!store.starts_with(sqlite)) return {"permissions", Diagnosis::skipped, "the store is no file"};
  const std::string path = store.substr(sqlite.size());
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return {"permissions", Diagnosis::skipped, fmt::format("there is no file {}", path)};
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0) {
    return {"permissions", Diagnosis::ok, fmt::format("{} is for its owner alone", path)};
  }
  return {"permissions", Diagnosis::wrong, fmt::format("other users may read {}", path),
          fmt::format("chmod 600 {}", path)};
}

}  // namespace baton::cli
