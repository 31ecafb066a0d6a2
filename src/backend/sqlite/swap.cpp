#include "backend/sqlite/swap.hpp"

#include <chrono>
#include <filesystem>
#include <system_error>

#include "backend/sqlite/file.hpp"
#include "baton/time.hpp"
#include "core/failpoint.hpp"

namespace baton::sqlite {
namespace {

namespace fs = std::filesystem;

/// `20261115T102457Z`.
std::string stamp() {
  std::string text = to_text(std::chrono::floor<Duration>(std::chrono::system_clock::now())).substr(0, 19);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  return text + "Z";
}

}  // namespace

std::string growing(const std::string& path) { return path + ".salvage"; }
std::string complete(const std::string& path) { return path + ".salvaged"; }

void remove_with_companions(const std::string& path) {
  std::error_code ignored;
  for (const char* companion : {"", "-wal", "-shm", "-journal"}) fs::remove(path + companion, ignored);
}

std::unexpected<Error> cannot(const std::string& what, const std::error_code& error) {
  return fail(Errc::unavailable, "cannot " + what + ": " + error.message() + "; free space or give the right to write");
}

std::string name_aside(const std::string& path, std::string_view why) {
  const std::string wanted = path + "." + std::string(why) + "-" + stamp();
  std::string name = wanted;
  for (int number = 2; fs::exists(name) || fs::exists(name + "-wal"); ++number)
    name = wanted + "-" + std::to_string(number);
  return name;
}

Result<void> set_aside(const std::string& path, const std::string& aside) {
  for (const char* companion : {"", "-wal"}) {
    std::error_code error;
    if (const auto size = fs::file_size(path + companion, error); error || size == 0) continue;
    fs::create_hard_link(path + companion, aside + companion, error);
    if (error) fs::copy_file(path + companion, aside + companion, error);
    if (error) return cannot("keep the file as " + aside, error);
  }
  return sync_directory(path);
}

Result<void> swap_in(const std::string& path) {
  BATON_FAILPOINT("sqlite.salvage.before_rename");
  std::error_code error;
  fs::rename(growing(path), complete(path), error);
  if (error) return cannot("rename " + growing(path), error);
  if (auto durable = sync_directory(path); !durable) return durable;
  BATON_FAILPOINT("sqlite.salvage.after_rename");
  if (auto swapped = finish_swap(path); !swapped) return std::unexpected(swapped.error());
  return {};
}

Result<bool> finish_swap(const std::string& path) {
  std::error_code error;
  if (!fs::exists(complete(path), error)) return false;
  // The old log must be gone before the new file takes its place, or it would be read into it.
  for (const char* companion : {"-wal", "-shm", "-journal"}) {
    fs::remove(path + companion, error);
    if (error) return cannot("remove " + path + companion, error);
  }
  if (auto durable = sync_directory(path); !durable) return std::unexpected(durable.error());
  BATON_FAILPOINT("sqlite.salvage.before_swap");
  fs::rename(complete(path), path, error);
  if (error) return cannot("rename " + complete(path), error);
  if (auto durable = sync_directory(path); !durable) return std::unexpected(durable.error());
  return true;
}

}  // namespace baton::sqlite
